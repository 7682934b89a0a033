import type { ArgumentProblem } from '../input-gates.ts';
import type { JsonPath } from '../json-path.ts';
import type { SchemaTexts } from '../texts/manager-texts.ts';

export type SchemaObject = Readonly<Record<string, unknown>>;
export type Problems = readonly ArgumentProblem[];

/** A value and where it stands. */
export interface Spot {
  readonly value: unknown;
  readonly path: JsonPath;
  /** References and combined schemas entered since the last step into the value; bounds schemas that refer to themselves. */
  readonly turns: number;
}

/** What one validation shares. */
export interface Scope {
  readonly root: unknown;
  readonly texts: SchemaTexts;
  /** Work that may still be done (a schema applied, a property looked at); below 0 nothing is checked any more. */
  left: number;
  /** Patterns that took too long once; they are not asked again. */
  readonly slowPatterns: Set<string>;
  readonly check: (schema: unknown, spot: Spot, scope: Scope) => Problems;
}

export type KeywordCheck = (schema: SchemaObject, spot: Spot, scope: Scope) => Problems;

export function spend(scope: Scope, work: number): void {
  scope.left -= work;
}

export function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function inside(spot: Spot, key: string | number, value: unknown): Spot {
  return { value, path: [...spot.path, key], turns: 0 };
}

export function again(spot: Spot): Spot {
  return { ...spot, turns: spot.turns + 1 };
}

/** An own keyword of the schema; never something inherited. */
export function keyword(schema: SchemaObject, name: string): unknown {
  return Object.hasOwn(schema, name) ? schema[name] : undefined;
}

export function numberKeyword(schema: SchemaObject, name: string): number | undefined {
  const value = keyword(schema, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function listKeyword(schema: SchemaObject, name: string): readonly unknown[] | undefined {
  const value = keyword(schema, name);
  return Array.isArray(value) ? value : undefined;
}
