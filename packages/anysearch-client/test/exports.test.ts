import { expect, it } from 'vitest';
import * as client from '@mini-agent/anysearch-client';

it('exports exactly this', () => {
  expect(Object.keys(client).toSorted()).toEqual(['AnySearchError', 'createAnySearchClient']);
});
