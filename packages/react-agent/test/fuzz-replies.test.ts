import { testScripts } from './fuzz-suite.ts';

testScripts('5,000 scripts of models that go wrong end well', { faults: 6, seed: 20_261_130 });
