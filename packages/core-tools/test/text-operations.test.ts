import { describe, expect, it } from 'vitest';

import {
  type CoreToolError,
  type TextOperation,
  type TransformOptions,
  transformText,
} from '../src/text.ts';
import { failureOf } from './answer.ts';

type OperationCase = readonly [
  operation: TextOperation,
  text: string,
  expected: string,
  options?: TransformOptions,
];

const cases: readonly OperationCase[] = [
  // Case
  ['uppercase', 'ß ﬁ ŉ', 'SS FI ʼN'],
  ['uppercase', 'ijsland', 'IJSLAND'],
  ['lowercase', 'ΣΑΣ ΣΑΣ.', 'σας σας.'],
  ['lowercase', 'İI', 'i̇i'],
  ['lowercase', 'ΑΙ DŽ Ω', 'αι dž ω'],
  ['uppercase', 'ii', 'İİ', { locale: 'az' }],
  ['lowercase', 'IİI', 'ıiı', { locale: 'tr' }],
  ['uppercase', '你好 abc', '你好 ABC'],
  ['uppercase', '👍🏽é', '👍🏽É'],
  ['titlecase', 'hello world', 'Hello World'],
  ['titlecase', 'HELLO WORLD', 'Hello World'],
  ['titlecase', "it's o'clock", "It's O'clock"],
  ['titlecase', 'l’été', 'L’été'],
  ['titlecase', 'jean-luc', 'Jean-Luc'],
  ['titlecase', '21st 3D x-ray', '21st 3d X-Ray'],
  ['titlecase', 'привет мир', 'Привет Мир'],
  ['titlecase', 'ǆungla ǉubav ǌ', 'ǅungla ǈubav ǋ'],
  ['titlecase', 'ﬂat ßen', 'Flat Ssen'],
  ['titlecase', 'ὀδυσσεύς', 'Ὀδυσσεύς'],
  ['titlecase', 'हिन्दी', 'हिन्दी'],
  ['titlecase', 'a\nb\tc', 'A\nB\tC'],
  ['titlecase', '(hello) "world"', '(Hello) "World"'],
  ['titlecase', '𐐨𐐩', '𐐀𐐩'],
  ['titlecase', "rock 'n' roll", "Rock 'N' Roll"],
  // Reverse
  ['reverse', 'abc', 'cba'],
  ['reverse', 'a\r\nb', 'b\r\na'],
  ['reverse', 'a\n\rb', 'b\r\na'],
  ['reverse', 'e\u0301a', 'ae\u0301'],
  ['reverse', '🇨🇳🇺🇸', '🇺🇸🇨🇳'],
  ['reverse', '한국', '국한'],
  ['reverse', 'नमस्ते', 'स्तेमन'],
  ['reverse', 'สวัสดี', 'ดีสวัส'],
  ['reverse', '1️⃣2️⃣', '2️⃣1️⃣'],
  ['reverse', 'a\u0301', 'a\u0301'],
  ['reverse', '', ''],
  ['reverse', '👨‍👩‍👧x', 'x👨‍👩‍👧'],
  ['reverse', 'ab\ud800', '\ud800ba'],
  // Trim and lines
  ['trim', '  a  ', 'a'],
  ['trim', '\ta\t\n\tb\t', 'a\nb'],
  ['trim', ' a \r\n b \r\n', 'a\r\nb'],
  ['trim', '\n\n a\n\n\nb \n\n', 'a\n\n\nb'],
  ['trim', '  a\n  b  ', 'a\n  b', { scope: 'ends' }],
  ['trim', '\u2003a\u3000\u00a0', 'a'],
  ['trim', '\u200ba', '\u200ba'],
  ['trim', ' \n ', ''],
  ['trim', 'a\r b', 'a\rb'],
  ['remove_duplicates', 'a\nb\na\n', 'a\nb\n'],
  ['remove_duplicates', 'a\nA\na', 'a\nA'],
  ['remove_duplicates', 'a \na', 'a \na'],
  ['remove_duplicates', '\u00e9\ne\u0301', '\u00e9\ne\u0301'],
  ['remove_duplicates', 'x\r\nx\r\ny', 'x\r\ny'],
  ['remove_duplicates', '__proto__\n__proto__', '__proto__'],
  ['remove_duplicates', '', ''],
  ['remove_duplicates', '\n', '\n'],
  ['sort_lines', 'b\na\nc', 'a\nb\nc'],
  ['sort_lines', 'b\r\na\r\n', 'a\r\nb\r\n'],
  ['sort_lines', 'b\na\n\n', '\na\nb\n'],
  ['sort_lines', '10\n9\n1', '1\n10\n9'],
  ['sort_lines', '10\n9\n1', '1\n9\n10', { numeric: true }],
  ['sort_lines', 'x10\nx9', 'x9\nx10', { numeric: true }],
  ['sort_lines', '-1\n-2\n0.5', '0.5\n-1\n-2', { numeric: true, descending: true }],
  ['sort_lines', 'é\nz\ne', 'e\né\nz'],
  ['sort_lines', 'ä\nz\na', 'a\nz\nä', { locale: 'sv' }],
  ['sort_lines', 'b\nB\na\nA', 'a\nA\nb\nB'],
  ['sort_lines', '王\n张', '张\n王'],
  // Count and replace
  ['count_substring', 'banana', '1', { pattern: 'ana' }],
  ['count_substring', 'a+a+a', '2', { pattern: '+' }],
  ['count_substring', 'Aa', '1', { pattern: 'a' }],
  ['count_substring', '今天今天', '2', { pattern: '今天' }],
  ['replace', 'a.b.c', 'a-b-c', { pattern: '.', replacement: '-' }],
  ['replace', 'aaa', 'ba', { pattern: 'aa', replacement: 'b' }],
  ['replace', 'x', '$&$1$$', { pattern: 'x', replacement: '$&$1$$' }],
  ['replace', '(a)', '[a)', { pattern: '(', replacement: '[' }],
  ['replace', 'a\nb', 'a b', { pattern: '\n', replacement: ' ' }],
  ['replace', 'abc', 'abc', { pattern: 'x', replacement: 'y' }],
  // Identifiers
  ['slug', 'Ångström & Søn', 'angstrom-son'],
  ['slug', 'Łódź Đà Nẵng Þór', 'lodz-da-nang-thor'],
  ['slug', '  --a--  ', 'a'],
  ['snake_case', 'parseHTTPResponse2', 'parse_http_response2'],
  ['camel_case', 'the-quick brown_fox', 'theQuickBrownFox'],
  ['pascal_case', "don't stop", 'DontStop'],
  ['kebab_case', 'XMLHttpRequest', 'xml-http-request'],
  ['snake_case', 'Привет Мир', 'привет_мир'],
  // Encodings
  ['base64_encode', '', ''],
  ['base64_decode', 'aGk=', 'hi'],
  ['base64_decode', 'aGk', 'hi'],
  ['base64_decode', '8J+Rjw==', '👏'],
  ['url_encode', "é/?#[]@!$&'()*+,;= ", "%C3%A9%2F%3F%23%5B%5D%40!%24%26'()*%2B%2C%3B%3D%20"],
  ['url_decode', '%E4%BD%A0+%2B', '你++'],
  ['md5', '', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['md5', 'message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['sha256', '你好', '670d9743542cae3ea7ebe36af56bd53648b0a1126162e78d81a32934a711302e'],
  ['halfwidth', 'Ｈｅｌｌｏ，　ｗｏｒｌｄ！￦￠', 'Hello, world!₩¢'],
  ['fullwidth', 'Hi! ¥5', 'Ｈｉ！　￥５'],
  ['fullwidth', 'ｱｲｳ ﾊﾟ', 'アイウ　パ'],
  ['nfc', 'か\u3099', 'が'],
  ['nfd', 'Å', 'A\u030a'],
  // HTML
  [
    'html_encode',
    `<a href="x">it's & that</a>`,
    '&lt;a href=&quot;x&quot;&gt;it&#39;s &amp; that&lt;/a&gt;',
  ],
  ['html_decode', '&lt;b&gt; &amp;amp; &quot;&#39;&apos;', "<b> &amp; \"''"],
  ['html_decode', '&eacute;&Uuml;&scaron;&ntilde;&ccedil;&aring;', 'éÜšñçå'],
  ['html_decode', '&nbsp;&copy;&hellip;&euro;&mdash;&rarr;', '\u00a0©…€—→'],
  ['html_decode', '&#65;&#x41;&#X1F44D;', 'AA👍'],
  ['html_decode', '&#128;&#0;&#xD800;&#x110000;&#99999999;', '€\ufffd\ufffd\ufffd\ufffd'],
  ['html_decode', 'AT&T &copy 5 &nosuch; &; &#; &#x;', 'AT&T &copy 5 &nosuch; &; &#; &#x;'],
  ['html_decode', '&constructor; &toString;', '&constructor; &toString;'],
  // Extraction
  [
    'extract_emails',
    'Write to a.b+c@mail.example.org, or <x@y.co>.',
    'a.b+c@mail.example.org\nx@y.co',
  ],
  ['extract_emails', '邮箱：test@qq.com。müller@web.de', 'test@qq.com\nmüller@web.de'],
  ['extract_emails', "mailto:me@a.io 'o'brien@b.org'", "me@a.io\no'brien@b.org"],
  [
    'extract_urls',
    'See https://a.com/x_(y). (http://b.org/?q=1#z), www.c.net!',
    'https://a.com/x_(y)\nhttp://b.org/?q=1#z\nwww.c.net',
  ],
  ['extract_urls', '请访问https://example.com/a，谢谢', 'https://example.com/a'],
  [
    'extract_urls',
    'https://a.io,https://b.io/x;ftp://c.io',
    'https://a.io\nhttps://b.io/x\nftp://c.io',
  ],
  [
    'extract_urls',
    'https://a.io/2024/https://b.io/?a=1,2;b',
    'https://a.io/2024/https://b.io/?a=1,2;b',
  ],
  ['extract_urls', '[t](https://md.io/a) <HTTP://B.CO>', 'https://md.io/a\nHTTP://B.CO'],
  [
    'extract_urls',
    'https://de.wikipedia.org/wiki/Köln ftp://[::1]/x',
    'https://de.wikipedia.org/wiki/Köln\nftp://[::1]/x',
  ],
  ['extract_numbers', 'Order 66: $1,234.50, -3.5e10 and +7', '66\n1,234.50\n-3.5e10\n+7'],
  ['extract_numbers', '2024-01-15 12:30', '2024\n01\n15\n12\n30'],
  ['extract_numbers', '共15人，占3.14%', '15\n3.14'],
  ['extract_numbers', '5kg, 3rd, .5 and -.5.', '5\n3\n.5\n-.5'],
  ['extract_numbers', '1,23 1,234,5 1e5 1e', '1\n23\n1\n234\n5\n1e5\n1'],
  ['extract_numbers', '１２３ ٣٥ 7', '１２３\n٣٥\n7'],
];

describe('operations', () => {
  it.each(
    cases.map((values) => ({ values, title: `${values[0]} of ${JSON.stringify(values[1])}` })),
  )('$title', ({ values: [operation, text, expected, options] }) => {
    expect(transformText(text, operation, options).text).toBe(expected);
  });
});

describe('what is not extracted', () => {
  it.each([
    ['extract_emails', 'a@b @x.com a@@b.com x@-a.com u@h.123 a..b@ a@b@c.com x@y.'],
    ['extract_urls', 'http:// https://. awww.x.com https://例子.中国 ftp:/x'],
    ['extract_numbers', 'v1.2.3 192.168.0.1 A4 x2 h2o 0x1F 1_000 ½ ² no'],
  ] as const)('%s of %j', (operation, text) => {
    expect(transformText(text, operation)).toEqual({
      text: '',
      count: 0,
      notes: ['The text holds none'],
    });
  });

  it('counts what is found', () => {
    expect(transformText('1 2 1', 'extract_numbers')).toEqual({
      text: '1\n2\n1',
      count: 3,
      notes: [],
    });
  });
});

describe('half characters', () => {
  it.each(['md5', 'sha256', 'base64_encode', 'url_encode'] as const)('%s refuses', (operation) => {
    const error: CoreToolError = failureOf(() => transformText('ab\udfff', operation));
    expect(error.code).toBe('invalid_arguments');
    expect(error.details).toEqual({ position: 2 });
  });
});

describe('a long text', () => {
  /** Texts that a careless search reads again from every place. */
  const units: readonly string[] = [
    ...[
      'a',
      'a@',
      '@',
      'www.',
      'http://a(',
      'http://-',
      '1',
      '1,',
      '123,',
      '1.',
      '0x',
      '-',
      '&',
      '&#1',
    ],
    ...[
      '\n',
      '\r',
      ' ',
      ' \n',
      "a'",
      'a.',
      'aB',
      'Σ',
      '\u0301',
      '🇺🇦',
      'ｶﾞ',
      '_',
      '%41',
      '"',
      '[',
      '{"a":',
    ],
  ];
  const operations: readonly TextOperation[] = [
    ...(['titlecase', 'lowercase', 'reverse', 'trim', 'remove_duplicates', 'sort_lines'] as const),
    ...(['replace', 'snake_case', 'slug', 'fullwidth', 'halfwidth', 'html_encode'] as const),
    ...(['html_decode', 'json_pretty', 'base64_decode', 'url_decode'] as const),
    ...(['extract_emails', 'extract_urls', 'extract_numbers'] as const),
  ];

  function cost(text: string, operation: TextOperation): number {
    const before = process.cpuUsage();
    try {
      transformText(text, operation, { pattern: 'a', replacement: 'bb' });
    } catch {
      // Not every text is Base64 or JSON; refusing has to be fast too.
    }
    const { user, system } = process.cpuUsage(before);
    return user + system;
  }

  it.each(operations)('%s takes linear time', (operation) => {
    const slow = units.filter((unit) => {
      const long = unit.repeat(Math.ceil(65_536 / unit.length));
      const best = Math.min(...Array.from({ length: 3 }, () => cost(long, operation)));
      // A quadratic search of 64 Ki units takes seconds.
      return best > 200_000;
    });
    expect(slow).toEqual([]);
  });
});
