import type { ToolCall } from '@mini-agent/foundation/chat';
import type { JsonObject, ToolDescriptor } from '@mini-agent/foundation/tool';
import { meaningKey } from './call-key.ts';
import type { RunState, Step } from './run-state.ts';

/** `unknown`: it may or may not have taken effect, and nothing was called since that could tell. */
export type EarlierEffect = 'certain' | 'unknown';

/** Errors that leave open whether the call took effect. */
const openErrors: readonly unknown[] = ['outcome_unknown', 'timeout'];

/**
 * Whether an identical call of an earlier turn has taken effect already, such as a payment, so that a model that repeats itself would do
 * it twice. Only of a tool that is destructive, or not listed any more, is a certain effect enough: a counter may well be raised again. Identical calls of
 * one reply are asked for together, not repeated. Tools that only read, that are idempotent or that are polled do nothing twice. The
 * steps tell it, which a shortened conversation may not.
 */
export function earlierEffect(
  state: RunState,
  call: ToolCall,
  tool: ToolDescriptor | undefined,
): EarlierEffect | undefined {
  if (tool?.annotations.readOnly || tool?.annotations.idempotent || tool?.polling) return undefined;
  const same = sameSteps(state, call);
  const isDone = same.some(({ error }) => error === undefined);
  if (isDone && (tool === undefined || tool.annotations.destructive)) return 'certain';
  const open = same.findLast(({ error }) => openErrors.includes(error));
  return open === undefined || isChecked(state, open) ? undefined : 'unknown';
}

/** The finished steps of the run that made the same call, or tried to. */
export function sameSteps({ steps }: RunState, call: ToolCall): readonly Step[] {
  const key = keyOf(inputOf(call));
  return steps.filter(({ action, input }) => action === call.name && keyOf(input) === key);
}

/** Something was found out since, so the model may know what it does. */
function isChecked({ steps }: RunState, open: Step): boolean {
  return steps.some(
    ({ turn, action, error }) => turn > open.turn && action !== undefined && error === undefined,
  );
}

function inputOf({ arguments: given }: ToolCall): JsonObject | undefined {
  return given.ok ? given.value : undefined;
}

/** Arguments may be long, and a run may make many calls. Without the tool's name: a program may use one object for several tools. */
const keys = new WeakMap<JsonObject, string>();

function keyOf(input: JsonObject | undefined): string {
  if (input === undefined) return '';
  const known = keys.get(input);
  if (known !== undefined) return known;
  const key = meaningKey({ id: '', name: '', arguments: { ok: true, value: input } });
  keys.set(input, key);
  return key;
}
