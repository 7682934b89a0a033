import { expect, it } from 'vitest';
import * as testkit from '../src/index.ts';

it('exports exactly this', () => {
  expect(Object.keys(testkit).toSorted()).toEqual([
    'anySearchKeys',
    'connectHttpClient',
    'deliver',
    'expectNoProcess',
    'isAlive',
    'manifestOf',
    'npmInstall',
    'packFolder',
    'refusedOrigin',
    'startAnySearch',
    'startHttpServer',
    'startLoopbackServer',
    'startModelServer',
    'startRawServer',
    'startRegistry',
    'startServer',
  ]);
});
