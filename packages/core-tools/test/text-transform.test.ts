import { describe, expect, it } from 'vitest';

import {
  type CoreToolError,
  type TextOperation,
  type TransformOptions,
  transformText,
} from '../src/text.ts';
import { failureOf } from './answer.ts';

function transform(operation: TextOperation, text: string, options: TransformOptions = {}): string {
  return transformText(text, operation, options).text;
}

function failure(
  operation: TextOperation,
  text: string,
  options: TransformOptions = {},
): CoreToolError {
  return failureOf(() => transformText(text, operation, options));
}

describe('case', () => {
  it('uses the default mappings of Unicode, not the host’s', () => {
    expect(transform('uppercase', 'straße ﬁ i')).toBe('STRASSE FI I');
    expect(transform('lowercase', 'ΟΔΟΣ İ')).toBe('οδος i̇');
  });

  it('uses a language’s own when asked', () => {
    expect(transform('uppercase', 'i', { locale: 'tr' })).toBe('İ');
    expect(transform('lowercase', 'I', { locale: 'tr' })).toBe('ı');
    expect(transform('titlecase', 'istanbul', { locale: 'tr' })).toBe('İstanbul');
    expect(failure('uppercase', 'i', { locale: 'not a locale' }).code).toBe('invalid_arguments');
  });

  it.each([
    ["don't o’neill 'tis", "Don't O’neill 'Tis"],
    ['3rd 3RD 2x', '3rd 3rd 2x'],
    ['ǆep ǉudi ǳ', 'ǅep ǈudi ǲ'],
    ['ßa ﬁx', 'Ssa Fix'],
    ['ᾳ ΟΔΟΣ', 'ᾼ Οδος'],
    ['NASA e-mail snake_case _x', 'Nasa E-Mail Snake_case _X'],
    ['u.s.a. example.com', 'U.S.A. Example.com'],
    ['ქართული', 'ქართული'],
    ['你好 world', '你好 World'],
    ['e\u0301lan', 'E\u0301lan'],
  ])('titlecases %j', (text, expected) => {
    expect(transform('titlecase', text)).toBe(expected);
  });
});

describe('lines', () => {
  it('trims every line and the ends, or only the ends', () => {
    expect(transform('trim', '\u3000 a \n\tb\u00a0\r\n\ufeff')).toBe('a\nb');
    expect(transform('trim', '  a \n b  ', { scope: 'ends' })).toBe('a \n b');
    expect(transform('trim', ' a\n\n b ')).toBe('a\n\nb');
    expect(transform('trim', '\u0085x\u2028')).toBe('x');
  });

  it('keeps the first of equal lines, the dominant line end and the final one', () => {
    expect(transform('remove_duplicates', 'b\na\nb\nB')).toBe('b\na\nB');
    expect(transform('remove_duplicates', 'a\r\nb\r\na\n')).toBe('a\r\nb\r\n');
    expect(transform('remove_duplicates', '\n\n\na')).toBe('\na');
  });

  it('sorts like a dictionary, with ties by code point', () => {
    expect(transform('sort_lines', 'pear\nApple\napple\nÄpfel\nbanana\n')).toBe(
      'Äpfel\napple\nApple\nbanana\npear\n',
    );
    expect(transform('sort_lines', 'a10\na9', { numeric: true })).toBe('a9\na10');
    expect(transform('sort_lines', '3\n-5\n-10', { numeric: true })).toBe('-10\n-5\n3');
    expect(transform('sort_lines', '1.5\n1.25\n1e1\n1.3', { numeric: true })).toBe(
      '1.25\n1.3\n1.5\n1e1',
    );
    expect(transform('sort_lines', '1,000\n20\n-5\n１０', { numeric: true })).toBe(
      '-5\n１０\n20\n1,000',
    );
    expect(transform('sort_lines', '2\n\n-1', { numeric: true, descending: true })).toBe('2\n-1\n');
    expect(transform('sort_lines', '1e999\n-5\n10\n9', { numeric: true })).toMatch(/9\n10/);
    expect(transform('sort_lines', 'a\nc\nb', { descending: true })).toBe('c\nb\na');
    expect(transform('sort_lines', '张\n李\n王', { locale: 'zh' })).toBe('李\n王\n张');
    expect(transform('sort_lines', '\u0001b\n\u0000b')).toBe('\u0000b\n\u0001b');
  });
});

describe('count and replace', () => {
  it('counts without overlaps and reads nothing as a regex', () => {
    expect(transformText('aaaa', 'count_substring', { pattern: 'aa' })).toEqual({
      text: '2',
      count: 2,
      notes: [],
    });
    expect(transform('count_substring', 'a.b.c', { pattern: '.' })).toBe('2');
    expect(transform('replace', 'a b', { pattern: ' ', replacement: "$1$`$'" })).toBe("a$1$`$'b");
  });

  it('deletes only where an empty replacement is given', () => {
    expect(transform('replace', 'abc', { pattern: 'b', replacement: '' })).toBe('ac');
    expect(failure('replace', 'abc', { pattern: 'b' }).message).toMatch(/replacement is required/);
  });

  it('refuses a missing or empty pattern', () => {
    expect(failure('count_substring', 'abc').message).toMatch(/pattern is required.*missing/);
    expect(failure('replace', 'abc', { pattern: '' }).message).toMatch(/pattern.*empty/);
  });

  it('refuses a result that would fill the memory', () => {
    const error = failure('replace', 'a'.repeat(200_000), {
      pattern: 'a',
      replacement: 'b'.repeat(100_000),
    });
    expect(error.code).toBe('invalid_arguments');
  });
});

describe('identifiers', () => {
  it.each([
    ['slug', "Crème Brûlée & Straße: don't!", 'creme-brulee-strasse-dont'],
    ['slug', '你好 World', '你好-world'],
    ['slug', 'Й в кафе', 'й-в-кафе'],
    ['snake_case', 'HTTPServer helloWorld', 'http_server_hello_world'],
    ['kebab_case', 'Hello big_world', 'hello-big-world'],
    ['camel_case', 'hello big-world', 'helloBigWorld'],
    ['pascal_case', 'hello big.world', 'HelloBigWorld'],
    ['slug', '!!!', ''],
  ] as const)('%s of %j', (operation, text, expected) => {
    expect(transform(operation, text)).toBe(expected);
  });
});

describe('encodings', () => {
  it('encodes and decodes Base64 of UTF-8', () => {
    expect(transform('base64_encode', '你好?>')).toBe('5L2g5aW9Pz4=');
    expect(transform('base64_encode', '你好?>', { urlSafe: true })).toBe('5L2g5aW9Pz4');
    expect(transform('base64_decode', '5L2g\n5aW9Pz4')).toBe('你好?>');
    expect(transform('base64_decode', '77u_YQ')).toBe('\ufeffa');
  });

  it.each(['a', 'YQ=', 'Y*==', 'YQ==='])('refuses %j as Base64', (text) => {
    expect(failure('base64_decode', text).code).toBe('invalid_arguments');
  });

  it('refuses bytes that are not text, and half characters', () => {
    expect(failure('base64_decode', '//79').code).toBe('tool_error');
    expect(failure('base64_encode', 'a\ud800').details).toEqual({ position: 1 });
    expect(failure('url_encode', '\udc00').code).toBe('invalid_arguments');
    expect(failure('sha256', '\udc00').code).toBe('invalid_arguments');
  });

  it('encodes and decodes for URLs', () => {
    expect(transform('url_encode', 'a b&c=你')).toBe('a%20b%26c%3D%E4%BD%A0');
    expect(transform('url_decode', 'a%20b+%E4%BD%A0')).toBe('a b+你');
    expect(failure('url_decode', '100%').message).toMatch(/%25/);
  });

  it('hashes the UTF-8 bytes (FIPS 180-2 test vectors)', () => {
    expect(transform('sha256', '')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(transform('sha256', 'abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('folds widths both ways', () => {
    expect(transform('halfwidth', 'ＡＢＣ　１２３！￥')).toBe('ABC 123!¥');
    expect(transform('fullwidth', 'AB 1~ ｶﾞｷ')).toBe('ＡＢ　１～　ガキ');
    expect(transform('halfwidth', 'カタカナ。')).toBe('カタカナ。');
  });

  it('normalises', () => {
    expect(transform('nfc', 'e\u0301')).toBe('\u00e9');
    expect(transform('nfd', '\u00e9')).toBe('e\u0301');
  });
});

describe('JSON', () => {
  it('changes white space only', () => {
    const text = ' {"b" : [1.0, 12345678901234567890,{}, [ ]],"a":"\\u00e9 \\" x","a":-0e+1}';
    expect(transform('json_minify', text)).toBe(
      '{"b":[1.0,12345678901234567890,{},[]],"a":"\\u00e9 \\" x","a":-0e+1}',
    );
    expect(transform('json_pretty', '{"a":[1,{"b":null}]}')).toBe(
      JSON.stringify({ a: [1, { b: null }] }, null, 2),
    );
    expect(transform('json_pretty', '\ufeff"x"')).toBe('"x"');
  });

  it.each([
    ['', 0],
    ['{a:1}', 1],
    ["{'a':1}", 1],
    ['[1,]', 3],
    ['{"a":1,}', 7],
    ['[1 2]', 3],
    ['1 2', 2],
    ['[01]', 1],
    ['{"a" 1}', 5],
    ['[1}', 2],
    [']', 0],
    ['[1', 2],
    ['"abc', 0],
    ['"a\nb"', 0],
    ['"\\x"', 0],
    ['nul', 0],
    ['{"a":}', 5],
    ['[,]', 1],
  ])('refuses %j at %i', (text, position) => {
    const error = failure('json_pretty', text);
    expect(error.code).toBe('invalid_arguments');
    expect(error.details).toEqual({ position });
    expect(() => JSON.parse(text) as unknown).toThrow();
  });

  it('counts a byte order mark in positions', () => {
    expect(failure('json_pretty', '\ufeff{a:1}').details).toEqual({ position: 2 });
    expect(failure('json_minify', '\ufeff[1').details).toEqual({ position: 3 });
  });

  it('finds the end of a text behind any number of escapes', () => {
    const text = `"${'\\\\'.repeat(5_000_000)}\\""`;
    expect(transform('json_pretty', text)).toBe(text);
    expect(failure('json_pretty', `[${text.slice(0, -1)}`).details).toEqual({ position: 1 });
    expect(transform('json_minify', '[ "\\\\" , "\\"" ]')).toBe('["\\\\","\\""]');
  });

  it('refuses deep nesting instead of running out of memory', () => {
    expect(failure('json_pretty', '['.repeat(50_000)).message).toMatch(/100 levels/);
    expect(transform('json_minify', `${'['.repeat(100)}${']'.repeat(100)}`)).toHaveLength(200);
  });
});

it('refuses an operation that only an untyped caller can name', () => {
  expect(failure('rot13' as TextOperation, 'x').message).toMatch(/Unknown operation "rot13"/);
});
