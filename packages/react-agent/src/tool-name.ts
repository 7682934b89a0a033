import type { ToolsByName } from './loop-ladder.ts';

/**
 * The name of the tool a call means: its exact name, or the only one that differs in case, blanks and punctuation alone. So a call is
 * judged by the tool that will really run.
 */
export function resolveName(name: string, tools: ToolsByName): string {
  if (tools.has(name)) return name;
  const wanted = plain(name);
  if (wanted === '') return name;
  const alike = [...tools.keys()].filter((known) => plain(known) === wanted);
  return alike.length === 1 ? (alike[0] ?? name) : name;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
