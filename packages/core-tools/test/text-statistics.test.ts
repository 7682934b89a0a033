import { describe, expect, it } from 'vitest';

import { textStatistics } from '../src/text.ts';

function topWords(text: string, count = 5): string {
  const { topWords: top } = textStatistics(text, { topWords: count });
  return top.map(({ word, count: times }) => `${word}:${times}`).join(' ');
}

describe('characters', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['a\r\nb', 3],
    ['e\u0301', 1],
    ['🇺🇦🇫🇷', 2],
    ['नमस्ते', 3],
    ['각', 1],
    ['\ud800', 1],
  ])('%j has %i', (text, expected) => {
    expect(textStatistics(text).characters).toBe(expected);
  });

  it('also counts code points, UTF-16 units, bytes and characters without spaces', () => {
    expect(textStatistics('é 👍\r\n')).toMatchObject({
      characters: 4,
      charactersWithoutSpaces: 2,
      codePoints: 5,
      utf16Units: 6,
      bytes: 9,
    });
  });
});

describe('words', () => {
  it.each([
    ["don't stop", 2],
    ['e-mail and 3.14 and 1,234', 5],
    ['at 12:30 sharp', 3],
    ['one—two – three -- four', 4],
    ['snake_case __init__ ____', 2],
    ['and/or', 2],
    ['iPhone手机 15 Pro', 5],
    ['5年级', 3],
    ['안녕 하세요', 2],
    ['ภาษาไทยง่ายมาก', 4],
    ['👍 👩‍👩‍👦‍👦 ½ 1️⃣', 1],
    ['がぎぐ', 3],
    ['\u200bzero\u200bwidth', 2],
    ['co\u00adoperate', 1],
    ["'quoted' «mots»", 2],
    ['me@example.com', 2],
    ['!?#', 0],
  ])('%j has %i', (text, expected) => {
    expect(textStatistics(text).words).toBe(expected);
  });

  it('measures the average length in characters', () => {
    expect(textStatistics('hello wörld').averageWordLength).toBe(5);
    expect(textStatistics('cafe\u0301').averageWordLength).toBe(4);
    expect(textStatistics('...').averageWordLength).toBe(0);
  });
});

describe('top words', () => {
  it('folds case and normal form and shows the first spelling in lower case', () => {
    expect(topWords('Café CAFÉ cafe\u0301 tea')).toBe('café:3 tea:1');
    expect(topWords('straße STRASSE')).toBe('straße:2');
    expect(topWords('ΟΔΟΣ οδος')).toBe('οδος:2');
    expect(topWords('ẞ ß SS ss')).toBe('ß:4');
    expect(topWords('kız KIZ kiz')).toBe('kiz:2 kız:1');
  });

  it('orders equal counts by first occurrence', () => {
    expect(topWords('b a c a b d', 3)).toBe('b:2 a:2 c:1');
  });

  it('cuts Chinese and Japanese into dictionary words and keeps one-letter words', () => {
    expect(topWords('我们去公园，我们很高兴', 2)).toBe('我们:2 去:1');
    expect(topWords('I am I', 1)).toBe('i:2');
  });

  it('keeps rare characters with the word that follows them, also across chunks', () => {
    expect(topWords('𠮷野家的𠮷野家', 1)).toBe('𠮷野家:2');
    expect(topWords('𠮷野家'.repeat(500), 1)).toBe('𠮷野家:500');
  });

  it('finds the same words in a long run as in its pieces', () => {
    expect(topWords('今天天气很好'.repeat(400), 3)).toBe('今天:400 天气:400 很好:400');
  });

  it('lists none when none are wanted', () => {
    expect(textStatistics('a b', { topWords: 0 }).topWords).toEqual([]);
  });
});

describe('sentences', () => {
  it.each([
    ['', 0],
    ['  \n\t ', 0],
    ['no terminator', 1],
    ['👍', 1],
    ['One. Two! Three?', 3],
    ['Really?! Yes.', 2],
    ['Mr. and Mrs. Brown met Prof. Oak vs. St. John etc. in town.', 1],
    ['Fig. 3 shows No. 5.', 1],
    ['See p. 5. Done.', 2],
    ['Yes. no. maybe.', 1],
    ['one. two. three.', 3],
    ['hello there. how are you? i am fine.', 3],
    ['see fig. 3 and e.g. this.', 1],
    ['wait... what', 1],
    ['See Fig. 3 and No. 5, e.g. The Hague, i.e. Holland.', 1],
    ['No. I will not. No! Fig. Leaf.', 5],
    ['We met at 5 p.m. in the U.S. office of Acme Inc. and Beta Ltd. again.', 1],
    ['We met at 5 p.m. He left.', 2],
    ['The U.S. Government agreed.', 1],
    ['J. R. R. Tolkien wrote. He smoked.', 2],
    ['Plan B. It works.', 2],
    ['Version 1.2.3 costs 3.50 at https://a.io/?q=1!x today.', 1],
    ['Wait... what? Wait... What?', 3],
    ['好……然后呢？', 2],
    ['“Hello!” he said. “Bye.” She left.', 3],
    ['He said “no.” Then he left.', 2],
    ['第一句。第二句！“第三句？”第四句', 4],
    ['1. First item', 1],
    ['1. Buy milk.\n2. Call Bob.', 2],
    ['Title\n\nBody text.', 2],
    ['wrapped\nline. Next', 2],
    ['I like it.Really', 1],
    ['He said 3.中文', 2],
    ['यह एक वाक्य है। यह दूसरा है।', 2],
    ['Nice. 👍', 1],
    ['. . .', 1],
    // Chinese follows a dot without a space: list items, abbreviations, or the end of a sentence.
    ['1.打开文件。\n2.保存文件。', 2],
    ['1.打开文件。2.保存文件。', 2],
    ['1. 打开文件。2. 保存文件。', 2],
    ['１．打开文件。\n２．保存文件。', 2],
    ['A.中国 B.美国 C.日本', 1],
    ['Dr.李和Mrs.王来了。U.S.A.是美国。', 2],
    ['他看书、e.g.小说。', 1],
    ['No.我不去。', 2],
    ['答案是B.因为它大。', 2],
    ['共三个.没有了.', 2],
    ['これは本である．あれは紙である．', 2],
    ['  1. Buy milk.\n\t2. Call Bob.', 2],
    ['It costs 5. Then 6. Done.', 3],
    // A capital of its own for the beginning of words, and the same in two code points.
    ['well…ᾩδή', 2],
    ['well…\u03a9\u0314\u0301\u0345δή', 2],
    ['so…ǅep', 2],
  ])('%j has %i', (text, expected) => {
    expect(textStatistics(text).sentences).toBe(expected);
  });
});

describe('paragraphs and lines', () => {
  it.each([
    ['', 0, 0],
    [' \n ', 0, 2],
    ['a', 1, 1],
    ['a\nb', 1, 2],
    ['a\n\nb', 2, 3],
    ['a\r\n \t\r\nb\r\n', 2, 3],
    ['a\rb\r\rc', 2, 4],
    ['a\u0085\u0085b', 2, 1],
    ['a\u2029b', 2, 1],
  ])('%j has %i paragraphs and %i lines', (text, paragraphs, lines) => {
    expect(textStatistics(text)).toMatchObject({ paragraphs, lines });
  });
});
