export { createAgent } from './agent.ts';
export type {
  Agent,
  AgentEvent,
  AgentOptions,
  ApprovalPolicy,
  ApprovalReason,
  Approve,
  RunOptions,
} from './agent-options.ts';
export { AgentError } from './errors.ts';
export type { KeptText } from './kept-texts.ts';
export type { LeftOut, LeftOutCall } from './left-out.ts';
export type { CreateHook, HookContext, Hooks, NextHook } from './hooks.ts';
export { fromOpenAiMessage, toOpenAiMessage } from './openai-message.ts';
export type { OpenAiMessage, OpenAiToolCall } from './openai-message.ts';
export type {
  ContextSize,
  Limits,
  Outcome,
  PendingCall,
  Progress,
  RunResult,
  RunState,
  Step,
  Suspension,
} from './run-state.ts';
