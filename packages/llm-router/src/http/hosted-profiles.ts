import type { ProfileRow } from './profile.ts';
import { geminiSchema, moonshotSchema } from './schema-subset.ts';

/**
 * Public services, from their documentation and public bug reports. Rows apply in order; later ones win, so model rows stand behind
 * the host's.
 */
export const hostedProfiles: readonly ProfileRow[] = [
  // Its reasoning families reject max_tokens; all chat models take the newer name.
  {
    name: 'openai',
    host: String.raw`(?:^|\.)api\.openai\.com$`,
    settings: { tokenParameter: 'max_completion_tokens' },
  },
  // Reasoning families reject every temperature but the default one.
  {
    name: 'openai',
    host: String.raw`(?:^|\.)api\.openai\.com$`,
    model: '^(?:o\\d|gpt-5(?!.*-chat))',
    settings: { temperature: null, topP: null },
  },
  // A deployment's name hides its family, so the rest is learned from errors.
  {
    name: 'azure',
    host: String.raw`(?:^|\.)(?:openai\.azure|services\.ai\.azure|cognitiveservices\.azure)\.com$`,
    settings: { barePath: '/openai/v1', errorCodes: { content_filter: 'content_filter' } },
  },
  {
    name: 'azure',
    host: String.raw`(?:^|\.)(?:openai\.azure|services\.ai\.azure|cognitiveservices\.azure)\.com$`,
    model: '^(?:o\\d|gpt-5(?!.*-chat))',
    settings: { temperature: null, topP: null, tokenParameter: 'max_completion_tokens' },
  },
  // A forced tool choice is refused while thinking, which is on by default.
  {
    name: 'deepseek',
    host: String.raw`(?:^|\.)api\.deepseek\.com$`,
    settings: { toolChoices: { none: true, required: false, named: false } },
  },
  // tool_choice "required" is unsupported; sampling parameters of kimi-* are fixed; names start with a letter.
  {
    name: 'moonshot',
    host: String.raw`(?:^|\.)api\.moonshot\.(?:cn|ai)$`,
    settings: {
      toolChoices: { none: true, required: false, named: false },
      temperature: { min: 0, max: 1 },
      schema: moonshotSchema,
      toolNames: { maxLength: 64, first: 'letter' },
      errorCodes: { exceeded_current_quota_error: 'quota', engine_overloaded_error: 'transient' },
    },
  },
  {
    name: 'moonshot',
    host: String.raw`(?:^|\.)api\.moonshot\.(?:cn|ai)$`,
    model: '^kimi-',
    settings: { tokenParameter: 'max_completion_tokens', temperature: null, topP: null },
  },
  // 402 = out of tokens. The list of models stands outside the path of the API.
  {
    name: 'longcat',
    host: String.raw`(?:^|\.)api\.longcat\.chat$`,
    settings: { barePath: '/openai/v1', modelsPath: '/v1/models' },
  },
  // The newer line: ranges without their ends.
  {
    name: 'sensenova-token',
    host: String.raw`(?:^|\.)token\.sensenova\.cn$`,
    settings: { temperature: { min: 0.01, max: 2 }, topP: { min: 0.01, max: 0.99 } },
  },
  // The older line: also another name for the limit.
  {
    name: 'sensenova',
    host: String.raw`(?:^|\.)api\.sensenova\.cn$`,
    settings: {
      tokenParameter: 'max_new_tokens',
      temperature: { min: 0.01, max: 2 },
      topP: { min: 0.01, max: 0.99 },
      barePath: '/compatible-mode/v2',
    },
  },
  // A forced choice is refused while thinking; reasoning of the history is ignored.
  {
    name: 'dashscope',
    host: String.raw`(?:^|\.)(?:dashscope(?:-intl|-us)?\.aliyuncs\.com|maas\.aliyuncs\.com)$`,
    settings: {
      reasoningEcho: 'never',
      toolChoices: { none: true, required: false, named: true },
      barePath: '/compatible-mode/v1',
      errorCodes: {
        DataInspectionFailed: 'content_filter',
        data_inspection_failed: 'content_filter',
        Arrearage: 'quota',
        'Throttling.AllocationQuota': 'rate_limited',
      },
    },
  },
  // Open thinking models answer only as a stream.
  {
    name: 'dashscope',
    host: String.raw`(?:^|\.)(?:dashscope(?:-intl|-us)?\.aliyuncs\.com|maas\.aliyuncs\.com)$`,
    model: '^(?:qwq|qvq)|thinking|^qwen3-\\d+(?:\\.\\d+)?b(?!.*instruct)',
    settings: { streamOnly: true, toolChoices: { none: true, required: false, named: false } },
  },
  // Only tool_choice "auto", only max_tokens, no stream_options, at least one user message. Error codes are numbers.
  {
    name: 'zhipu',
    host: String.raw`(?:^|\.)(?:open\.bigmodel\.cn|api\.z\.ai)$`,
    settings: {
      toolChoices: { none: false, required: false, named: false },
      streamUsage: false,
      temperature: { min: 0, max: 1 },
      topP: { min: 0.01, max: 0.99 },
      needsUserMessage: true,
      barePath: '/api/paas/v4',
      errorCodes: {
        '1113': 'quota',
        '1304': 'quota',
        '1308': 'quota',
        '1302': 'rate_limited',
        '1303': 'rate_limited',
        '1305': 'rate_limited',
        '1261': 'context',
        '1301': 'content_filter',
      },
    },
  },
  // Thinking comes apart from the text only on request. Errors ride in a 200 as base_resp.status_code.
  {
    name: 'minimax',
    host: String.raw`(?:^|\.)api\.minimaxi?\.(?:com|chat|io)$`,
    settings: {
      tokenParameter: 'max_completion_tokens',
      thinkingInText: 'echo',
      extraBody: { reasoning_split: true },
      errorCodes: {
        '1000': 'transient',
        '1001': 'transient',
        '1002': 'rate_limited',
        '1004': 'auth',
        '1008': 'quota',
        '1013': 'transient',
        '1026': 'content_filter',
        '1027': 'content_filter',
        '1039': 'rate_limited',
        '2013': 'bad_request',
        '2049': 'auth',
      },
    },
  },
  {
    name: 'groq',
    host: String.raw`(?:^|\.)api\.groq\.com$`,
    settings: { tokenParameter: 'max_completion_tokens', barePath: '/openai/v1' },
  },
  // Ids of exactly nine letters or digits.
  {
    name: 'mistral',
    host: String.raw`(?:^|\.)(?:api|codestral)\.mistral\.ai$`,
    settings: { callIds: 'alphanumeric9', temperature: { min: 0, max: 1.5 } },
  },
  { name: 'together', host: String.raw`(?:^|\.)api\.together\.(?:xyz|ai)$`, settings: {} },
  {
    name: 'openrouter',
    host: String.raw`(?:^|\.)openrouter\.ai$`,
    settings: { barePath: '/api/v1' },
  },
  // Schemas are OpenAPI 3.0's, and the first character of a name is a letter or an underscore.
  {
    name: 'gemini',
    host: String.raw`(?:^|\.)generativelanguage\.googleapis\.com$`,
    settings: {
      schema: geminiSchema,
      toolNames: { maxLength: 64, first: 'letter_or_underscore' },
      needsUserMessage: true,
      barePath: '/v1beta/openai',
    },
  },
];
