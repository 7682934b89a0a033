import type { PhraseNode, SequenceNode } from './phrase-node.ts';
import { canBegin } from './phrase-node.ts';
import type { FindPart } from './phrase-syntax.ts';
import { readPart, readPhrase } from './phrase-syntax.ts';

/** Finds the patterns of a set that can begin with a character, in their order. */
export type PhrasesAt = (character: string) => readonly SequenceNode[];

const mostCharacters = 500;

/** Makes the patterns of a set ready for matching; they are read as far as texts fit them. */
export function compilePhrases(
  phrases: readonly string[],
  parts: Readonly<Record<string, string>>,
): PhrasesAt {
  const findPart = partsOf(parts);
  const nodes = phrases.map((phrase) => readPhrase(phrase, findPart));
  const byCharacter = new Map<string, readonly SequenceNode[]>();
  return (character) => {
    const known = byCharacter.get(character);
    if (known !== undefined) return known;
    const found = nodes.filter((node) => canBegin(node, character));
    if (byCharacter.size < mostCharacters) byCharacter.set(character, found);
    return found;
  };
}

/**
 * Reads every pattern to its end, for tests: in use, a mistake shows only where a text gets that far.
 *
 * @throws {SyntaxError} for the first pattern that is not well formed, or that names a part which is not there.
 */
export function checkPhrases(
  phrases: readonly string[],
  parts: Readonly<Record<string, string>> = {},
): void {
  const findPart = partsOf(parts);
  for (const name of Object.keys(parts)) findPart(name);
  for (const phrase of phrases) {
    const sequence = readPhrase(phrase, findPart);
    for (let index = 0; sequence.itemAt(index) !== undefined; index++);
  }
}

/** A named part is read once, however many patterns use it. */
function partsOf(parts: Readonly<Record<string, string>>): FindPart {
  const read = new Map<string, PhraseNode>();
  return function findPart(name) {
    const known = read.get(name);
    if (known !== undefined) return known;
    const pattern = parts[name];
    if (pattern === undefined) throw new SyntaxError(`Unknown part <${name}> in a phrase.`);
    const node = readPart(pattern, findPart);
    read.set(name, node);
    return node;
  };
}
