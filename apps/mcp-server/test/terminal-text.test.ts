import { expect, test } from 'vitest';
import { withoutControls } from '../src/cli/terminal-text.ts';

test.each([
  ['a\u001b[31mred\u001b[0m', 'a[31mred[0m'],
  ['over\rwritten\b\u0007', 'overwritten'],
  ['user\u202Etxt.exe', 'usertxt.exe'],
  ['line\n\tnext 中文 😀', 'line\n\tnext 中文 😀'],
])('%j is shown as %j', (given, shown) => {
  expect(withoutControls(given)).toBe(shown);
});
