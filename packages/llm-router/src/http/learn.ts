import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import { isJsonObject } from '../json.ts';
import type { Adjustments } from './adjustments.ts';
import {
  isTemplateError,
  learnFromTemplate,
  strictTools,
  systemRole,
  toolName,
  twoSpeakers,
  userMessage,
} from './learn-roles.ts';
import type { Lesson, Refusal } from './refusal.ts';
import { messagesOf, names } from './refusal.ts';
import { refusedKeyword } from './schema-keywords.ts';

/** Parts of the body that cannot be left out. */
const essential: ReadonlySet<string> = new Set(['model', 'messages', 'tools', 'stream']);

/**
 * Learns from a refusal that names a parameter, a message field or a missing capability. True = something was changed that was not tried
 * before, and the request is worth one more try; this counts neither as a retry nor as a failure of the endpoint.
 */
export function learnFromRefusal(refusal: Refusal, adjustments: Adjustments): boolean {
  const { status, code } = refusal.failure;
  if (code === 'context') return roomForAnswer(refusal, adjustments);
  if (status === 500 && isTemplateError(refusal)) {
    return learnFromTemplate(refusal, adjustments, [takesNoTools]);
  }
  if (code !== 'bad_request') return false;
  if (status !== 400 && status !== 422 && status !== 404) return false;
  return lessons.some((lesson) => lesson(refusal, adjustments));
}

const toolsUnsupported =
  /(?:not|n't) support(?:ed)?(?: the use of)? (?:tools?|function[- ]call|tool[- ]?(?:use|call))|tools? (?:is|are) not (?:supported|allowed)|support tool use|enable-auto-tool-choice|tools?.{0,20}requires? --jinja/i;

const takesNoTools: Lesson = ({ failure, body }, adjustments) => {
  if (adjustments.textProtocol || body['tools'] === undefined) return false;
  if (!toolsUnsupported.test(failure.text)) return false;
  adjustments.textProtocol = true;
  return true;
};

const answersOnlyAsStream: Lesson = ({ failure, body }, adjustments) => {
  if (body['stream'] === true || adjustments.stream) return false;
  if (
    !/only (?:be )?support(?:s|ed)?.{0,20}stream|stream(?:ing)? mode|stream.{0,30}(?:must|required|true)|only.{0,20}stream|non-?streaming/i.test(
      failure.text,
    )
  ) {
    return false;
  }
  adjustments.stream = true;
  return true;
};

/** The reasoning policy turns round once: either the field was there and is refused, or it was missed. */
const reasoningField: Lesson = ({ failure, body, profile }, adjustments) => {
  if (!names(failure, 'reasoning_content') || adjustments.reasoningFlipped) return false;
  const missed =
    /lack|miss|must|requir|need|pass(?:ed)? back|provide/i.test(failure.text) &&
    !/not (?:accepted|supported|allowed|permitted)|unsupported|unexpected|extra|unknown|unrecogni/i.test(
      failure.text,
    );
  const wanted = missed || !messagesHave(body, 'reasoning_content') ? 'always' : 'never';
  if (profile.reasoningEcho === wanted) return false;
  adjustments.reasoningFlipped = true;
  adjustments.profile = { ...adjustments.profile, reasoningEcho: wanted };
  return true;
};

/** Any other echoed field of a message that the endpoint does not take. */
const echoedField: Lesson = ({ failure, body }, adjustments) => {
  const field = echoedFieldNames(body).find(
    (name) => !adjustments.refusedFields.has(name) && names(failure, name),
  );
  if (field === undefined) return false;
  adjustments.refusedFields.add(field);
  return true;
};

const nullContent: Lesson = ({ failure, body, profile }, adjustments) => {
  if (profile.emptyContent === 'empty' || !/content/i.test(failure.text)) return false;
  if (!/null|none|string|required|empty|missing/i.test(failure.text)) return false;
  const hasNull = messagesOf(body).some((message) => message['content'] === null);
  if (!hasNull) return false;
  adjustments.profile = { ...adjustments.profile, emptyContent: 'empty' };
  return true;
};

/** Steps down one form at a time: none → no tools → a history without calls; named → required → auto. */
const toolChoice: Lesson = ({ failure, body, profile }, adjustments) => {
  const choice = body['tool_choice'];
  if (choice === undefined) return withoutTools({ failure, body, profile }, adjustments);
  if (!names(failure, 'tool_choice') && failure.param !== 'tool_choice') return false;
  const modes = profile.toolChoices;
  if (choice === 'none') {
    if (body['tools'] === undefined) adjustments.choiceNeedsTools = true;
    else adjustments.noTools = 'without_tools';
    return true;
  }
  const left = choice === 'required' ? { ...modes, required: false } : { ...modes, named: false };
  adjustments.profile = { ...adjustments.profile, toolChoices: left };
  return true;
};

/** A history with calls that is refused because the tools were left out becomes text. */
const withoutTools: Lesson = ({ failure, body }, adjustments) => {
  if (body['tools'] !== undefined || adjustments.noTools === 'flat_history') return false;
  const hasCalls = messagesOf(body).some((message) => message['tool_calls'] !== undefined);
  if (!hasCalls || !/tool/i.test(failure.text)) return false;
  adjustments.noTools = 'flat_history';
  return true;
};

/** The output limit: cut to the size named, renamed once to each other name, then dropped. */
const tokenLimit: Lesson = ({ failure, body, profile }, adjustments) => {
  const current = profile.tokenParameter;
  const sent = body[current];
  if (sent === undefined || !names(failure, current)) return false;
  const allowed = allowedLimit(failure.text, Number(sent));
  if (allowed !== undefined && adjustments.maxOutputTokens === undefined) {
    adjustments.maxOutputTokens = allowed;
    return true;
  }
  adjustments.triedTokenParameters.add(current);
  const next = (['max_completion_tokens', 'max_tokens'] as const).find(
    (name) => !adjustments.triedTokenParameters.has(name),
  );
  // No name is left: the parameter is dropped like any other.
  if (next === undefined) return false;
  adjustments.profile = { ...adjustments.profile, tokenParameter: next };
  return true;
};

/** "max_tokens is too large: 4096. This model supports at most 2048": the largest number below what was sent. */
function allowedLimit(text: string, sent: number): number | undefined {
  if (!/too large|exceed|at most|maximum|less than|range|between|<=|≤/i.test(text))
    return undefined;
  const numbers = (text.match(/\d{2,7}/g) ?? []).map(Number).filter((number) => number < sent);
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}

/** An answer shorter than this is not worth the request. */
const leastAnswer = 256;

/** "maximum context length is 4096 tokens … 30 in the messages, 4096 in the completion": the answer gets the room that is left. */
const roomForAnswer: Lesson = ({ failure, body, profile }, adjustments) => {
  const sent = Number(body[profile.tokenParameter]);
  const whole = Number(
    /maximum (?:context|model) length (?:is|of) (\d{3,8})/i.exec(failure.text)?.[1],
  );
  const input = Number(
    /(\d{1,8}) (?:tokens )?(?:in|from|of) the (?:messages|prompt|input)|(?:has|contains|have) (?:at least )?(\d{1,8}) (?:input|prompt)/i
      .exec(failure.text)
      ?.slice(1)
      .find((group) => (group as string | undefined) !== undefined),
  );
  const room = whole - input;
  if (!(room >= leastAnswer && room < sent)) return false;
  adjustments.maxOutputTokens = Math.min(room, adjustments.maxOutputTokens ?? Infinity);
  return true;
};

/** A JSON Schema keyword in the tools that the endpoint does not know. */
const schemaKeyword: Lesson = ({ failure, body }, adjustments) => {
  const keyword = refusedKeyword(failure.text, body['tools']);
  if (keyword === undefined || adjustments.refusedKeywords.has(keyword)) return false;
  adjustments.refusedKeywords.add(keyword);
  return true;
};

const otherParameter: Lesson = ({ failure, body }, adjustments) => {
  const name = Object.keys(body).find((key) => !essential.has(key) && names(failure, key));
  if (name === undefined) return false;
  adjustments.refusedParameters.add(name);
  return true;
};

const lessons: readonly Lesson[] = [
  reasoningField,
  echoedField,
  takesNoTools,
  systemRole,
  twoSpeakers,
  userMessage,
  toolName,
  strictTools,
  tokenLimit,
  toolChoice,
  answersOnlyAsStream,
  nullContent,
  otherParameter,
  schemaKeyword,
];

function messagesHave(body: JsonObject, field: string): boolean {
  return messagesOf(body).some((message) => message[field] !== undefined);
}

const ownFields: ReadonlySet<string> = new Set([
  'role',
  'content',
  'tool_calls',
  'tool_call_id',
  'reasoning_content',
  'id',
  'type',
  'function',
]);

/** Fields of assistant messages and of their calls that are only echoed. */
function echoedFieldNames(body: JsonObject): readonly string[] {
  const found = new Set<string>();
  for (const message of messagesOf(body)) {
    const calls = message['tool_calls'];
    const objects = [message, ...(Array.isArray(calls) ? (calls as readonly Json[]) : [])];
    for (const object of objects) {
      if (!isJsonObject(object)) continue;
      for (const key of Object.keys(object)) if (!ownFields.has(key)) found.add(key);
    }
  }
  return [...found];
}
