import { coreTools } from '@mini-agent/core-tools';
import { expect, test } from 'vitest';
import { createTrivialCheck } from '../src/compose/trivial-task.ts';
import { ruleFamilies } from '../src/rules/families.ts';

const isTrivial = createTrivialCheck({ intents: ruleFamilies, tools: coreTools });

/** Everything that these ask for is what rules give. */
const trivial: readonly string[] = [
  'calculate 2+2',
  '15% of 80',
  'what is 12 times 12?',
  'What is (3+4)*5?',
  '2^10',
  'sqrt(15) + 8',
  'how much is 3.5 plus 2.25',
  'what is one hundred minus thirty seven',
  'compute 100 / 8',
  'please calculate 17 * 23',
  'average of 10, 20 and 30',
  '5 km in miles',
  'convert 100 cm to inches',
  'how many inches are in 3 feet?',
  '72°F in celsius',
  'how many minutes are in 2 hours',
  '1.5 kg to lb',
  'convert 3 cups to milliliters',
  'generate a uuid',
  'generate 3 uuids',
  'generate a 20-character password',
  'random number between 1 and 10',
  'roll a die',
  'flip a coin',
  'average of 3, 4 and 5',
  '7 factorial',
  'how many days between 2024-02-28 and 2024-03-01',
  'what day of the week is 2024-07-04',
  'what time is it in Tokyo?',
  'time in Asia/Shanghai',
  'what time is it?',
  "what is today's date?",
  'uppercase "hello world"',
  'reverse "abc"',
  'count the words in "why should I explain the steps"',
  'how many words are in "the quick brown fox"',
  'convert "Hello World" to lowercase',
  'calculate 2+2 and generate a uuid',
  'convert 5 km to miles, then calculate 12*12',
  'what is 15% of 80; what time is it in London?',
  '255 in hex',
  '计算 2+2',
  '80的15%是多少',
  '计算 sqrt(15) + 8',
  '二十五乘以四等于多少',
  '100厘米等于多少英寸',
  '5公里是多少英里',
  '三点五公斤等于多少斤',
  '生成一个UUID',
  '生成一个16位密码',
  '1到100之间的随机数',
  '掷骰子',
  '抛硬币',
  '从苹果、香蕉、橙子中选一个',
  '2024-01-01到2024-12-31有多少天',
  '东京现在几点',
  '今天星期几',
  '把“hello”转成大写',
  '统计“今天天气很好”的字数',
  '反转“abc”',
  '计算 2+2，然后生成一个UUID',
  '请帮我把 100 华氏度换算成摄氏度',
  '３＋４等于多少',
  '(12+8)/4',
  'round 3.14159 to 2 decimal places',
];

/** A model is to see these: they ask for more, for something else, or leave open what is meant. */
const others: readonly string[] = [
  'write a poem about love',
  'write a poem with 3 lines',
  'explain 2+2',
  'calculate 2+2 and explain',
  'calculate 2+2 and show your steps',
  'what is 15% of 80? show your work',
  'solve 12*12 step by step',
  'why is 2+2 4?',
  'what is 2+2, and why?',
  'convert 5 km to miles and explain the formula',
  'prove that 2+2=4',
  'what is 12*12 in words',
  'what is 2+2 as JSON',
  'answer in French: what is 2+2',
  'calculate 2+2 and write a haiku about it',
  'is 17 prime?',
  'is 2+2 equal to 5?',
  'is 15% of 80 more than 10?',
  'solve x + 2 = 5',
  'calculate my monthly budget',
  'calculate the tip and split it between us',
  'what is the population of Tokyo',
  'what is the weather in Tokyo',
  'what time should I call Tokyo?',
  'what time is it in Tokyo and is it a good time to call?',
  'remember that 2+2 is 4',
  'generate a password and save it',
  'generate a password for my bank and remember it',
  'email me a uuid',
  'generate a uuid in python',
  'write code to generate a uuid',
  'pick a good name for a cat',
  'choose the best laptop',
  'random fact',
  'give me a random joke',
  'count to ten',
  'count the words in my essay',
  'summarize "the quick brown fox"',
  'translate "hello" to French',
  'uppercase "hello" and translate it to German',
  'reverse the string in the previous answer',
  "don't calculate 2+2, just say hi",
  'calculate 2+2 but do not generate a uuid',
  'calculate 1/0',
  'add 5 kg to 3 m',
  'what day of the week is 2024-02-30',
  '"calculate 2+2"',
  'time',
  'password',
  'multiply the result by 4',
  'and in miles?',
  'how many days until the next full moon',
  'plan a trip to Tokyo for 3 days',
  'compare 5 km and 3 miles',
  'what is 5 km in miles compared to a marathon',
  'what is 2+2? verify it',
  'is it correct that 5 km is 3.1 miles?',
  'uppercase hello and write it on the wall',
  // Where an unquoted text or list ends is a guess.
  'pick one of tea, coffee and water',
  'shuffle a, b, c, d',
  'shuffle the deck and deal five cards',
  'search the web for 2+2',
  'use the calculator and the search tool: 2+2',
  'think carefully: what is 2+2',
  `calculate ${'1+'.repeat(200)}1`,
  '',
  'hello',
  '写一首诗',
  '写一首三行的诗',
  '计算 2+2 并解释',
  '计算 2+2，写出步骤',
  '为什么 2+2 等于 4',
  '2+2等于5对吗',
  '80的15%是多少？说明理由',
  '5公里是多少英里，用英文回答',
  '证明 2+2=4',
  '生成一个UUID并保存',
  '生成一个密码并发邮件给我',
  '东京天气怎么样',
  '东京现在几点，适合打电话吗',
  '把“hello”翻译成中文',
  '统计我的文章的字数',
  '推荐一个随机数算法',
  '不要计算 2+2',
  '计算 1/0',
  '刚才的结果乘以 4',
  '把结果转成大写',
  '密码',
  '如果 2+2 等于 4，就生成一个UUID',
  '比较 5公里 和 3英里',
  '从上面的列表中选一个最好的',
  '用 Python 计算 2+2',
];

test('the tables are tables', () => {
  expect(trivial.length).toBeGreaterThan(60);
  expect(others.length).toBeGreaterThan(60);
});

test.each(trivial.map((task) => ({ task })))('needs no model: $task', async ({ task }) => {
  expect(await isTrivial(task)).toBe(true);
});

test.each(others.map((task) => ({ task: task || '(empty)', given: task })))(
  'is for a model: $task',
  async ({ given }) => {
    expect(await isTrivial(given)).toBe(false);
  },
);

test('what a task asks for beside its orders makes it one for a model', async () => {
  const more = [
    ' and explain why',
    ', step by step',
    '. Then tell me a story about it',
    ' and say it in Japanese',
    '，并说明原因',
    '，然后写一首诗',
    ' if it rains',
    ' for my homework, with reasons',
  ];
  for (const task of trivial) {
    for (const end of more) {
      const longer = `${task.replace(/[?.]$/, '')}${end}`;
      expect([longer, await isTrivial(longer)]).toEqual([longer, false]);
    }
  }
});

test('a tool that is missing, or rules that cannot be loaded, leave a task to a model', async () => {
  const withoutTools = createTrivialCheck({ intents: ruleFamilies, tools: [] });
  expect(await withoutTools('calculate 2+2')).toBe(false);
  const broken = ruleFamilies.map((family) => ({
    ...family,
    load: () => Promise.reject(new Error('no such file')),
  }));
  const unloadable = createTrivialCheck({ intents: broken, tools: coreTools });
  expect(await unloadable('calculate 2+2')).toBe(false);
});
