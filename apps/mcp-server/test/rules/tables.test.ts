import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { meaningsOf } from './run-task.ts';

/**
 * Tasks as people type them, one a line: `task => meaning ; meaning`, or `-` where nothing may be done. The notation of the meanings
 * is that of `meaning.ts`; `⏎` is a line break.
 */
const folder = new URL('tables/', import.meta.url);

describe.each(readdirSync(folder).filter((name) => name.endsWith('.txt')))('%s', (name) => {
  const lines = readFileSync(new URL(name, folder), 'utf8').split('\n');
  const rows = lines.flatMap((line) => {
    const at = line.lastIndexOf(' => ');
    return at === -1 ? [] : [{ task: line.slice(0, at), meaning: line.slice(at + 4) }];
  });

  test('holds tasks', () => {
    expect(rows.length).toBeGreaterThan(50);
  });

  test.each(rows)('$task', ({ task, meaning }) => {
    expect(meaningsOf(task.replaceAll('⏎', '\n')).join(' ; ') || '-').toBe(
      meaning.replaceAll('⏎', '\n'),
    );
  });
});
