// Prints the closing line of CI from the test runner's JSON report, whose path is the argument.
import { readFileSync } from 'node:fs';

const [path = ''] = process.argv.slice(2);
try {
  const { numPassedTests, numFailedTests, numTotalTestSuites } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  if (numTotalTestSuites === 0) process.exitCode = 1;
  console.log(`tests: ${numPassedTests} passed, ${numFailedTests} failed`);
} catch {
  console.log('The tests did not run: a check before them failed, see above.');
  process.exitCode = 1;
}
