import { AnySearchError } from './errors.ts';
import { isFields } from './rpc-answer.ts';
import { olderCatalogueName, upstreamNames } from './tools.ts';
import type { CallOptions, Transport } from './transport.ts';

/** No catalogue of four tools has more pages; a server that never ends is stopped here. */
const mostPages = 10;

/**
 * The names of the tools that the service lists and that are known here, each once. Everything else in the list
 * (descriptions, schemas, tools of other names) is not looked at, so nothing in it can do harm.
 */
export async function listToolNames(
  transport: Transport,
  options: CallOptions,
): Promise<readonly string[]> {
  const names = new Set<string>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await transport.request('tools/list', params, options);
    if (!Array.isArray(result['tools'])) {
      throw new AnySearchError('parse_error', 'AnySearch answered without a tool list.');
    }
    for (const tool of result['tools'] as unknown[]) {
      if (isFields(tool) && typeof tool['name'] === 'string') names.add(tool['name']);
    }
    const next = result['nextCursor'];
    if (typeof next !== 'string' || next === '' || cursors.has(next)) break;
    cursors.add(next);
    cursor = next;
  }
  return [...upstreamNames, olderCatalogueName].filter((name) => names.has(name));
}
