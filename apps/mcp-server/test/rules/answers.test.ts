import { describe, expect, test } from 'vitest';
import { runTask } from './run-task.ts';

describe('the answer', () => {
  test('is the observations of the parts, one after the other', async () => {
    const { answer, errorCode } = await runTask('calculate 2+3; convert 1,000 m to km');
    expect(answer).toBe('Expression: 2+3\nResult: 5\n1000 m = 1 km');
    expect(errorCode).toBeUndefined();
  });

  test('to a Chinese task has Chinese headings', async () => {
    const { answer } = await runTask('计算3加4，然后把5公里换算成米');
    expect(answer).toBe('计算结果：\nExpression: 3 + 4\nResult: 7\n单位换算：\n5 公里 = 5000 米');
  });

  test('names units as the task does', async () => {
    expect((await runTask('convert 100 cm to inches')).answer).toBe(
      '100 cm = 39.37007874015748 inches',
    );
    expect((await runTask('华氏72度等于摄氏多少度')).answer).toContain('72 华氏度 = ');
  });

  test('rounds a conversion where the task asks for it, and says so', async () => {
    expect((await runTask('convert 3 km to miles, rounded to 2 decimals')).answer).toBe(
      '3 km = 1.86 miles (rounded to 2 decimal places)',
    );
    expect((await runTask('把10公里换算成英里，保留两位小数')).answer).toMatch(
      /10 公里 = 6\.21 英里（保留 2 位小数）$/,
    );
  });

  test('has the notes of a Chinese task in Chinese', async () => {
    expect((await runTask('5斤是多少千克')).answer).toMatch(
      /\n说明：市制单位.*。\n5 斤 = 2\.5 千克$/,
    );
    expect((await runTask('100+20%等于多少')).answer).toMatch(/\n说明：.*\nResult: 120$/);
  });

  test('goes on with the text that the part before made', async () => {
    expect((await runTask('reverse "abc" and uppercase it')).answer).toMatch(
      /Result: cba\n[\s\S]*Result: CBA$/,
    );
  });

  test('names weekdays in Chinese for a Chinese task', async () => {
    expect((await runTask('2024年3月1日是星期几')).answer).toContain('Friday（星期五）');
    expect((await runTask('东京现在几点')).answer).not.toMatch(/星期.*星期/);
    expect((await runTask('what day was 2024-03-01')).answer).toMatch(/Friday$/);
  });

  test('says how many there are where several were asked for', async () => {
    expect((await runTask('generate 3 passwords')).answer).toMatch(/^3 passwords:\nPassword/);
    expect((await runTask('生成3个UUID')).answer).toMatch(/3 个UUID：/);
  });

  test('tells that lower-case mb was read as megabytes', async () => {
    expect((await runTask('convert 10 mb to kb')).answer).toMatch(
      /10 MB = 10000 KB\nNote: .*bytes/,
    );
    expect((await runTask('10mb等于多少kb')).answer).toMatch(/10 MB = 10000 KB\n说明：.*字节/);
    expect((await runTask('convert 10 MB to KB')).answer).not.toContain('lower-case');
  });

  test('names what was left out because the task says so', async () => {
    const english = await runTask("generate a uuid but don't generate a password");
    expect(english.answer).toMatch(
      /^UUID v4: \S+\nLeft out, as you asked: "don't generate a password"\.$/,
    );
    const chinese = await runTask('生成一个UUID，但不要生成密码');
    expect(chinese.answer).toMatch(/UUID v4: \S+\n按您的要求没有执行：“不要生成密码”。$/);
  });
});

describe('a part that fails', () => {
  test('is named with the reason, and the other parts are answered', async () => {
    const { answer, errorCode } = await runTask('calculate 1/0 and calculate 2+3');
    expect(errorCode).toBe('part_failed');
    expect(answer).toMatch(
      /^This part could not be done \("calculate 1\/0"\): .+\nExpression: 2\+3\nResult: 5$/,
    );
  });

  test('is told in Chinese for a Chinese task', async () => {
    const { answer, errorCode } = await runTask('计算1除以0');
    expect(errorCode).toBe('part_failed');
    expect(answer).toMatch(/^这一部分未能完成（“计算1除以0”）：/);
  });

  test.each([
    'current time timezone: Mars/Base',
    'days between 2023-02-30 and 2024-01-01',
    'generate 200 uuids',
  ])('is never called a success: %s', async (task) => {
    expect((await runTask(task)).errorCode).toBe('part_failed');
  });
});

describe('an abstention', () => {
  test('says what could be done instead, in the language of the task', async () => {
    const english = await runTask('write a poem');
    expect(english.errorCode).toBe('rule_abstained');
    expect(english.answer).toMatch(/couldn't[\s\S]*Nothing was done[\s\S]*LLM_API_KEY/);
    const chinese = await runTask('写一首诗');
    expect(chinese.errorCode).toBe('rule_abstained');
    expect(chinese.answer).toMatch(/无法[\s\S]*没有执行[\s\S]*LLM_API_KEY/);
  });

  test('names the part that was not understood', async () => {
    expect((await runTask('generate a uuid and write a poem')).answer).toContain(
      'Not understood: "write a poem".',
    );
    expect((await runTask('生成UUID，然后写一首诗')).answer).toContain('未能理解：“写一首诗”。');
  });

  test('never repeats a long task', async () => {
    const { answer } = await runTask(`generate a uuid and ${'x'.repeat(1500)}`);
    expect(answer.length).toBeLessThan(1200);
  });
});
