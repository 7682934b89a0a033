import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('the example of the README prints what it says', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  const file = fileURLToPath(new URL('readme-example.tmp.ts', import.meta.url));
  writeFileSync(file, example);
  try {
    const argv = ['--import', 'tsx', '--conditions=@mini-agent/source', file];
    const output = execFileSync(process.execPath, argv, {
      encoding: 'utf8',
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    });
    expect(readme).toContain(`It prints \`${output.trim()}\``);
  } finally {
    rmSync(file, { force: true });
  }
});
