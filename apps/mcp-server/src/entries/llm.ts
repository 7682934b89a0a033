export {
  callLLM,
  getLLMConfig,
  getLLMMode,
  isSamplingAvailable,
  type CallOptions,
  type LlmAnswer,
  type LlmConfig,
} from '../library/call-llm.ts';
export { withRequestContext, type RequestContext } from '../library/request-context.ts';
