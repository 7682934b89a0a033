import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import { canonicalJson } from './canonical-json.ts';
import type { SeenRequest } from './recorded-request.ts';
import type { RecordedMessage } from './scenario.ts';

/** Where a request differs from the recorded one, in words that may stand in an error. */
export interface Difference {
  /** The part of the request, such as `messages[2].content`. */
  readonly field: string;
  /** What was recorded there and what is there now, shortened. */
  readonly recorded: string;
  readonly given: string;
}

/** Takes what may differ from run to run out of a text. */
export type Neutral = (text: string) => string;

/** The first difference, or undefined where the model is asked the same. */
export function findDifference(
  recorded: SeenRequest,
  given: SeenRequest,
  neutral: Neutral,
): Difference | undefined {
  const facts = ['purpose', 'step', 'language', 'toolChoice', 'maxOutputTokens', 'temperature'];
  for (const field of facts as readonly (keyof SeenRequest)[]) {
    const [one, other] = [canonicalJson(recorded[field]), canonicalJson(given[field])];
    if (one !== other) return { field, recorded: one, given: other };
  }
  return differentMessages(recorded, given, neutral) ?? differentTools(recorded.tools, given.tools);
}

function differentMessages(
  recorded: SeenRequest,
  given: SeenRequest,
  neutral: Neutral,
): Difference | undefined {
  const [before, now] = [recorded.messages, given.messages].map((messages) => {
    const rename = fenceRenamer(messages);
    return messages.map((message) => neutralMessage(message, (text) => neutral(rename(text))));
  });
  for (let index = 0; index < Math.max(before?.length ?? 0, now?.length ?? 0); index += 1) {
    const [one, other] = [before?.[index], now?.[index]];
    const place = `messages[${index}]`;
    if (one === undefined || other === undefined) {
      const words = [one, other].map((message) => message?.role ?? 'nothing');
      return { field: place, recorded: words[0] ?? '', given: words[1] ?? '' };
    }
    const difference = differentFields(one, other);
    if (difference !== undefined) return { ...difference, field: `${place}.${difference.field}` };
  }
  return undefined;
}

function differentFields(one: RecordedMessage, other: RecordedMessage): Difference | undefined {
  const fields: readonly (readonly [string, unknown, unknown])[] = [
    ['role', one.role, other.role],
    ['name', nameOf(one), nameOf(other)],
    ['content', one.content, other.content],
    ['toolCalls', callsOf(one), callsOf(other)],
    ['callId', callIdOf(one), callIdOf(other)],
  ];
  for (const [field, before, now] of fields) {
    const [recorded = '', given = ''] = [before, now].map((value) =>
      typeof value === 'string' ? value : canonicalJson(value),
    );
    if (recorded !== given) return excerpt(field, recorded, given);
  }
  return undefined;
}

const nameOf = (message: RecordedMessage): string => (message.role === 'tool' ? message.name : '');
const callIdOf = (message: RecordedMessage): string =>
  message.role === 'tool' ? message.callId : '';
const callsOf = (message: RecordedMessage): unknown =>
  message.role === 'assistant' ? message.toolCalls : [];

function differentTools(
  recorded: readonly ToolDescriptor[],
  given: readonly ToolDescriptor[],
): Difference | undefined {
  const names = [recorded, given].map((tools) => tools.map(({ name }) => name).join(', '));
  if (names[0] !== names[1]) return excerpt('tools', names[0] ?? '', names[1] ?? '');
  for (const [index, tool] of recorded.entries()) {
    const [one, other] = [tool, given[index]].map((descriptor) =>
      canonicalJson([descriptor?.description, descriptor?.inputSchema]),
    );
    if (one !== other) return excerpt(`tools.${tool.name}`, one ?? '', other ?? '');
  }
  return undefined;
}

const mostAround = 60;

/** Both texts around the first character in which they differ. */
function excerpt(field: string, recorded: string, given: string): Difference {
  let start = 0;
  while (start < recorded.length && recorded[start] === given[start]) start += 1;
  const from = Math.max(0, start - 20);
  const part = (text: string): string => {
    const shown = text.slice(from, from + mostAround);
    const head = from > 0 ? '…' : '';
    return JSON.stringify(`${head}${shown}${from + mostAround < text.length ? '…' : ''}`);
  };
  return { field, recorded: part(recorded), given: part(given) };
}

/** The random mark of a run around what its tools gave. */
const fenceMark = /\[data ([A-Za-z0-9-]{8,64}) /g;

/** Marks are told apart by the order in which they come, not by their letters. */
function fenceRenamer(messages: readonly RecordedMessage[]): Neutral {
  const marks = new Set<string>();
  for (const { content } of messages) {
    for (const [, mark = ''] of content.matchAll(fenceMark)) marks.add(mark);
  }
  const names = [...marks].map((mark, index) => [mark, `<mark ${index + 1}>`] as const);
  return (text) => names.reduce((done, [mark, name]) => done.replaceAll(mark, name), text);
}

function neutralMessage(message: RecordedMessage, neutral: Neutral): RecordedMessage {
  const content = neutral(message.content);
  if (message.role !== 'assistant') return { ...message, content };
  const toolCalls = message.toolCalls.map((call) => ({
    ...call,
    arguments:
      typeof call.arguments === 'string'
        ? neutral(call.arguments)
        : { text: neutral(canonicalJson(call.arguments)) },
  }));
  return { ...message, content, toolCalls };
}
