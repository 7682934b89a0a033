import type { BudgetLimits } from '../budget/types.ts';
import type { ProfileRow } from '../http/profile.ts';
import { isJsonObject } from '../json.ts';
import { readBudgetLimits } from './budget-limits.ts';
import { shown } from './environment.ts';
import { scanJson } from './json-fault.ts';
import type { Notes, Place } from './place.ts';
import { defined, fieldOf, warnUnknown } from './place.ts';
import { readProfileRows } from './profile-rows.ts';

/** A providers file that could be read. */
export interface ProviderFile {
  /** The file, as sentences name it. */
  readonly label: string;
  readonly entries: ReadonlyMap<string, unknown>;
  readonly budget?: BudgetLimits;
  readonly rows: readonly ProfileRow[];
}

const shape = '{"providers": {"name": {"apiKey": "…", "baseUrl": "…", "model": "…"}}}';
const fileFields = ['$schema', 'providers', 'profiles', 'budget'];

/**
 * Reads the text of a providers file, without its entries. It must hold `providers`; a flat file, broken JSON and a budget or profiles that
 * cannot be used are refused, not guessed at: undefined then, with the problems in `notes`.
 */
export function readProviderFile(
  text: string,
  label: string,
  notes: Notes,
): ProviderFile | undefined {
  const json = text.replace(/^\uFEFF/, '');
  const { fault, repeated } = scanJson(json);
  const refuse = (what: string): undefined => {
    notes.problems.push(`${label} ${what}. HTTP is off.`);
  };
  const content = parse(json);
  if (content === undefined) {
    const { line, column, what } = fault ?? { line: 1, column: 1, what: 'it cannot be read' };
    refuse(`is not valid JSON at line ${line}, column ${column}: ${what}`);
    return undefined;
  }
  for (const { name, line } of repeated) {
    notes.warnings.push(
      `${label} gives the name ${shown(name)} twice, again in line ${line}; only the last one counts.`,
    );
  }
  if (!isJsonObject(content)) {
    refuse(`holds no JSON object; it should be ${shape}`);
    return undefined;
  }
  const providers = content['providers'];
  if (!isJsonObject(providers)) {
    refuse(`has no "providers" object; it should be ${shape}`);
    return undefined;
  }
  const root: Place = { label, path: '', notes };
  const before = notes.problems.length;
  warnUnknown(content, fileFields, root);
  const rows = readProfileRows(content['profiles'], fieldOf(root, 'profiles'));
  const budget = readBudgetLimits(content['budget'], fieldOf(root, 'budget'));
  const entries = new Map(Object.entries(providers));
  if (notes.problems.length > before) return { label, entries, rows };
  return { label, entries, rows, ...defined({ budget }) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
