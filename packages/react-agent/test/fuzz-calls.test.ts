import { testScripts } from './fuzz-suite.ts';

testScripts('5,000 scripts of models that mostly call tools end well', {
  faults: 1,
  seed: 20_261_201,
});
