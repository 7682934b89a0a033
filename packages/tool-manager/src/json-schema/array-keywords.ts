import { canonicalJson } from './json-equal.ts';
import { problem } from './problem.ts';
import { inside, keyword, listKeyword, numberKeyword, spend } from './scope.ts';
import type { KeywordCheck, Problems, Scope, SchemaObject, Spot } from './scope.ts';

/** Characters that are compared in the time of one look at a property. */
const charsPerWork = 20;

export const checkArray: KeywordCheck = (schema, spot, scope) => {
  const { value } = spot;
  if (!Array.isArray(value)) return [];
  const items: readonly unknown[] = value;
  return [
    ...checkLength(schema, spot, scope),
    ...items.flatMap((item, index) => {
      spend(scope, 1);
      if (scope.left < 0) return [];
      const part = itemSchema(schema, index);
      return part === undefined ? [] : scope.check(part, inside(spot, index, item), scope);
    }),
    ...checkContains(schema, spot, scope),
  ];
};

/** 2020-12 writes a tuple as `prefixItems`, older drafts as a list in `items` followed by `additionalItems`. */
function itemSchema(schema: SchemaObject, index: number): unknown {
  const older = listKeyword(schema, 'items');
  const tuple = listKeyword(schema, 'prefixItems') ?? older ?? [];
  if (index < tuple.length) return tuple[index];
  return older ? keyword(schema, 'additionalItems') : keyword(schema, 'items');
}

function checkLength(schema: SchemaObject, spot: Spot, scope: Scope): Problems {
  const items = spot.value as readonly unknown[];
  const found: string[] = [];
  const least = numberKeyword(schema, 'minItems');
  const most = numberKeyword(schema, 'maxItems');
  if (least !== undefined && items.length < least) found.push(scope.texts.tooFewItems(least));
  if (most !== undefined && items.length > most) found.push(scope.texts.tooManyItems(most));
  if (keyword(schema, 'uniqueItems') === true) {
    const distinct = new Set(items.map((item) => canonicalJson(item)));
    for (const text of distinct) spend(scope, text.length / charsPerWork);
    if (distinct.size < items.length) found.push(scope.texts.repeatedItems);
  }
  return found.map((message) => problem(spot, message));
}

function checkContains(schema: SchemaObject, spot: Spot, scope: Scope): Problems {
  const wanted = keyword(schema, 'contains');
  if (wanted === undefined) return [];
  const items = spot.value as readonly unknown[];
  const least = numberKeyword(schema, 'minContains') ?? 1;
  const most = numberKeyword(schema, 'maxContains') ?? Infinity;
  const count = items.filter(
    (item, index) => scope.check(wanted, inside(spot, index, item), scope).length === 0,
  ).length;
  return count >= least && count <= most ? [] : [problem(spot, scope.texts.nothingContained)];
}
