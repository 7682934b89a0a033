/** A known endpoint with a model to start from. */
export interface EndpointPreset {
  readonly name: string;
  readonly title: string;
  readonly baseUrl: string;
  readonly model: string;
  /** False for servers on this machine, which want no key. */
  readonly needsKey: boolean;
}

/** Endpoints to offer in documentation and set-up; any other OpenAI-compatible one works as well. */
export const endpointPresets: readonly EndpointPreset[] = [
  preset('longcat', 'LongCat', 'https://api.longcat.chat/openai/v1', 'LongCat-2.0'),
  preset('openai', 'OpenAI', 'https://api.openai.com/v1', 'gpt-4o-mini'),
  preset('deepseek', 'DeepSeek', 'https://api.deepseek.com/v1', 'deepseek-chat'),
  preset('moonshot', 'Moonshot', 'https://api.moonshot.cn/v1', 'moonshot-v1-8k'),
  preset('sensenova', 'SenseNova', 'https://token.sensenova.cn/v1', 'sensenova-6.7-flash-lite'),
  { ...preset('ollama', 'Ollama', 'http://localhost:11434/v1', 'llama3.2'), needsKey: false },
];

function preset(
  ...[name, title, baseUrl, model]: readonly [string, string, string, string]
): EndpointPreset {
  return { name, title, baseUrl, model, needsKey: true };
}
