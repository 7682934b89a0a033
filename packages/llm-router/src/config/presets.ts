/** A known endpoint. Where it names a model, it can be used with nothing but a key. */
export interface EndpointPreset {
  readonly name: string;
  readonly title: string;
  readonly baseUrl: string;
  /** A model to start from. */
  readonly model?: string;
  /** False for servers on this machine, which want no key. */
  readonly needsKey: boolean;
  /** Where keys are made. */
  readonly keyPage?: string;
}

/**
 * Endpoints to offer in documentation and set-up, and as `preset` in a providers file; any other OpenAI-compatible one works as well. A
 * host of another region goes in `baseUrl` beside the preset. Azure has none: its address holds the name of your resource.
 */
export const endpointPresets: readonly EndpointPreset[] = [
  {
    ...hosted('longcat', 'LongCat', 'https://api.longcat.chat/openai/v1'),
    model: 'LongCat-2.0',
    keyPage: 'https://longcat.chat/platform',
  },
  {
    ...hosted('openai', 'OpenAI', 'https://api.openai.com/v1'),
    model: 'gpt-4o-mini',
    keyPage: 'https://platform.openai.com/api-keys',
  },
  {
    ...hosted('deepseek', 'DeepSeek', 'https://api.deepseek.com/v1'),
    model: 'deepseek-chat',
    keyPage: 'https://platform.deepseek.com/api_keys',
  },
  {
    ...hosted('moonshot', 'Moonshot', 'https://api.moonshot.cn/v1'),
    model: 'moonshot-v1-8k',
    keyPage: 'https://platform.moonshot.cn/console/api-keys',
  },
  {
    ...hosted('sensenova', 'SenseNova', 'https://token.sensenova.cn/v1'),
    model: 'sensenova-6.7-flash-lite',
    keyPage: 'https://platform.sensenova.cn/console',
  },
  { ...local('ollama', 'Ollama', 'http://localhost:11434/v1'), model: 'llama3.2' },
  {
    ...hosted('dashscope', 'DashScope (Qwen)', 'https://dashscope.aliyuncs.com/compatible-mode/v1'),
    keyPage: 'https://bailian.console.aliyun.com',
  },
  {
    ...hosted('zhipu', 'Zhipu GLM', 'https://open.bigmodel.cn/api/paas/v4'),
    keyPage: 'https://open.bigmodel.cn',
  },
  { ...hosted('zai', 'Z.ai', 'https://api.z.ai/api/paas/v4'), keyPage: 'https://z.ai' },
  {
    ...hosted('minimax', 'MiniMax', 'https://api.minimaxi.com/v1'),
    keyPage: 'https://platform.minimaxi.com',
  },
  {
    ...hosted('groq', 'Groq', 'https://api.groq.com/openai/v1'),
    keyPage: 'https://console.groq.com/keys',
  },
  {
    ...hosted('mistral', 'Mistral', 'https://api.mistral.ai/v1'),
    keyPage: 'https://console.mistral.ai',
  },
  {
    ...hosted('together', 'Together', 'https://api.together.xyz/v1'),
    keyPage: 'https://api.together.ai',
  },
  {
    ...hosted('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1'),
    keyPage: 'https://openrouter.ai/keys',
  },
  {
    ...hosted('gemini', 'Gemini', 'https://generativelanguage.googleapis.com/v1beta/openai'),
    keyPage: 'https://aistudio.google.com/apikey',
  },
  local('vllm', 'vLLM', 'http://localhost:8000/v1'),
  local('lmstudio', 'LM Studio', 'http://localhost:1234/v1'),
  local('llamacpp', 'llama.cpp server', 'http://localhost:8080/v1'),
];

function hosted(name: string, title: string, baseUrl: string): EndpointPreset {
  return { name, title, baseUrl, needsKey: true };
}

function local(name: string, title: string, baseUrl: string): EndpointPreset {
  return { name, title, baseUrl, needsKey: false };
}
