import { describe, expect, it } from 'vitest';
import { parseEnvFile } from '../../src/config/env-file.ts';

describe('parseEnvFile', () => {
  it('D-046: cuts comments after white space and understands export', () => {
    const text = 'LLM_MODEL=m1 # model\nLLM_BASE_URL=http://h/v1   # my url\nexport A=b\n';
    expect({ ...parseEnvFile(text).values }).toEqual({
      LLM_MODEL: 'm1',
      LLM_BASE_URL: 'http://h/v1',
      A: 'b',
    });
  });

  it.each([
    ['a # inside a value stays', 'K=ab#cd', 'ab#cd'],
    ['double quotes with an escape', 'K="a\\nb # c" # d', 'a\nb # c'],
    ['an escaped quote', 'K="a\\"b"', 'a"b'],
    ['single quotes take all literally', "K='a\\nb'", 'a\\nb'],
    ['backquotes', 'K=`a"b`', 'a"b'],
    ['spaces around', '  K  =  v  ', 'v'],
    ['an empty value', 'K=', ''],
    ['only a comment as value', 'K= # none', ''],
    ['an equals sign inside', 'K=a=b==', 'a=b=='],
    ['a quote that does not close is taken as it is', 'K="abc', '"abc'],
    ['a BOM', '\uFEFFK=v', 'v'],
    ['CRLF', 'X=1\r\nK=v\r\n', 'v'],
    ['the last of two wins', 'K=1\nK=2', '2'],
  ])('%s', (_, text, expected) => {
    expect(parseEnvFile(text).values['K']).toBe(expected);
  });

  it('names bad lines and still reads the good ones after them', () => {
    const file = parseEnvFile('# c\n\nK: v\nBAD LINE\nT=1\n1X=2');
    expect(file.badLines).toEqual([3, 4, 6]);
    expect({ ...file.values }).toEqual({ T: '1' });
  });

  it('keeps a name like __proto__ an ordinary name', () => {
    const { values } = parseEnvFile('__proto__=x');
    expect(Object.keys(values)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});
