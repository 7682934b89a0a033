import type { ChatMessage } from '@mini-agent/foundation/chat';
import type { ToolDescriptor } from '@mini-agent/foundation/tool';

/** Letters of CJK scripts are worth more: a tokenizer makes about one token of one and a half, and one of four of others. */
const charactersPerToken = 4;
const cjkPerToken = 1.5;
/** What roles and separators take. */
const perMessage = 4;

/** About how many tokens a text takes. */
export function textTokens(text: string): number {
  let cjk = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0x1100 && isCjk(unit)) cjk += 1;
  }
  return (text.length - cjk) / charactersPerToken + cjk / cjkPerToken;
}

/** Kana, Hangul, ideographs and their punctuation in full-width form; of a rare ideograph each half counts half. */
function isCjk(unit: number): boolean {
  if (unit < 0x2e80) return unit < 0x1200;
  return (
    unit < 0xa4d0 ||
    (unit >= 0xac00 && unit < 0xd7b0) ||
    (unit >= 0xf900 && unit < 0xfb00) ||
    unit >= 0xff00
  );
}

/** Messages and tools do not change, and each turn asks again. */
const sizes = new WeakMap<object, number>();

function remembered<Value extends object>(value: Value, count: (value: Value) => number): number {
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const size = count(value);
  sizes.set(value, size);
  return size;
}

export function messageTokens(message: ChatMessage): number {
  return remembered(message, (said) => {
    const size = perMessage + textTokens(said.content);
    if (said.role !== 'assistant') return size;
    const { toolCalls, opaque, reasoning = '' } = said;
    const calls = toolCalls.map((call) =>
      call.arguments.ok ? [call.name, call.arguments.value] : [call.name, call.arguments.raw],
    );
    // What a provider wants back holds its reasoning as well.
    const echo = opaque === undefined ? reasoning : JSON.stringify(opaque.fields);
    const written = calls.length === 0 ? '' : JSON.stringify(calls);
    return size + textTokens(written) + textTokens(echo) + calls.length * perMessage;
  });
}

export function conversationTokens(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), 0);
}

export function toolTokens(tools: readonly ToolDescriptor[]): number {
  return tools.reduce(
    (sum, tool) =>
      sum +
      remembered(
        tool,
        ({ name, description, inputSchema }) =>
          perMessage * 2 + textTokens(JSON.stringify([name, description, inputSchema])),
      ),
    0,
  );
}
