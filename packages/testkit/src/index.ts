export { anySearchKeys } from './anysearch-rpc.ts';
export type { AnySearchBody, AuthClass } from './anysearch-rpc.ts';
export type { AnySearchMatch, AnySearchStep, AnySearchSwitches } from './anysearch-switches.ts';
export { deliver } from './delivery.ts';
export type { DeliveryOptions, Fault, PlannedAnswer } from './delivery.ts';
export { startAnySearch } from './fake-anysearch.ts';
export type { AnySearchRequest, FakeAnySearch } from './fake-anysearch.ts';
export { refusedOrigin, startLoopbackServer } from './loopback-server.ts';
export type { LoopbackHandler, LoopbackServer } from './loopback-server.ts';
export type {
  CallOptions,
  CallResult,
  ClientCalls,
  ClientTraits,
  ElicitationHandler,
  ElicitationReply,
  ElicitationRequest,
  HttpAddress,
  ListedTool,
  McpSession,
  ProgressUpdate,
  SamplingHandler,
  SamplingReply,
  SamplingRequest,
  StartServerOptions,
} from './mcp-session.ts';
export type {
  AssistantReply,
  ChatCompletionBody,
  ExpectingReply,
  HttpReply,
  ModelRequest,
  ReplyFunction,
  ScriptedAnswer,
  ScriptedReply,
  ScriptedToolCall,
  StreamReply,
  WireMessage,
  WireToolCall,
} from './model-script.ts';
export { startModelServer } from './model-server.ts';
export type { ModelScript, ModelServer, ModelServerOptions } from './model-server.ts';
export { npmInstall } from './npm-install.ts';
export type { NpmInstallOptions } from './npm-install.ts';
export { expectNoProcess, isAlive } from './process-tree.ts';
export { startRawServer } from './raw-server.ts';
export type { RawServer } from './raw-server.ts';
export type { Exchange, RecordedRequest } from './recorded-request.ts';
export { startRegistry } from './registry.ts';
export type { Registry, RegistryOptions } from './registry.ts';
export type { ServerCommand, ServerExit, ServerProcess } from './server-process.ts';
export { connectHttpClient, startHttpServer } from './start-http-server.ts';
export type { HttpClientOptions, HttpServerProcess, HttpSession } from './start-http-server.ts';
export { startServer } from './start-server.ts';
export { manifestOf, packFolder } from './tarball.ts';
export type { WireFrame } from './wire-frame.ts';
