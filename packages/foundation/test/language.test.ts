import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detectLanguage } from '../src/language.ts';

test.each([
  ['', 'en'],
  ['1 + 2 = ?', 'en'],
  ['Convert 100 cm to inches', 'en'],
  ['Was kostet das Gerät in München?', 'en'],
  ['计算 sqrt(15) + 8', 'zh'],
  ['把 3 km 换算成 mile', 'zh'],
  ['請翻譯這段文字', 'zh'],
  ['東京の人口は？', 'ja'],
  ['サーバーを再起動して', 'ja'],
  ['서울의 인구는?', 'ko'],
  ['Count the characters of "今天天气很好，我们去公园吧"', 'en'],
  ['统计 "hello wonderful world, how are you" 的字数', 'zh'],
  ['把“こんにちは”翻译成中文', 'zh'],
  ['「Hello」を日本語にして', 'ja'],
  ['"你好"', 'zh'],
] as const)('the language of %j is %s', (text, language) => {
  expect(detectLanguage(text)).toBe(language);
});

test('a long text is judged by its beginning, in linear time', () => {
  const started = performance.now();
  expect(detectLanguage('中'.repeat(5000) + 'a'.repeat(1_000_000))).toBe('zh');
  expect(detectLanguage('"'.repeat(1_000_000))).toBe('en');
  expect(performance.now() - started).toBeLessThan(1000);
});

test('every text has a language', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(['en', 'zh', 'ja', 'ko']).toContain(detectLanguage(text));
    }),
  );
});
