import type { Adjustments } from './adjustments.ts';
import type { Lesson, Refusal } from './refusal.ts';
import { messagesOf } from './refusal.ts';

const quote = String.raw`[\\"'\`]{0,3}`;

/** "System role not supported", "messages[0].role does not support 'system'", "Only user and assistant roles are supported!". */
const systemRefused = new RegExp(
  String.raw`\bsystem\b[^.]{0,40}(?:not|n't|un)[\s-]?(?:be )?(?:support|allow|accept|enabled|permit|valid|recogni)|` +
    String.raw`(?:not (?:support|allow|accept)|unsupported|invalid|unknown|unexpected)[^.]{0,60}${quote}\bsystem\b${quote}(?! ?error)|` +
    String.raw`developer instruction is not enabled|${quote}user${quote}(?:,| or| and) ${quote}assistant${quote} roles? (?:is|are)`,
  'i',
);

const onlySpeakers =
  /only .{0,10}user.{0,12}assistant.{0,40}roles?|roles must alternate|consecutive .{0,20}(?:user|messages|roles)/i;

/** The role of the system text: several become one, and where none is taken it goes into the first user message. */
export const systemRole: Lesson = ({ failure, body, profile }, adjustments) => {
  const sent = messagesOf(body).filter(({ role }) => role === 'system').length;
  if (sent === 0) return false;
  const severalRefused = /system message.{0,60}(?:first|begin|start|one|single|multiple)/i;
  if (sent > 1 && severalRefused.test(failure.text)) {
    adjustments.profile = { ...adjustments.profile, systemMessages: 'one_first' };
    return true;
  }
  if (profile.systemMessages === 'in_user' || !systemRefused.test(failure.text)) return false;
  adjustments.profile = { ...adjustments.profile, systemMessages: 'in_user' };
  return true;
};

/** A template whose speakers take turns: user messages in a row become one, then calls and results become text. */
export const twoSpeakers: Lesson = ({ failure, body, profile }, adjustments) => {
  if (adjustments.textProtocol || !onlySpeakers.test(failure.text)) return false;
  const roles = messagesOf(body).map(({ role }) => role);
  const repeats = roles.some((role, index) => role === 'user' && roles[index + 1] === 'user');
  if (repeats && !profile.turnsAlternate) {
    adjustments.profile = { ...adjustments.profile, turnsAlternate: true };
    return true;
  }
  if (!roles.includes('tool')) return false;
  adjustments.textProtocol = true;
  return true;
};

/** "No user query found", "contents are required": a system text alone is refused. */
export const userMessage: Lesson = ({ failure, body, profile }, adjustments) => {
  if (profile.needsUserMessage || messagesOf(body).some(({ role }) => role === 'user'))
    return false;
  const missed =
    /user (?:message|query|role|turn|input)|at least one .{0,20}message|contents? (?:is|are) (?:not specified|required|empty)|(?:contain|include|have|with) .{0,30}\buser\b/i;
  if (!missed.test(failure.text)) return false;
  adjustments.profile = { ...adjustments.profile, needsUserMessage: true };
  return true;
};

/** "function name is invalid, must start with a letter". */
export const toolName: Lesson = ({ failure, body, profile }, adjustments) => {
  if (body['tools'] === undefined || profile.toolNames.first === 'letter') return false;
  if (!/name.{0,120}(?:start|begin)s? with (?:a |an )?(?:letter|alphabet)/i.test(failure.text))
    return false;
  const toolNames = { ...profile.toolNames, first: 'letter' } as const;
  adjustments.profile = { ...adjustments.profile, toolNames };
  return true;
};

/** `strict` beside a function. */
export const strictTools: Lesson = ({ failure, profile }, adjustments) => {
  if (!profile.strict || !/(?<!\w)strict(?!\w)/i.test(failure.text)) return false;
  adjustments.profile = { ...adjustments.profile, strict: false };
  return true;
};

/** Some servers answer 500 where the template of the model does not take the conversation. */
export function isTemplateError({ failure }: Refusal): boolean {
  return /jinja|template|system role not supported|roles must alternate|support tools/i.test(
    failure.text,
  );
}

/** What a template may object to. */
export function learnFromTemplate(
  refusal: Refusal,
  adjustments: Adjustments,
  others: readonly Lesson[],
): boolean {
  return [...others, systemRole, twoSpeakers, userMessage].some((lesson) =>
    lesson(refusal, adjustments),
  );
}
