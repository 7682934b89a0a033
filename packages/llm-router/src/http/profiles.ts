import { ModelError } from '../errors.ts';
import type { EndpointProfile, ProfileRow } from './profile.ts';
import { neutralProfile } from './profile.ts';

/**
 * Endpoint families that differ from neutral, from their documentation and public bug reports. Rows apply in order; later ones win, so
 * model rows stand behind the host's.
 */
const rows: readonly ProfileRow[] = [
  // Its reasoning families reject max_tokens; all chat models take the newer name.
  {
    name: 'openai',
    host: /(?:^|\.)api\.openai\.com$/,
    settings: { tokenParameter: 'max_completion_tokens' },
  },
  // Reasoning families reject every temperature but the default one.
  {
    name: 'openai',
    host: /(?:^|\.)(?:api\.openai\.com|openai\.azure\.com)$/,
    model: /^(?:o\d|gpt-5(?!.*-chat))/,
    settings: { temperature: null, tokenParameter: 'max_completion_tokens' },
  },
  // A forced tool choice is refused while thinking, which is on by default.
  {
    name: 'deepseek',
    host: /(?:^|\.)api\.deepseek\.com$/,
    settings: { toolChoices: { none: true, required: false, named: false } },
  },
  // tool_choice "required" is unsupported; sampling parameters of kimi-* are fixed.
  {
    name: 'moonshot',
    host: /(?:^|\.)api\.moonshot\.(?:cn|ai)$/,
    settings: {
      toolChoices: { none: true, required: false, named: false },
      temperature: { min: 0, max: 1 },
    },
  },
  {
    name: 'moonshot',
    host: /(?:^|\.)api\.moonshot\.(?:cn|ai)$/,
    model: /^kimi-/,
    settings: { tokenParameter: 'max_completion_tokens', temperature: null },
  },
  // Only tool_choice "auto", only max_tokens, no stream_options.
  {
    name: 'zhipu',
    host: /(?:^|\.)(?:open\.bigmodel\.cn|api\.z\.ai)$/,
    settings: {
      toolChoices: { none: false, required: false, named: false },
      streamUsage: false,
      temperature: { min: 0, max: 1 },
    },
  },
  // Ids of exactly nine letters or digits.
  {
    name: 'mistral',
    host: /(?:^|\.)(?:api|codestral)\.mistral\.ai$/,
    settings: { callIds: 'alphanumeric9' },
  },
  // Thinking comes apart from the text only on request.
  {
    name: 'minimax',
    host: /(?:^|\.)api\.minimaxi?\.(?:com|chat|io)$/,
    settings: { tokenParameter: 'max_completion_tokens', extraBody: { reasoning_split: true } },
  },
  // Open thinking models answer only as a stream, and a forced choice is refused while thinking.
  {
    name: 'dashscope',
    host: /(?:^|\.)dashscope(?:-intl|-us)?\.aliyuncs\.com$/,
    settings: { reasoningEcho: 'never', toolChoices: { none: true, required: false, named: true } },
  },
  {
    name: 'dashscope',
    host: /(?:^|\.)dashscope(?:-intl|-us)?\.aliyuncs\.com$/,
    model: /^(?:qwq|qvq)|thinking/,
    settings: { streamOnly: true, toolChoices: { none: true, required: false, named: false } },
  },
  // The older line: another name for the limit, open ends of the range.
  {
    name: 'sensenova',
    host: /(?:^|\.)api\.sensenova\.cn$/,
    settings: { tokenParameter: 'max_new_tokens', temperature: { min: 0.01, max: 2 } },
  },
];

export interface ProfileChoice {
  readonly baseUrl: string;
  readonly model: string;
  /** A row's name, which replaces the choice by host, or single settings, which win over it. */
  readonly profile?: string | Partial<EndpointProfile>;
}

/** The names a configuration may use. */
export const profileNames: readonly string[] = ['neutral', ...new Set(rows.map((row) => row.name))];

/**
 * Chooses a profile by name, else by the host of the base URL and the model.
 * @throws ModelError `bad_request` for an unknown name.
 */
export function chooseProfile({ baseUrl, model, profile }: ProfileChoice): EndpointProfile {
  const named = typeof profile === 'string' ? profile : undefined;
  if (named !== undefined && !profileNames.includes(named)) {
    throw new ModelError(
      'bad_request',
      `Unknown endpoint profile; known are: ${profileNames.join(', ')}.`,
    );
  }
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  let chosen = neutralProfile;
  for (const row of rows) {
    const applies = named === undefined ? row.host?.test(host) === true : row.name === named;
    if (applies && (row.model?.test(model) ?? true)) chosen = { ...chosen, ...row.settings };
  }
  return typeof profile === 'object' ? { ...chosen, ...profile } : chosen;
}
