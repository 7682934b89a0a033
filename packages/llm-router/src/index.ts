export { ModelError } from './errors.ts';
export { createHttpModel } from './http/http-model.ts';
export type { HttpModelOptions } from './http/http-model.ts';
export { createEndpointMemory } from './http/endpoint-memory.ts';
export type { EndpointMemory } from './http/endpoint-memory.ts';
export type { Timeouts } from './http/deadlines.ts';
export type { EndpointProfile } from './http/profile.ts';
export { profileNames } from './http/profiles.ts';
export type { Transport, TransportAnswer, TransportRequest } from './http/transport.ts';
export { createSamplingModel } from './sampling/sampling-model.ts';
export type { CreateMessage, SamplingModelOptions } from './sampling/sampling-model.ts';
export { createScriptedModel } from './scripted-model.ts';
export type {
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
