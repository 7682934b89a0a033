import { detectLanguage } from '@mini-agent/foundation/language';
import type { Tool } from '@mini-agent/foundation/tool';
import type { RuleCall, RuleFamily, RuleIntent, TaskReading } from '@mini-agent/llm-router/rules';
import { createTaskReader } from '@mini-agent/llm-router/rules';

export interface TrivialCheckOptions {
  readonly intents: readonly (RuleIntent | RuleFamily)[];
  /** What the intents call. */
  readonly tools: readonly Tool[];
}

/** Longer tasks have a context that rules know nothing of. */
const longestTask = 300;

/**
 * Words by which somebody asks for more than a result, or wants it in another form. Rules do not understand most of them anyway; a fast
 * answer that leaves something out is worse than a slow one, so they count wherever they stand outside of quotation marks.
 */
const asksForMore =
  /\b(?:explain|explanation|why|because|steps?|working|reason(?:ing)?|derive|derivation|prove|proof|details?|detailed|describe|discuss|compare|example|story|poem|joke|haiku|essay|sentences?|paragraphs?|email|code|script|python|javascript|json|table|markdown|french|german|spanish|japanese|chinese|english|if|unless|should|recommend|suggest|best|opinion|think|sure|correct|wrong|true|verify|double-check|remember|save|store|earlier|previous|last time|again|my)\b|解释|为什么|原因|步骤|过程|推导|证明|说明|理由|详细|举例|例子|诗|故事|笑话|文章|邮件|代码|表格|英文|英语|中文|法语|日语|德语|如果|是否|对吗|对不对|正确|检查|验证|建议|推荐|记住|保存|刚才|之前的|上次|我的/i;

const quoted =
  /"[^"]*"|“[^”]*”|„[^“]*“|‘[^’]*’|「[^」]*」|『[^』]*』|«[^»]*»|‹[^›]*›|`[^`]*`|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])/gu;

/**
 * Whether a task may be answered by rules although there is a model: every part of it is understood, none is left out or guessed, it asks for
 * nothing else, and what it calls does not fail.
 */
export function createTrivialCheck(
  options: TrivialCheckOptions,
): (task: string) => Promise<boolean> {
  const reader = createTaskReader(options.intents);
  const tools = new Map(options.tools.map((tool) => [tool.name, tool]));
  return async (task) => {
    if (task.length > longestTask || !isPlainOrder(task)) return false;
    const language = detectLanguage(task);
    // Without the code of rule mode, a model does it.
    const reading = await reader.read(task, language).catch(() => undefined);
    const calls = reading === undefined ? undefined : callsOf(reading);
    if (calls === undefined) return false;
    const succeed = calls.map((call) => succeeds(call, tools.get(call.name)));
    return (await Promise.all(succeed)).every(Boolean);
  };
}

/** More than one bare word ("time", "password"), nothing but an order, and not all of it in quotation marks. */
function isPlainOrder(task: string): boolean {
  const unquoted = task.replace(quoted, ' ').trim();
  const isOneWord = /^[\p{L}]+[?？!！.。]*$/u.test(unquoted);
  const isWord = isOneWord && (/^[a-z]/i.test(unquoted) || unquoted.length < 3);
  return unquoted !== '' && !(isWord && unquoted.length === task.trim().length)
    ? !asksForMore.test(unquoted)
    : false;
}

function callsOf(reading: TaskReading): readonly RuleCall[] | undefined {
  if (!reading.understood || reading.leftOut.length > 0) return undefined;
  const isGuessed = reading.parts.some(({ match }) => match.freeText === true);
  return isGuessed ? undefined : reading.parts.flatMap(({ match }) => match.calls);
}

/** A model can say more about what fails. Chance is not tried: it would be another value, and it does not fail. */
async function succeeds(call: RuleCall, tool: Tool | undefined): Promise<boolean> {
  if (tool === undefined) return false;
  if (!tool.annotations.idempotent) return true;
  try {
    await tool.execute(call.arguments, { language: 'en' });
    return true;
  } catch {
    return false;
  }
}
