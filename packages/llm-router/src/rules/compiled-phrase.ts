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
  readonly options: readonly CompiledNode[];
  /** Options by the next character, in their order, as far as they were asked for. */
  readonly byCharacter: Map<string, readonly CompiledNode[]>;
}

type Beginnings = ReadonlySet<string> | undefined;

/** The options that can begin with `character`. */
export function optionsAt(choice: CompiledChoice, character: string): readonly CompiledNode[] {
  let options = choice.byCharacter.get(character);
  if (options === undefined) {
    options = choice.options.filter(({ begins }) => begins?.has(character) !== false);
    if (choice.byCharacter.size < mostCharacters) choice.byCharacter.set(character, options);
  }
  return options;
}

const mostCharacters = 500;

/**
 * What a text must hold for a pattern to match it: of each list at least one literal. Looking for them is far cheaper than trying,
 * and rules out most patterns that begin as the text does.
 */
type Requirements = readonly (readonly string[])[];

/** More alternatives than these cost more to look for than they save. */
const mostAlternatives = 24;

function requirements(node: CompiledNode): Requirements {
  switch (node.type) {
    case 'literal':
      return [[node.text]];
    case 'sequence':
      return node.items.flatMap((item) => requirements(item));
    case 'choice': {
      const alternatives = node.options.map((option) => requirements(option)[0] ?? []);
      const isCertain = alternatives.every((literals) => literals.length > 0);
      const literals = isCertain ? [...new Set(alternatives.flat())] : [];
      return literals.length > 0 && literals.length <= mostAlternatives ? [literals] : [];
    }
    case 'slot':
    case 'optional':
      return [];
  }
}

/** One pattern of a set. */
export interface CompiledPhrase {
  readonly node: CompiledNode;
  readonly requirements: Requirements;
}

/** Finds the patterns of a set that can begin with a character, in their order. */
export type PhrasesAt = (character: string) => readonly CompiledPhrase[];

/** Compiles the patterns of a set. A named part is compiled once, however many patterns use it. */
export function compilePhrases(
  phrases: readonly string[],
  parts: Readonly<Record<string, string>>,
): PhrasesAt {
  const compiler = new PhraseCompiler(parts);
  const nodes = phrases.map((phrase) => compiler.compile(parsePhrase(phrase)));
  const compiled = nodes.map((node) => ({ node, requirements: requirements(node) }));
  const byCharacter = new Map<string, readonly CompiledPhrase[]>();
  return (character) => {
    const known = byCharacter.get(character);
    if (known !== undefined) return known;
    const found = compiled.filter(({ node }) => node.begins?.has(character) !== false);
    if (byCharacter.size < mostCharacters) byCharacter.set(character, found);
    return found;
  };
}

class PhraseCompiler {
  readonly #parts: Readonly<Record<string, string>>;
  readonly #compiled = new Map<string, CompiledNode>();
  readonly #single = new Map<string, ReadonlySet<string>>();

  constructor(parts: Readonly<Record<string, string>>) {
    this.#parts = parts;
  }

  compile(node: PhraseNode): CompiledNode {
    switch (node.type) {
      case 'literal':
        return { ...node, begins: this.#only(node.text.charAt(0)) };
      case 'slot':
        return { ...node, begins: undefined };
      case 'part':
        return this.#part(node.name);
      case 'optional':
        return { type: 'optional', item: this.compile(node.item), begins: undefined };
      case 'choice':
        return compileChoice(node.options.map((option) => this.compile(option)));
      case 'sequence': {
        const items = node.items.map((item) => this.compile(item));
        return { type: 'sequence', items, begins: sequenceBeginnings(items) };
      }
    }
  }

  /** One set per character for all literals. */
  #only(character: string): ReadonlySet<string> {
    const known = this.#single.get(character) ?? new Set([character]);
    this.#single.set(character, known);
    return known;
  }

  #part(name: string): CompiledNode {
    const known = this.#compiled.get(name);
    if (known !== undefined) return known;
    const pattern = this.#parts[name];
    if (pattern === undefined) throw new SyntaxError(`Unknown part <${name}> in a phrase.`);
    const compiled = this.compile(parsePhrase(pattern));
    this.#compiled.set(name, compiled);
    return compiled;
  }
}

/** The first item decides; behind one that may be missing, the next one too. */
function sequenceBeginnings(items: readonly CompiledNode[]): Beginnings {
  const [first] = items;
  if (first?.type !== 'optional') return first?.begins;
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
  const begins = new Set<string>();
  let any = false;
  for (const option of options) {
    if (option.begins === undefined) any = true;
    for (const character of option.begins ?? []) begins.add(character);
  }
  return { type: 'choice', options, byCharacter: new Map(), begins: any ? undefined : begins };
}
