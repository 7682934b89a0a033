import type { ProfileRow } from './profile.ts';

/** Servers that people run themselves; recognised by the port they come with where that is unmistakable, else chosen by name. */
export const localProfiles: readonly ProfileRow[] = [
  // Chat templates allow one system message, first; some insist on a user message and on speakers that take turns.
  {
    name: 'vllm',
    settings: { systemMessages: 'one_first', needsUserMessage: true, turnsAlternate: true },
  },
  // tool_choice is read by no version, so a turn without calls goes without tools.
  {
    name: 'ollama',
    host: String.raw`:11434$`,
    settings: { toolChoices: { none: false, required: false, named: false } },
  },
  // tool_choice as an object is refused.
  {
    name: 'lmstudio',
    host: String.raw`:1234$`,
    settings: { toolChoices: { none: true, required: true, named: false } },
  },
  {
    name: 'llamacpp',
    settings: { toolChoices: { none: true, required: true, named: false } },
  },
];
