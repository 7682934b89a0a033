import { detectLanguage } from '@mini-agent/foundation/language';
import { readTask } from '@mini-agent/llm-router/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ruleIntents } from '../../src/rules/index.ts';
import { meaningsOf } from './run-task.ts';

const understood: Readonly<Record<string, string>> = {
  'convert 100 cm to inches': 'conv 100 cm in',
  'Convert 1,250.5 m to km': 'conv 1250.5 m km',
  'generate a uuid': 'uuid',
  'give me three uuids': 'uuid 3',
  'what is 15% of 80': 'calc 12',
  'calculate (2+3)*4': 'calc 20',
  'twenty five plus seventeen': 'calc 42',
  'add one hundred and five and 5': 'calc 110',
  'average of 4, 8 and 12': 'calc 8',
  'what time is it in Tokyo': 'now Asia/Tokyo',
  'what is the date and time in Paris': 'now Europe/Paris',
  'how many days between 2024-02-28 and March 1, 2024': 'diff 2024-02-28 2024-03-01',
  'roll a die': 'random 1 6',
  'random number between 1 and 10': 'random 1 10',
  'generate a 20-character password without symbols': 'password 20 no symbols',
  'count the words in "one, two and then three"': 'stats one, two and then three',
  "reverse 'a; b'": 'reverse a; b',
  'pick one of red, green and blue': 'pick red|green|blue',
  把5公里换算成英里: 'conv 5 km mi',
  计算3乘以4: 'calc 12',
  '80的15%是多少': 'calc 12',
  东京现在几点: 'now Asia/Tokyo',
  生成一个16位密码: 'password 16',
  '2024年2月28日到2024年3月1日有多少天': 'diff 2024-02-28 2024-03-01',
  '统计“你好，然后再见”的字数': 'stats 你好，然后再见',
  '从苹果、香蕉和橘子中选一个': 'pick 苹果|香蕉|橘子',
  掷骰子: 'random 1 6',
};

const strange: readonly string[] = [
  'write a poem',
  'tell me a joke about 3 cats',
  'translate hello to French',
  'who won the world cup in 2022',
  'explain recursion',
  'send an email to Bob',
  'what is love',
  'call me at 555-1234',
  'is 5 km far',
  '写一首诗',
  '今天天气怎么样',
  '介绍一下北京',
  '第3-5章讲了什么',
];

const joiners = [
  ' and ',
  ', then ',
  '; ',
  '. ',
  ' and then ',
  '\n',
  '；',
  '，然后',
  '。',
  '，并且',
  '，再',
];

const part = fc.constantFrom(...Object.keys(understood));
const joiner = fc.constantFrom(...joiners);

function joined(parts: readonly string[], between: readonly string[]): string {
  return parts
    .map((text, index) => (index === 0 ? text : `${between[index - 1] ?? '; '}${text}`))
    .join('');
}

describe('a task of several parts', () => {
  const parts = fc.array(part, { minLength: 1, maxLength: 6 });
  const between = fc.array(joiner, { minLength: 5, maxLength: 5 });

  // Some joints leave it open where a list ends ("… green and blue and 从…"): such a task may be declined, never misread.
  test('means what its parts mean, in order, or is declined', { timeout: 30_000 }, () => {
    let declined = 0;
    const numRuns = 300;
    fc.assert(
      fc.property(parts, between, (texts, joints) => {
        const found = meaningsOf(joined(texts, joints));
        if (found.length === 0) declined += 1;
        else expect(found).toEqual(texts.map((text) => understood[text] ?? ''));
      }),
      { numRuns },
    );
    expect(declined).toBeLessThan(numRuns / 10);
  });

  test('ends where a line ends, also where the next one could go on', () => {
    expect(meaningsOf('average of 4, 8 and 12\nrandom number between 1 and 10')).toEqual([
      'calc 8',
      'random 1 10',
    ]);
  });

  test('is declined as a whole when one part is not understood', () => {
    fc.assert(
      fc.property(
        parts,
        between,
        fc.tuple(fc.constantFrom(...strange), fc.nat(6)),
        (texts, joints, [odd, place]) => {
          const at = Math.min(place, texts.length);
          const all = [...texts.slice(0, at), odd, ...texts.slice(at)];
          expect(meaningsOf(joined(all, [...joints, ' and ']))).toEqual([]);
        },
      ),
    );
  });
});

describe('any text', () => {
  const words = fc.constantFrom(
    ...'what is the of and then 5 km to miles 2+2 % 的 和 是 多少 十 半 " “ ” \' ( ) , ， . ! ？ \n uuid password 密码 日 2024-02-30 1/2 - x sqrt( half a dozen'.split(
      ' ',
    ),
  );
  const soup = fc.array(words, { maxLength: 40 }).map((list) => list.join(' '));
  const glued = fc.array(words, { maxLength: 40 }).map((list) => list.join(''));

  test.each([
    ['Unicode', fc.string({ unit: 'binary', maxLength: 300 })],
    [
      'lone surrogates and control characters',
      fc.array(fc.nat(0xffff), { maxLength: 100 }).map((codes) => String.fromCharCode(...codes)),
    ],
    ['words of the grammar', soup],
    ['words without spaces', glued],
  ])('of %s is read or declined, never an exception', (_name, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        const reading = readTask(text, { intents: ruleIntents, language: detectLanguage(text) });
        if (reading.understood) expect(reading.parts.length).toBeGreaterThan(0);
      }),
    );
  });
});
