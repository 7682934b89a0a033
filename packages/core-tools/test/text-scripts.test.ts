import { describe, expect, it } from 'vitest';

import { textStatistics } from '../src/text.ts';

/** Text, characters, words, sentences. */
type Counts = readonly [text: string, characters: number, words: number, sentences: number];

function check([text, characters, words, sentences]: Counts): void {
  expect(textStatistics(text)).toMatchObject({ characters, words, sentences });
}

const english: readonly Counts[] = [
  ['Hello, world!', 13, 2, 1],
  ["It's John's dog.", 16, 3, 1],
  ['rock ’n’ roll', 13, 3, 1],
  ['well-known state-of-the-art', 27, 2, 1],
  ['Yes/no and/or', 13, 4, 1],
  ['$3.50, 1,000.25 and 50%', 23, 4, 1],
  ['3.14.15', 7, 1, 1],
  ['10:30-11:45', 11, 1, 1],
  ['C++ and C#', 10, 3, 1],
  ['foo.bar.baz()', 13, 1, 1],
  ['a--b', 4, 2, 1],
  ['—Stop!—', 7, 1, 1],
  ['(see above)', 11, 2, 1],
  ['x=1;y=2', 7, 4, 1],
  ['snake_case kebab-case camelCase', 31, 3, 1],
  ["'tis the season", 15, 3, 1],
  ['the boys’ toys', 14, 3, 1],
  ['naïve café résumé', 17, 3, 1],
  ['co\u2011op re\u2010do', 11, 2, 1],
  ['one\ttwo\nthree', 13, 3, 1],
  ['one\u00a0two', 7, 2, 1],
  ['a, b; c: d', 10, 4, 1],
  ['user@example.com', 16, 2, 1],
  ['https://example.com/a?b=c', 25, 5, 1],
  ['#tag @name', 10, 2, 1],
  ['...', 3, 0, 1],
  ['?!', 2, 0, 1],
  ['1st 2nd 3rd', 11, 3, 1],
  ['½ cup', 5, 2, 1],
  ['x² + y²', 7, 2, 1],
];

const sentences: readonly Counts[] = [
  ['He left. She stayed.', 20, 4, 2],
  ['Is it? Yes!', 11, 3, 2],
  ['Wait!! What??', 13, 2, 2],
  ['Mr. Smith met Mrs. Jones.', 25, 5, 1],
  ['Dr. Who? Dr. No.', 16, 4, 2],
  ['I live on Main St. It is quiet.', 31, 8, 2],
  ['See e.g. Smith or i.e. Jones.', 29, 6, 1],
  ['Cats vs. Dogs is a film.', 24, 6, 1],
  ['Apples, pears, etc. are fruit.', 30, 5, 1],
  ['Apples, pears, etc. They are fruit.', 35, 6, 2],
  ['The U.S. is big.', 16, 4, 1],
  ['He moved to the U.S. He likes it.', 33, 8, 2],
  ['At 5 a.m. we left.', 18, 5, 1],
  ['We left at 5 a.m. Then it rained.', 33, 8, 2],
  ['J. K. Rowling wrote it.', 23, 5, 1],
  ['Fig. 3 and Fig. 4 differ.', 25, 6, 1],
  ['No. 5 is alive.', 15, 4, 1],
  ['Did he say no? No. He did not.', 30, 8, 3],
  ['It costs $3.50. Buy it.', 23, 5, 2],
  ['Version 2.0.1 is out. Get it.', 29, 6, 2],
  ['Go to example.com. Sign in.', 27, 5, 2],
  ['“Hi.” “Bye.”', 12, 2, 2],
  ['He asked, “Why?” and left.', 26, 5, 1],
  ['“Why?” He left.', 15, 3, 2],
  ['(He left.) She stayed.', 22, 4, 2],
  ['Well... maybe.', 14, 2, 1],
  ['Well... Maybe.', 14, 2, 2],
  ['Well… maybe… not.', 17, 3, 1],
  ['Title\n\nText here.', 17, 3, 2],
  ['Line one\nline two.', 18, 4, 1],
  ['a.b.c', 5, 1, 1],
  ['He has a Ph.D. in maths.', 24, 6, 1],
  ['Acme Inc. makes it.', 19, 4, 1],
  ['Prof. Dr. Müller came.', 22, 4, 1],
  ['Jan. 5 is a Monday.', 19, 5, 1],
  ['It was Jan. He said so.', 23, 6, 2],
  ['¿Qué? ¡Sí!', 10, 2, 2],
  ['Stop! Now.', 10, 2, 2],
  ['Yahoo! is a company.', 20, 4, 2],
  ['1. One\n2. Two', 13, 4, 2],
  ['End.\r\nNext.', 10, 2, 2],
  ['She said: "Go." I went.', 23, 5, 2],
  ['one.', 4, 1, 1],
  ['.net is old. C is older.', 24, 6, 2],
  ['Mt. Everest is high. So is K2.', 30, 7, 2],
];

const chinese: readonly Counts[] = [
  ['你好', 2, 2, 1],
  ['你好，世界！', 6, 4, 1],
  ['今天很好。明天也好。', 10, 8, 2],
  ['真的吗？真的！', 7, 5, 2],
  ['他说：“好。”然后走了。', 12, 7, 2],
  ['我有3个苹果。', 7, 6, 1],
  ['我用iPhone拍照', 10, 5, 1],
  ['GDP增长3.5%', 9, 4, 1],
  ['第1章　开始', 6, 5, 1],
  ['一……二', 4, 2, 2],
  ['《红楼梦》是小说。', 9, 6, 1],
  ['北京、上海和广州', 8, 7, 1],
  ['Hello，世界。', 9, 3, 1],
  ['你好\n\n再见', 6, 4, 2],
  ['你好\n再见', 5, 4, 1],
  ['𠮷野家', 3, 3, 1],
  ['〇一二', 3, 3, 1],
  ['价格：￥100', 7, 3, 1],
  ['２０２４年', 5, 2, 1],
  ['３．１４', 4, 1, 1],
  ['繁體中文字', 5, 5, 1],
  ['漢字 汉字', 5, 4, 1],
  ['A。B。', 4, 2, 2],
  ['好！！！', 4, 1, 1],
  ['好吗？！', 4, 2, 1],
  ['电话：010-12345678。', 16, 3, 1],
  ['（注）', 3, 1, 1],
  ['“你好！”他说。', 8, 4, 2],
];

const japanese: readonly Counts[] = [
  ['こんにちは', 5, 5, 1],
  ['カタカナ', 4, 4, 1],
  ['コーヒー', 4, 4, 1],
  ['東京タワー', 5, 5, 1],
  ['日本語です。はい。', 9, 7, 2],
  ['か\u3099', 1, 1, 1],
  ['が', 1, 1, 1],
  ['ﾃｽﾄ', 3, 3, 1],
  ['人々', 2, 2, 1],
  ['「はい。」と言った。', 10, 6, 2],
  ['Tシャツ', 4, 4, 1],
  ['ｶﾞｽ', 2, 2, 1],
  ['えっ！？本当？', 7, 4, 2],
];

const korean: readonly Counts[] = [
  ['안녕하세요', 5, 1, 1],
  ['안녕 세계', 5, 2, 1],
  ['나는 학생입니다. 너는?', 13, 3, 2],
  ['한국어'.normalize('NFD'), 3, 1, 1],
  ['서울에서 3시에', 8, 2, 1],
  ['대한민국은 민주공화국이다.', 14, 2, 1],
  ['漢字와 한글', 6, 4, 1],
  ['ㅋㅋㅋ', 3, 1, 1],
];

const thai: readonly Counts[] = [
  ['ภาษาไทย', 7, 2, 1],
  ['สวัสดี', 4, 1, 1],
  ['ไทย thai', 8, 2, 1],
  ['น้ำ', 1, 1, 1],
  ['ພາສາລາວ', 7, 2, 1],
];

const arabicAndHebrew: readonly Counts[] = [
  ['مرحبا بالعالم', 13, 2, 1],
  ['كيف حالك؟ بخير.', 15, 3, 2],
  ['السَّلَامُ عَلَيْكُمْ', 12, 2, 1],
  ['١٢٣ كتاب', 8, 2, 1],
  ['שלום עולם', 9, 2, 1],
  ['שלום. להתראות.', 14, 2, 2],
  ['بِسْمِ', 3, 1, 1],
  ['لا\u200cيمكن', 6, 1, 1],
  ['۔سلام', 5, 1, 1],
];

const hindi: readonly Counts[] = [
  ['नमस्ते', 3, 1, 1],
  ['हिन्दी भाषा', 5, 2, 1],
  ['यह है। वह है।', 11, 4, 2],
  ['क्षत्रिय', 3, 1, 1],
  ['मैं घर गया॥', 8, 3, 1],
  ['বাংলা', 2, 1, 1],
  ['தமிழ்', 3, 1, 1],
];

const emoji: readonly Counts[] = [
  ['👍', 1, 0, 1],
  ['👍🏽👍🏿', 2, 0, 1],
  ['👨‍👩‍👧‍👦', 1, 0, 1],
  ['👩🏽‍🚀 lift-off', 10, 1, 1],
  ['🇨🇳🇺🇸🇫🇷', 3, 0, 1],
  ['🇨🇳🇺', 2, 0, 1],
  ['1️⃣2️⃣', 2, 0, 1],
  ['❤️ love', 6, 1, 1],
  ['🏳️‍🌈🏴‍☠️', 2, 0, 1],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 1, 0, 1],
  ['😀😃 Hi! 😀', 8, 1, 1],
  ['Nice.👍 Good.', 12, 2, 1],
  ['Nice. 👍 Good.', 13, 2, 2],
  ['©2024 ®', 7, 1, 1],
  ['☺︎', 1, 0, 1],
  ['a\u200db', 2, 1, 1],
  ['ok👌🏻ok', 5, 2, 1],
];

const forms: readonly Counts[] = [
  ['e\u0301', 1, 1, 1],
  ['cafe\u0301 bar', 8, 2, 1],
  ['\u0301', 1, 0, 1],
  ['a\u0301\u0302\u0303b', 2, 1, 1],
  ['Å\u0323'.normalize('NFD'), 1, 1, 1],
  ['Việt Nam'.normalize('NFD'), 8, 2, 1],
  ['\r\n', 1, 0, 0],
  ['\n\r', 2, 0, 0],
  ['a\r\nb\r\nc', 5, 3, 1],
  ['a\rb', 3, 2, 1],
  ['a\r\n\r\nb', 4, 2, 2],
  ['\u200b', 1, 0, 1],
  ['soft\u00adhyphen', 11, 1, 1],
  ['a\ufeffb', 3, 2, 1],
  ['\ud800a', 2, 1, 1],
  ['a\udc00b', 3, 2, 1],
  ['𝑨𝑩 𝑪', 4, 2, 1],
  ['', 0, 0, 0],
  [' ', 1, 0, 0],
  ['\u0d4eക', 1, 1, 1],
];

describe.each([
  ['English', english],
  ['sentences', sentences],
  ['Chinese', chinese],
  ['Japanese', japanese],
  ['Korean', korean],
  ['Thai and Lao', thai],
  ['Arabic and Hebrew', arabicAndHebrew],
  ['Hindi and its kin', hindi],
  ['emoji', emoji],
  ['forms and line ends', forms],
])('characters, words and sentences: %s', (_, cases) => {
  it.each(cases)('%j', (...counts) => {
    check(counts);
  });
});
