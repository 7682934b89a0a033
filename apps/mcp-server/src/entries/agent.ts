import type { CreateHook, NextHook } from '@mini-agent/react-agent';
import { globalHooks, usedInstance } from '../library/instance.ts';

export { runAgent, type AgentAnswer, type RunAgentOptions } from '../library/run-agent.ts';
export type { CreateHook, NextHook } from '@mini-agent/react-agent';

/** Before each model call of every run, also of the steps of a workflow: an array replaces the messages, `null` cancels the run. */
export function addCreateHook(hook: CreateHook): void {
  globalHooks.create.push(hook);
}

/** After each model call of every run: `"stop"` ends the run before its calls are executed. */
export function addNextHook(hook: NextHook): void {
  globalHooks.next.push(hook);
}

/** Takes out all hooks of this entry point. */
export function clearHooks(): void {
  globalHooks.create.length = 0;
  globalHooks.next.length = 0;
}

/** Forgets which AnySearch tools there are; the next run asks again. */
export function resetAnySearchCache(): void {
  usedInstance()?.resetAnySearch();
}
