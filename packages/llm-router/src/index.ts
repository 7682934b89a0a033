export { ModelError } from './errors.ts';
export { createHttpModel } from './http/http-model.ts';
export type { HttpModelOptions } from './http/http-model.ts';
export { createEndpointMemory } from './http/endpoint-memory.ts';
export type { EndpointMemory } from './http/endpoint-memory.ts';
export type { Timeouts } from './http/deadlines.ts';
export type { EndpointProfile, ProfileRow } from './http/profile.ts';
export { listModels } from './http/list-models.ts';
export type { ListModelsOptions } from './http/list-models.ts';
export { profileNames } from './http/profiles.ts';
export type { Transport, TransportAnswer, TransportRequest } from './http/transport.ts';
export { createSamplingModel } from './sampling/sampling-model.ts';
export type { CreateMessage, SamplingModelOptions } from './sampling/sampling-model.ts';
export { createScriptedModel } from './scripted-model.ts';
export type {
  ScriptedCall,
  ScriptedEvent,
  ScriptedFailure,
  ScriptedMessage,
  ScriptedModel,
  ScriptedModelOptions,
  ScriptedReply,
} from './scripted-model.ts';
export { createRouter } from './router.ts';
export type { RouterEntry, RouterOptions } from './router.ts';
export { readProviders } from './config/read-providers.ts';
export type { Providers, ReadProvidersOptions } from './config/read-providers.ts';
export type { ProviderConfig } from './config/provider.ts';
export type { Environment } from './config/environment.ts';
export { endpointPresets } from './config/presets.ts';
export type { EndpointPreset } from './config/presets.ts';
export { checkProviders } from './doctor/check-providers.ts';
export type { CheckedProviders, CheckProvidersOptions } from './doctor/check-providers.ts';
export { formatDoctorReport } from './doctor/format-report.ts';
export type {
  DoctorReport,
  Finding,
  FindingCode,
  KeyState,
  ProfileReason,
  ProviderReport,
} from './doctor/report.ts';
export { createBudget } from './budget/budget.ts';
export { withBudget } from './budget/budget-model.ts';
export { withToolBudget } from './budget/budget-tools.ts';
export { withPrice } from './budget/price.ts';
export type {
  Budget,
  BudgetLimits,
  BudgetOptions,
  BudgetOutcome,
  BudgetSpent,
  Price,
} from './budget/types.ts';
export { createRecorder } from './recording/recorder.ts';
export type { Recorder, RecorderOptions } from './recording/recorder.ts';
export { createReplay } from './recording/replay.ts';
export type { Replay, ReplayOptions } from './recording/replay.ts';
export type {
  RecordedCall,
  RecordedList,
  RecordedMessage,
  RecordedOutcome,
  RecordedReply,
  RecordedRequest,
  RecordedToolCall,
  RecordedTools,
  Scenario,
} from './recording/scenario.ts';
