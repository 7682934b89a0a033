// Proves that the scanner finds what it should, then scans every file that git tracks or would add.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { findSecrets } from './secret-scan.mjs';

const letters = 'Zx9Qw7Er5Ty3Ui1Op0As8Df6Gh4Jk2Lm';
const planted = [
  `sk-${letters}`,
  `sk-proj-${letters}`,
  `as_sk_${'0123456789abcdef'.repeat(2)}`,
  `AIza${letters}abc`,
  `AKIA${'ABCD1234'.repeat(2)}`,
  `ghp_${letters}`,
  `npm_${letters}abcd`,
  `xoxb-${letters}`,
  `-----BEGIN ${'RSA '}PRIVATE KEY-----`,
];
for (const text of planted) {
  assert.deepEqual(
    findSecrets(`a\nkey = "${text}"\n`).map(({ line }) => line),
    [2],
    text.slice(0, 8),
  );
}
for (const text of ['sk-short', `sk-canary-${letters}`, 'task-with-a-rather-long-name-in-it']) {
  assert.deepEqual(findSecrets(text), [], text);
}

const listed = execFileSync('git', [
  'ls-files',
  '-z',
  '--cached',
  '--others',
  '--exclude-standard',
]);
const files = listed
  .toString('utf8')
  .split('\0')
  .filter((path) => path !== '' && isReadable(path));
const found = files.flatMap((path) =>
  findSecrets(readFileSync(path, 'utf8')).map(({ shape, line }) => `${path}:${line}: ${shape}`),
);
if (found.length > 0) {
  console.error(`Possible secrets (take them out, and revoke them):\n${found.join('\n')}`);
  process.exit(1);
}
console.log(`Secret scan: ${planted.length} planted shapes found, ${files.length} files clean.`);

function isReadable(path) {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size < 4_000_000;
}
