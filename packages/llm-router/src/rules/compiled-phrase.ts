import type { PhraseNode } from './phrase-syntax.ts';
import { parsePhrase } from './phrase-syntax.ts';

/**
 * A phrase pattern ready for matching. `begins` holds the characters that a match can begin with; undefined = any, or none at all. It keeps a
 * set of a few hundred patterns cheap: most are done with after one look at the next character.
 */
export type CompiledNode =
  | { readonly type: 'literal'; readonly text: string; readonly begins: Beginnings }
  | { readonly type: 'slot'; readonly name: string; readonly begins: undefined }
  | {
      readonly type: 'sequence';
      readonly items: readonly CompiledNode[];
      readonly begins: Beginnings;
    }
  | { readonly type: 'optional'; readonly item: CompiledNode; readonly begins: undefined }
  | CompiledChoice;

export interface CompiledChoice {
  readonly type: 'choice';
  readonly begins: Beginnings;
  /** Options by the next character, in their order; those that begin with anything are in every list. */
  readonly byCharacter: ReadonlyMap<string, readonly CompiledNode[]>;
  /** For every other character. */
  readonly others: readonly CompiledNode[];
}

type Beginnings = ReadonlySet<string> | undefined;

/** All patterns of a set as one choice. */
export function compilePhrases(
  phrases: readonly string[],
  parts: Readonly<Record<string, string>>,
): CompiledChoice {
  return compileChoice(phrases.map((phrase) => compileNode(parsePhrase(phrase, parts))));
}

function compileNode(node: PhraseNode): CompiledNode {
  switch (node.type) {
    case 'literal':
      return { ...node, begins: new Set([node.text.charAt(0)]) };
    case 'slot':
      return { ...node, begins: undefined };
    case 'optional':
      return { type: 'optional', item: compileNode(node.item), begins: undefined };
    case 'choice':
      return compileChoice(node.options.map(compileNode));
    case 'sequence': {
      const items = node.items.map(compileNode);
      return { type: 'sequence', items, begins: sequenceBeginnings(items) };
    }
  }
}

/** The first item decides; behind one that may be missing, the next one too. */
function sequenceBeginnings(items: readonly CompiledNode[]): Beginnings {
  const begins = new Set<string>();
  for (const item of items) {
    const inner = item.type === 'optional' ? item.item.begins : item.begins;
    if (inner === undefined) return undefined;
    for (const character of inner) begins.add(character);
    if (item.type !== 'optional') return begins;
  }
  return undefined;
}

function compileChoice(options: readonly CompiledNode[]): CompiledChoice {
  const characters = new Set<string>();
  for (const { begins } of options) for (const character of begins ?? []) characters.add(character);
  const byCharacter = new Map<string, readonly CompiledNode[]>();
  for (const character of characters) {
    byCharacter.set(
      character,
      options.filter(({ begins }) => begins?.has(character) !== false),
    );
  }
  const others = options.filter(({ begins }) => begins === undefined);
  return {
    type: 'choice',
    byCharacter,
    others,
    begins: others.length > 0 ? undefined : characters,
  };
}
