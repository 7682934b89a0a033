import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChatModel, Fallback, Mode } from '@mini-agent/foundation/chat';
import type { Secret } from '@mini-agent/foundation/secret';
import type { JsonObject } from '@mini-agent/foundation/tool';
import {
  createEndpointMemory,
  createHttpModel,
  createRouter,
  createSamplingModel,
  ModelError,
  readProviders,
  withBudget,
  withPrice,
  type Budget,
  type ProviderConfig,
  type RouterEntry,
} from '@mini-agent/llm-router';
import type { ModelOrigin, Telemetry } from '@mini-agent/llm-router/telemetry';
import type { Settings } from '../config/settings.ts';
import type { RunJob } from '../runs/runner.ts';
import type { ClientBroker } from '../runs/client-broker.ts';
import { createRunBudgets, type RunBudget } from './run-budget.ts';

export interface ModelsOptions {
  readonly settings: Pick<Settings, 'fastPath' | 'llmEnvironment'>;
  readonly ruleModel: ChatModel;
  /** Whether a task needs no model: rule mode gives all that it asks for. */
  readonly isTrivial: (task: string) => boolean | Promise<boolean>;
  readonly log: (line: string) => void;
}

export interface RunModelOptions {
  /** No request is made that it has no room for. */
  readonly budget?: Budget;
  readonly telemetry?: Telemetry | undefined;
}

/** The models of this process, put in order anew for every run. */
export interface Models {
  readonly modes: (job: RunJob) => readonly Mode[];
  /** Finds out whether rules alone do a job (the fast path); before that, `modes` takes it for one that needs a model. */
  readonly prepare: (job: RunJob) => Promise<void>;
  /** A direct HTTP that is configured and switched off, as a fall before the run. */
  readonly fallbacks: (job: RunJob) => readonly Fallback[];
  /** The keys of all providers, for what must never show one. */
  readonly secrets: readonly Secret[];
  readonly forRun: (job: RunJob, sampling: ClientBroker, options?: RunModelOptions) => ChatModel;
  /** The smallest context window, in tokens, of the endpoints that a job may use and that are known to have one. */
  readonly contextTokens: (job: RunJob) => number | undefined;
  /** A new budget for a run, with the limits of the providers file. */
  readonly budgetFor: (job: RunJob) => RunBudget;
  /** The configured endpoints, in the order in which they are tried. */
  readonly providers: readonly ProviderConfig[];
}

/** Problems with a default that is used instead; they leave HTTP on. */
const harmless = /^LLM_(?:MODE_ORDER|MAX_TOKENS) /;

/** The example in a message about the providers file; a fallback is told in one line, and stderr has the whole message. */
const formExample = /; it should be \{.*\}(?=\. )/;

const client = { provider: 'client', origin: { provider: 'client' } };

export function createModels(options: ModelsOptions): Models {
  const { settings, ruleModel, log } = options;
  const read = readProviders(settings.llmEnvironment());
  const { providers, modeOrder, problems, warnings, budget: limits = {} } = read;
  for (const line of [...problems, ...warnings]) log(line);
  const httpProblem = problems.find((problem) => !harmless.test(problem));
  const memory = createEndpointMemory();
  const httpEntries = providers.map((provider) => httpEntry(provider, memory));
  const samplingModel = createSamplingModels();
  const fastPath = createFastPath(options);

  const available = (job: RunJob): readonly Mode[] => {
    if (job.mode === 'rule') return ['rule'];
    const modes = modeOrder.filter(
      (mode) =>
        mode === 'rule' || (mode === 'http' ? httpEntries.length > 0 : job.clientModel.sampling),
    );
    if (modes.includes('rule') && fastPath.isTaken(job)) return ['rule'];
    return job.clientModel.samplingTools ? modes : httpBeforeSampling(modes);
  };
  const entries = (mode: Mode, job: RunJob, ports: SamplingPorts): readonly TracedEntry[] => {
    if (mode === 'http') return httpEntries;
    if (mode === 'rule') return [{ mode, provider: '', model: ruleModel }];
    return [{ mode, ...client, model: samplingModel(job, ports) }];
  };
  return {
    providers,
    prepare: fastPath.prepare,
    secrets: providers.flatMap(({ apiKey }) => apiKey ?? []),
    modes: (job) => {
      const modes = available(job);
      return modes.length > 0 ? modes : modeOrder;
    },
    fallbacks: (job) => {
      const [next] = available(job);
      const isWanted = job.mode !== 'rule' && modeOrder.includes('http') && next !== 'sampling';
      if (httpProblem === undefined || httpEntries.length > 0 || !isWanted) return [];
      if (next === undefined) return [];
      const reason = httpProblem.replace(formExample, '');
      return [{ from: 'http', to: next, provider: '', code: 'unavailable', reason }];
    },
    contextTokens: (job) =>
      available(job).includes('http') ? smallestContext(providers) : undefined,
    budgetFor: createRunBudgets({ limits, log }),
    forRun: (job, sampling, { budget, telemetry } = {}) => {
      const modes = available(job);
      if (modes.length === 0) return unavailableModel(modeOrder, httpProblem);
      const models = modes
        .flatMap((mode) => entries(mode, job, { sampling, telemetry }))
        .map((entry) => traced(entry, telemetry))
        .map((entry) => inBudget(entry, budget));
      const router = createRouter({ models });
      return telemetry?.router(router) ?? router;
    },
  };
}

interface FastPath {
  readonly prepare: (job: RunJob) => Promise<void>;
  readonly isTaken: (job: RunJob) => boolean;
}

/** A job that goes on with a conversation or with an interrupted run is never trivial, whatever its task says. */
function createFastPath({ settings, isTrivial }: ModelsOptions): FastPath {
  const taken = new WeakSet<RunJob>();
  return {
    prepare: async (job) => {
      const { mode, task, history = [], resumeFrom } = job;
      const isNew = mode === 'auto' && history.length === 0 && resumeFrom === undefined;
      if (settings.fastPath && isNew && (await isTrivial(task))) taken.add(job);
    },
    isTaken: (job) => taken.has(job),
  };
}

function smallestContext(providers: readonly ProviderConfig[]): number | undefined {
  const known = providers.flatMap(({ contextTokens }) => contextTokens ?? []);
  return known.length === 0 ? undefined : Math.min(...known);
}

function httpEntry(
  { price, ...provider }: ProviderConfig,
  memory: ReturnType<typeof createEndpointMemory>,
): TracedEntry {
  const model = createHttpModel({ ...provider, memory });
  return {
    origin: provider,
    mode: 'http',
    provider: provider.provider,
    model: price === undefined ? model : withPrice(model, price),
  };
}

/** How a sampling request reaches the client, and the trace it belongs to. */
interface SamplingPorts {
  readonly sampling: ClientBroker;
  readonly telemetry: Telemetry | undefined;
}

/** A model with what its spans tell of it. */
type TracedEntry = RouterEntry & { readonly origin?: ModelOrigin };

/** Inside of the budget: what that refuses is no request. */
function traced({ origin, ...entry }: TracedEntry, telemetry: Telemetry | undefined): RouterEntry {
  if (telemetry === undefined || entry.mode === 'rule') return entry;
  return { ...entry, model: telemetry.model(entry.model, origin) };
}

/** Rules cost nothing; what they can still do of a task needs no room in a budget. */
function inBudget(entry: RouterEntry, budget: Budget | undefined): RouterEntry {
  if (budget === undefined || entry.mode === 'rule') return entry;
  return { ...entry, model: withBudget(entry.model, budget) };
}

/** What answers where no mode is left: it says for each one why. */
function unavailableModel(order: readonly Mode[], httpProblem: string | undefined): ChatModel {
  const reasons: Readonly<Record<Mode, string>> = {
    sampling: 'the client does not offer it',
    http: httpProblem ?? 'LLM_API_KEY, LLM_BASE_URL and LLM_MODEL are not set',
    rule: 'it is always available',
  };
  const modes = order.map((mode) => `${mode} (${reasons[mode].replace(/\.$/, '')})`).join(', ');
  const text = `LLM_MODE_ORDER allows no mode that can be used: ${modes}.`;
  return { complete: () => Promise.reject(new ModelError('unavailable', text)) };
}

/** A client whose model cannot call tools is worse than an endpoint that can. */
function httpBeforeSampling(modes: readonly Mode[]): readonly Mode[] {
  const http = modes.indexOf('http');
  const sampling = modes.indexOf('sampling');
  if (http === -1 || sampling === -1 || http < sampling) return modes;
  return modes.flatMap((mode): readonly Mode[] => {
    if (mode === 'http') return [];
    return mode === 'sampling' ? ['http', 'sampling'] : [mode];
  });
}

/**
 * One sampling model for each session, because what it learns (this client cannot, this client does not answer) holds for the
 * session; the request itself goes through the run's own broker.
 */
function createSamplingModels(): (job: RunJob, ports: SamplingPorts) => ChatModel {
  const sessions = new WeakMap<object, ChatModel>();
  const portsOf = new AsyncLocalStorage<SamplingPorts>();
  const createMessage = (
    params: JsonObject,
    options: { readonly signal: AbortSignal },
  ): Promise<unknown> => {
    const ports = portsOf.getStore();
    if (ports === undefined) throw new Error('A sampling request outside of a run.');
    const trace = ports.telemetry?.inject() ?? {};
    const traced = Object.keys(trace).length === 0 ? params : { ...params, _meta: { ...trace } };
    return ports.sampling.createMessage(traced, options);
  };
  const sessionModel = ({ session, samplingTools }: RunJob['clientModel']): ChatModel => {
    const known = sessions.get(session);
    if (known !== undefined) return known;
    const model = createSamplingModel({ createMessage, supportsTools: samplingTools });
    sessions.set(session, model);
    return model;
  };
  return (job, ports) => {
    const model = sessionModel(job.clientModel);
    return {
      complete: async (request, options) => {
        // Waiting for the caller to return is not the client taking long: it is outside of the request's own deadline.
        await ports.sampling.ready(options.signal);
        return portsOf.run(ports, () => model.complete(request, options));
      },
    };
  };
}
