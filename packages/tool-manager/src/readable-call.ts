import type { CallArguments, ToolCall } from '@mini-agent/foundation/chat';

const notRead: CallArguments = {
  ok: false,
  raw: '',
  problem:
    'arguments must be { ok: true, value: { … } }, as a model sent them; execute(name, args) takes them plain',
  cut: false,
};

/** The call itself, or where a program without types left something out, one that is refused like any other that cannot be read. */
export function readableCall(call: ToolCall): ToolCall {
  const { id, name, arguments: given } = call as Readonly<Record<keyof ToolCall, unknown>>;
  const isRead = isArguments(given);
  if (isRead && typeof id === 'string' && typeof name === 'string') return call;
  return {
    id: typeof id === 'string' ? id : '',
    name: typeof name === 'string' ? name : '',
    arguments: isRead ? given : notRead,
  };
}

function isArguments(given: unknown): given is CallArguments {
  if (typeof given !== 'object' || given === null || !('ok' in given)) return false;
  if (given.ok === true) return 'value' in given;
  return 'raw' in given && typeof given.raw === 'string' && 'problem' in given;
}
