import { expect, it } from 'vitest';
import * as testkit from '../src/index.ts';

it('exports exactly this', () => {
  expect(Object.keys(testkit).toSorted()).toEqual([
    'anySearchKeys',
    'deliver',
    'expectNoProcess',
    'isAlive',
    'manifestOf',
    'npmInstall',
    'packFolder',
    'refusedOrigin',
    'startAnySearch',
    'startLoopbackServer',
    'startModelServer',
    'startRawServer',
    'startRegistry',
    'startServer',
  ]);
});
