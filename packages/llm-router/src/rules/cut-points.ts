import { isDigit, isLatinLetter } from './characters.ts';
import type { Connector } from './lexicon.ts';
import { connectors } from './lexicon.ts';
import { wordStartsAt } from './word-match.ts';

/** A place where a task may be cut: a run of connectors and the space around them. */
export interface CutPoint {
  readonly start: number;
  readonly end: number;
  /** Strong: "then", "；", a new sentence. Weak: "and", "、", a comma. */
  readonly kind: 'strong' | 'weak';
  /** The run holds "and", a comma or the like and no contrast, so a negation before it may reach past it. */
  readonly joins: boolean;
}

/** Every place where a part may end, in order; adjacent connectors (", and then") are one. Linear in the length of the text. */
export function findCutPoints(lower: string): readonly CutPoint[] {
  const cuts: CutPoint[] = [];
  beginning.lastIndex = 0;
  while (beginning.test(lower)) {
    const index = beginning.lastIndex - 1;
    const first = connectorAt(lower, index);
    if (first === undefined) continue;
    const cut = extendCut(lower, index, first);
    if (cut.start > 0 && cut.end < lower.length) cuts.push(cut);
    beginning.lastIndex = Math.max(cut.end, index + 1);
  }
  return cuts;
}

function extendCut(lower: string, index: number, first: Connector): CutPoint {
  let end = index + first.text.length;
  let strong = first.kind === 'strong';
  let { joins, contrasts } = first;
  for (;;) {
    let next = end;
    while (lower[next] === ' ') next++;
    const connector = connectorAt(lower, next);
    if (connector === undefined) {
      end = next;
      break;
    }
    end = next + connector.text.length;
    strong ||= connector.kind === 'strong';
    joins ||= connector.joins;
    contrasts ||= connector.contrasts;
  }
  let start = index;
  while (start > 0 && lower[start - 1] === ' ') start--;
  return { start, end, kind: strong ? 'strong' : 'weak', joins: joins && !contrasts };
}

const stops: ReadonlyMap<string, Connector> = new Map(
  ['.', '?', '!', '！'].map((text) => [
    text,
    { text, kind: 'strong', joins: false, contrasts: false },
  ]),
);

/** Longest first. */
const connectorsByFirst: ReadonlyMap<string, readonly Connector[]> = groupedByFirst();

/** One character with which a connector may begin: there are few in a task, so no other place is looked at. */
const beginning: RegExp = beginningOf([...stops.keys(), ...connectorsByFirst.keys()]);

function groupedByFirst(): ReadonlyMap<string, readonly Connector[]> {
  const groups = new Map<string, Connector[]>();
  for (const connector of connectors) {
    const first = connector.text.charAt(0);
    const group = groups.get(first);
    if (group === undefined) groups.set(first, [connector]);
    else group.push(connector);
  }
  return groups;
}

/** A Latin connector is a whole word. */
function beginningOf(characters: readonly string[]): RegExp {
  const letters = characters.filter(isLatinLetter).join('');
  const others = characters.filter((character) => !isLatinLetter(character)).join('');
  return new RegExp(`[${others}]|(?<![a-z0-9_])[${letters}]`, 'g');
}

function connectorAt(lower: string, index: number): Connector | undefined {
  const character = lower[index];
  if (character === undefined) return undefined;
  const stop = stops.get(character);
  if (stop !== undefined) return endsSentence(lower, index) ? stop : undefined;
  const candidates = connectorsByFirst.get(character);
  if (candidates === undefined) return undefined;
  if (character === ',' && groupsThousands(lower, index)) return undefined;
  // 3和5的和: a sum, no conjunction.
  if (character === '和' && /[的之]/.test(lower[index - 1] ?? '')) return undefined;
  return candidates.find(({ text }) => wordStartsAt(lower, index, text));
}

/** A full stop inside `3.5`, `v1.2` or `example.com` ends nothing; `!` behind an operand is a factorial. */
function endsSentence(lower: string, index: number): boolean {
  const mark = lower[index];
  const before = lower[index - 1];
  const after = lower[index + 1];
  if (mark === '！') return !isDigit(before) && before !== ')';
  if (mark === '!') return !isDigit(before) && before !== ')' && before !== '!';
  if (mark === '.') return after === undefined || after === ' ' || after === '\n';
  return true;
}

function groupsThousands(lower: string, index: number): boolean {
  return (
    isDigit(lower[index - 1]) &&
    isDigit(lower[index + 1]) &&
    isDigit(lower[index + 2]) &&
    isDigit(lower[index + 3]) &&
    !isDigit(lower[index + 4])
  );
}
