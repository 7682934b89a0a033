import type { ChatModel } from '@mini-agent/foundation/chat';
import {
  checkProviders,
  createBudget,
  createEndpointMemory,
  createHttpModel,
  createRouter,
  formatDoctorReport,
  readProviders,
  withBudget,
  withPrice,
} from '@mini-agent/llm-router';
import type { Budget, Environment } from '@mini-agent/llm-router';

/** The models of LLM_PROVIDERS_PATH and LLM_PROVIDER as one, within the budget of the file. */
export function openModel(env: Environment): { model: ChatModel; budget: Budget } {
  const { providers, problems, budget: limits = {} } = readProviders(env);
  if (providers.length === 0) throw new Error(problems.join('\n'));
  const memory = createEndpointMemory();
  const models = providers.map(({ price, ...provider }) => {
    const model = createHttpModel({ ...provider, memory });
    return {
      mode: 'http' as const,
      provider: provider.provider,
      model: price === undefined ? model : withPrice(model, price),
    };
  });
  const budget = createBudget(limits);
  return { model: withBudget(createRouter({ models }), budget), budget };
}

/** What works and what does not, with the mend for each; nothing is generated, nothing costs. */
export async function doctor(env: Environment): Promise<string> {
  const report = await checkProviders(readProviders(env), { timeoutMs: 5000 });
  return formatDoctorReport(report, 'en');
}
