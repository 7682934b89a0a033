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
  type ProviderConfig,
  type RouterEntry,
} from '@mini-agent/llm-router';
import type { Settings } from '../config/settings.ts';
import type { RunJob } from '../runs/runner.ts';
import type { SamplingBroker } from '../runs/sampling-broker.ts';

export interface ModelsOptions {
  readonly settings: Pick<Settings, 'fastPath' | 'llmEnvironment'>;
  readonly ruleModel: ChatModel;
  /** Whether rule mode understands every part of a task. */
  readonly isUnderstood: (task: string) => boolean;
  readonly log: (line: string) => void;
}

/** The models of this process, put in order anew for every run. */
export interface Models {
  readonly modes: (job: RunJob) => readonly Mode[];
  /** A direct HTTP that is configured and switched off, as a fall before the run. */
  readonly fallbacks: (job: RunJob) => readonly Fallback[];
  /** The keys of all providers, for what must never show one. */
  readonly secrets: readonly Secret[];
  readonly forRun: (job: RunJob, sampling: SamplingBroker) => ChatModel;
  /** The configured endpoints, in the order in which they are tried. */
  readonly providers: readonly ProviderConfig[];
}

/** Problems with a default that is used instead; they leave HTTP on. */
const harmless = /^LLM_(?:MODE_ORDER|MAX_TOKENS) /;

/** The example in a message about the providers file; a fallback is told in one line, and stderr has the whole message. */
const formExample = /; it should be \{.*\}(?=\. )/;

export function createModels(options: ModelsOptions): Models {
  const { settings, ruleModel, isUnderstood, log } = options;
  const { providers, modeOrder, problems, warnings } = readProviders(settings.llmEnvironment());
  for (const line of [...problems, ...warnings]) log(line);
  const httpProblem = problems.find((problem) => !harmless.test(problem));
  const memory = createEndpointMemory();
  const httpEntries: readonly RouterEntry[] = providers.map((provider) => ({
    mode: 'http',
    provider: provider.provider,
    model: createHttpModel({ ...provider, memory }),
  }));
  const samplingModel = createSamplingModels();

  const available = (job: RunJob): readonly Mode[] => {
    if (job.mode === 'rule') return ['rule'];
    const modes = modeOrder.filter(
      (mode) =>
        mode === 'rule' || (mode === 'http' ? httpEntries.length > 0 : job.clientModel.sampling),
    );
    if (settings.fastPath && modes.includes('rule') && isUnderstood(job.task)) return ['rule'];
    return job.clientModel.samplingTools ? modes : httpBeforeSampling(modes);
  };
  const entries = (mode: Mode, job: RunJob, sampling: SamplingBroker): readonly RouterEntry[] => {
    if (mode === 'http') return httpEntries;
    if (mode === 'rule') return [{ mode, provider: '', model: ruleModel }];
    return [{ mode, provider: 'client', model: samplingModel(job, sampling) }];
  };
  return {
    providers,
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
    forRun: (job, sampling) => {
      const modes = available(job);
      if (modes.length === 0) return unavailableModel(modeOrder, httpProblem);
      return createRouter({ models: modes.flatMap((mode) => entries(mode, job, sampling)) });
    },
  };
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
function createSamplingModels(): (job: RunJob, sampling: SamplingBroker) => ChatModel {
  const sessions = new WeakMap<object, ChatModel>();
  const brokerOf = new AsyncLocalStorage<SamplingBroker>();
  const createMessage = (
    params: JsonObject,
    options: { readonly signal: AbortSignal },
  ): Promise<unknown> => {
    const broker = brokerOf.getStore();
    if (broker === undefined) throw new Error('A sampling request outside of a run.');
    return broker.createMessage(params, options);
  };
  const sessionModel = ({ session, samplingTools }: RunJob['clientModel']): ChatModel => {
    const known = sessions.get(session);
    if (known !== undefined) return known;
    const model = createSamplingModel({ createMessage, supportsTools: samplingTools });
    sessions.set(session, model);
    return model;
  };
  return (job, broker) => {
    const model = sessionModel(job.clientModel);
    return {
      complete: async (request, options) => {
        // Waiting for the caller to return is not the client taking long: it is outside of the request's own deadline.
        await broker.ready(options.signal);
        return brokerOf.run(broker, () => model.complete(request, options));
      },
    };
  };
}
