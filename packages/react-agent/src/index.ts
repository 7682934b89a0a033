export { createAgent } from './agent.ts';
export type { Agent, AgentEvent, AgentOptions, RunOptions } from './agent-options.ts';
export { AgentError } from './errors.ts';
export type { CreateHook, HookContext, Hooks, NextHook } from './hooks.ts';
export { fromOpenAiMessage, toOpenAiMessage } from './openai-message.ts';
export type { OpenAiMessage, OpenAiToolCall } from './openai-message.ts';
export type {
  Limits,
  Outcome,
  PendingCall,
  Progress,
  RunResult,
  RunState,
  Step,
} from './run-state.ts';
