// Loaded before the conformance suite: `node --import ./preload/conformance.mjs …/conformance/dist/index.js`.
import * as fs from 'node:fs';
import { register } from 'node:module';
import './loopback-only.mjs';

// The suite imports `globSync`, which `node:fs` has since Node 22. An import of a missing name fails before any code of
// the suite runs, so the import itself has to be led elsewhere.
if (!('globSync' in fs)) register('./fs-hooks.mjs', import.meta.url);
