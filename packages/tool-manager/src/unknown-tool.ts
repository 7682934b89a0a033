import { redactSecrets } from '@mini-agent/foundation/secret';
import type { Secret } from '@mini-agent/foundation/secret';
import { cutWell } from './clean-message.ts';
import type { ManagerTexts } from './texts/manager-texts.ts';
import type { ToolRegistry } from './tool-registry.ts';

const longestName = 64;
const mostListed = 20;

/** Names what was probably meant, else some of what there is. */
export function unknownToolMessage(
  registry: ToolRegistry,
  name: string,
  {
    texts,
    depth,
    secrets,
  }: {
    readonly texts: ManagerTexts;
    readonly depth: number;
    readonly secrets: readonly Secret[];
  },
): string {
  const shown = showName(name, secrets);
  const similar = registry.similar(name, depth);
  if (similar.length > 0) return texts.unknownTool(shown, similar);
  const known = registry.names(depth);
  if (known.length === 0) return texts.noTools(shown);
  const listed = known.length > mostListed ? [...known.slice(0, mostListed), '…'] : known;
  return texts.noSimilarTool(shown, listed);
}

/** A name that a model made up, fit to be repeated in a message. */
export function showName(name: string, secrets: readonly Secret[]): string {
  const plain = redactSecrets(name.slice(0, 4 * longestName), secrets).replace(/[\p{C}\s]+/gu, ' ');
  return plain.length > longestName ? `${cutWell(plain, longestName)}…` : plain;
}
