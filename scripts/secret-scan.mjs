// Finds credentials in text by their published shapes.

/** Each shape with the name under which it is reported. */
const shapes = [
  ['OpenAI-style key', /\bsk-(?:proj-|ant-)?[A-Za-z0-9_-]{20,}/g],
  ['AnySearch key', /\b(?:as|ss)_sk_[0-9a-f]{24,}\b/g],
  ['Google key', /\bAIza[\w-]{35}\b/g],
  ['AWS key', /\bAKIA[0-9A-Z]{16}\b/g],
  ['GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{40,})/g],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['Slack token', /\bxox[abpr]-[\w-]{20,}/g],
  ['private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/g],
];

/** Test data says that it is: a match that holds one of these words is no secret. */
const fixture = /canary|planted|example|dummy|fake/i;

/** @returns {{shape: string, line: number}[]} what `text` holds, by line number from 1 */
export function findSecrets(text) {
  return shapes.flatMap(([shape, pattern]) =>
    [...text.matchAll(pattern)]
      .filter(([match]) => !fixture.test(match))
      .map(({ index }) => ({ shape, line: text.slice(0, index).split('\n').length })),
  );
}
