import type { ChatCompletionBody, WireMessage } from './model-script.ts';

const messageRoles: ReadonlySet<string> = new Set([
  'system',
  'developer',
  'user',
  'assistant',
  'tool',
]);

/** What in `expected` the request does not fulfil, in words; undefined when it fulfils all of it. */
export function unmetExpectation(
  expected: Readonly<Record<string, unknown>>,
  body: ChatCompletionBody,
): string | undefined {
  for (const [key, wanted] of Object.entries(expected)) {
    if (key === 'has' || key === 'lacks') {
      const problem = fieldProblem(key, wanted, body);
      if (problem !== undefined) return problem;
      continue;
    }
    const found = lookUp(key, body);
    if (!equalJson(found, wanted)) {
      return `${key} should be ${JSON.stringify(wanted)}, but is ${JSON.stringify(found)}`;
    }
  }
  return undefined;
}

function fieldProblem(
  key: 'has' | 'lacks',
  wanted: unknown,
  body: ChatCompletionBody,
): string | undefined {
  const names = Array.isArray(wanted) ? (wanted as unknown[]) : [wanted];
  for (const name of names) {
    if (containsField(body, String(name)) !== (key === 'has')) {
      return `the request should ${key === 'has' ? 'have' : 'not have'} the field ${String(name)}`;
    }
  }
  return undefined;
}

function lookUp(path: string, body: ChatCompletionBody): unknown {
  const steps = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const [first = ''] = steps;
  if (messageRoles.has(first)) {
    return follow(
      body.messages.findLast((message) => message.role === first),
      steps.slice(1),
    );
  }
  if (first === 'tool_calls') return follow(body.messages.findLast(hasCalls), steps);
  return follow(body, steps);
}

function hasCalls(message: WireMessage): boolean {
  return message.tool_calls !== undefined && message.tool_calls.length > 0;
}

function follow(start: unknown, steps: readonly string[]): unknown {
  let value = start;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

function containsField(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) => (key === name && !Array.isArray(value)) || containsField(inner, name),
  );
}

function equalJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
