import { describe, expect, test } from 'vitest';
import { localeLanguage } from '../../src/cli/locale.ts';
import { paint, terminalStyle } from '../../src/cli/display/terminal-style.ts';

describe('what a terminal can show', () => {
  test.each([
    [{}, true, true, true],
    [{}, false, false, false],
    [{ TERM: 'dumb' }, true, false, false],
    [{ CI: 'true' }, true, false, false],
    [{ CI: '1' }, true, false, false],
    [{ CI: 'false' }, true, true, true],
    [{ CI: '' }, true, true, true],
    [{ NO_COLOR: '1' }, true, true, false],
    [{ NO_COLOR: '' }, true, true, true],
    [{ FORCE_COLOR: '1' }, false, false, true],
    [{ FORCE_COLOR: '' }, false, false, true],
    [{ FORCE_COLOR: '0' }, true, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, true, true],
    [{ FORCE_COLOR: '1', TERM: 'dumb' }, true, false, true],
  ])('%j on a terminal: %s', (environment, isTTY, ...[live, colours]) => {
    expect(terminalStyle({ isTTY }, environment)).toMatchObject({ live, colours });
  });

  test.each([
    [{ LANG: 'zh_CN.UTF-8' }, true],
    [{ LANG: 'C' }, false],
    [{ LC_ALL: 'C', LANG: 'en_US.UTF-8' }, false],
    [{ LC_ALL: '', LANG: 'en_US.utf8' }, true],
    [{ TERM: 'linux' }, false],
    [{}, true],
  ])('signs beyond ASCII with %j: %s', (environment, unicode) => {
    expect(terminalStyle({ isTTY: true }, environment, 'linux').unicode).toBe(unicode);
  });

  test('colours are left out where there are none, and around nothing', () => {
    expect(paint('x', 'red', { colours: false })).toBe('x');
    expect(paint('x', 'red', { colours: true })).toBe('\u001B[31mx\u001B[0m');
    expect(paint('', 'red', { colours: true })).toBe('');
  });
});

describe('the language of the person at the machine', () => {
  test.each([
    [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
    [{ LC_ALL: 'zh_TW' }, 'zh'],
    [{ LC_ALL: 'en_US.UTF-8', LANG: 'zh_CN.UTF-8' }, 'en'],
    [{ LC_ALL: '', LC_MESSAGES: 'zh', LANG: 'en_US' }, 'zh'],
    [{ LANG: 'zha_CN' }, 'en'],
    [{ LANG: 'C' }, 'en'],
    [{}, 'en'],
  ])('%j is %s', (environment, language) => {
    expect(localeLanguage(environment, () => '')).toBe(language);
  });

  test('without variables it is that of the system', () => {
    expect(localeLanguage({}, () => 'zh-Hans-CN')).toBe('zh');
    expect(localeLanguage({ LANG: 'en_US' }, () => 'zh-CN')).toBe('en');
  });
});
