import type { SchemaTexts } from '../texts/manager-texts.ts';
import { checkArray } from './array-keywords.ts';
import { checkCombined } from './combined-keywords.ts';
import { checkObject } from './object-keywords.ts';
import { problem } from './problem.ts';
import { resolveReference } from './reference.ts';
import { checkAllowedValues, checkNumber, checkString, checkType } from './scalar-keywords.ts';
import { again, isObject, keyword, spend } from './scope.ts';
import type { KeywordCheck, Problems, Scope, Spot } from './scope.ts';

/** Work of one validation; a legitimate one stays far below, nested alternatives of a hostile one do not. */
const mostWork = 500_000;

/** References that may follow each other without a step into the value. */
const mostTurns = 64;

/**
 * Every problem of `value` by the part of JSON Schema (2020-12, with the older spellings) that tools use: types, values,
 * numbers, strings, objects, lists, combinations, conditions and references within the schema. `format` and unknown
 * keywords are annotations. Bounded in time for any schema and value.
 */
export function validateJsonSchema(schema: unknown, value: unknown, texts: SchemaTexts): Problems {
  const scope: Scope = {
    root: schema,
    texts,
    left: mostWork,
    slowPatterns: new Set(),
    check: checkSchema,
  };
  const problems = checkSchema(schema, { value, path: [], turns: 0 }, scope);
  // Once the limit is reached, single answers no longer mean anything (a `not` turns them round).
  if (scope.left < 0) return [{ path: '', message: texts.tooComplex }];
  return distinct(problems);
}

const scalarChecks: readonly KeywordCheck[] = [
  checkType,
  checkAllowedValues,
  checkNumber,
  checkString,
];
const nestedChecks: readonly KeywordCheck[] = [
  checkReference,
  checkObject,
  checkArray,
  checkCombined,
];

function checkSchema(schema: unknown, spot: Spot, scope: Scope): Problems {
  spend(scope, 1);
  if (scope.left < 0 || spot.turns > mostTurns) {
    scope.left = -1;
    return [];
  }
  if (schema === false) return [problem(spot, scope.texts.forbidden)];
  if (!isObject(schema)) return [];
  if (spot.value === null && keyword(schema, 'nullable') === true) return [];
  const found = scalarChecks.flatMap((check) => check(schema, spot, scope));
  return [...found, ...nestedChecks.flatMap((check) => check(schema, spot, scope))];
}

function checkReference(
  schema: Readonly<Record<string, unknown>>,
  spot: Spot,
  scope: Scope,
): Problems {
  const reference = keyword(schema, '$ref');
  if (typeof reference !== 'string') return [];
  return scope.check(resolveReference(scope.root, reference), again(spot), scope);
}

function distinct(problems: Problems): Problems {
  const seen = new Set<string>();
  return problems.filter(({ path, message }) => {
    const key = `${path}\n${message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
