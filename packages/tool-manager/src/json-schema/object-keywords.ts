import { similarNames } from '../similar-names.ts';
import { matchesPattern } from './guarded-pattern.ts';
import { problem } from './problem.ts';
import { again, inside, isObject, keyword, listKeyword, numberKeyword, spend } from './scope.ts';
import type { KeywordCheck, Problems, Scope, SchemaObject, Spot } from './scope.ts';

export const checkObject: KeywordCheck = (schema, spot, scope) => {
  const { value } = spot;
  if (!isObject(value)) return [];
  const at: ObjectSpot = { schema, spot, value, scope };
  return [
    ...missingKeys(at),
    ...dependentKeys(at),
    ...keyCount(at),
    ...Object.keys(value).flatMap((key) => checkKey(at, key)),
  ];
};

interface ObjectSpot {
  readonly schema: SchemaObject;
  readonly spot: Spot;
  readonly value: SchemaObject;
  readonly scope: Scope;
}

/** An optional property that a program left undefined is an absent one. */
function has(value: SchemaObject, key: string): boolean {
  return Object.hasOwn(value, key) && value[key] !== undefined;
}

function missingKeys({ schema, spot, value, scope }: ObjectSpot): Problems {
  const required = listKeyword(schema, 'required') ?? [];
  return required
    .filter((key) => typeof key === 'string')
    .filter((key) => !has(value, key))
    .map((key) => problem(inside(spot, key, undefined), scope.texts.missing));
}

function dependentKeys({ schema, spot, value, scope }: ObjectSpot): Problems {
  const dependent = keyword(schema, 'dependentRequired');
  if (!isObject(dependent)) return [];
  return Object.keys(dependent)
    .filter((key) => has(value, key))
    .flatMap((key) =>
      (listKeyword(dependent, key) ?? [])
        .filter((needed) => typeof needed === 'string')
        .filter((needed) => !has(value, needed))
        .map((needed) => problem(inside(spot, needed, undefined), scope.texts.neededBeside(key))),
    );
}

function keyCount({ schema, spot, value, scope }: ObjectSpot): Problems {
  const count = Object.keys(value).filter((key) => has(value, key)).length;
  const least = numberKeyword(schema, 'minProperties');
  const most = numberKeyword(schema, 'maxProperties');
  if (least !== undefined && count < least) return [problem(spot, scope.texts.tooFewKeys(least))];
  if (most !== undefined && count > most) return [problem(spot, scope.texts.tooManyKeys(most))];
  return [];
}

function checkKey(at: ObjectSpot, key: string): Problems {
  const { schema, spot, value, scope } = at;
  spend(scope, 1);
  if (scope.left < 0 || !has(value, key)) return [];
  const entry = inside(spot, key, value[key]);
  const properties = keyword(schema, 'properties');
  const isNamed = isObject(properties) && Object.hasOwn(properties, key);
  const patterned = patternSchemas(at, key);
  const schemas = isNamed ? [properties[key], ...patterned] : patterned;
  const found = schemas.flatMap((part) => scope.check(part, entry, scope));
  const names = keyword(schema, 'propertyNames');
  if (names !== undefined) {
    found.push(...scope.check(names, { ...entry, value: key }, scope));
  }
  if (schemas.length > 0) return found;
  return [...found, ...checkUnnamed(at, entry, key)];
}

function patternSchemas({ schema, scope }: ObjectSpot, key: string): readonly unknown[] {
  const patterns = keyword(schema, 'patternProperties');
  if (!isObject(patterns)) return [];
  return Object.keys(patterns)
    .filter((pattern) => matchesPattern(pattern, key, scope))
    .map((pattern) => patterns[pattern]);
}

function checkUnnamed({ schema, scope }: ObjectSpot, entry: Spot, key: string): Problems {
  const rest = keyword(schema, 'additionalProperties');
  if (rest === undefined || rest === true) return [];
  if (rest !== false) return scope.check(rest, again(entry), scope);
  const properties = keyword(schema, 'properties');
  const known = isObject(properties) ? Object.keys(properties) : [];
  return [problem(entry, scope.texts.unknownKey(similarNames(key, known)[0]))];
}
