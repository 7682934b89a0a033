import { problem } from './problem.ts';
import { typeOf, wantedTypes } from './scalar-keywords.ts';
import { again, isObject, keyword, listKeyword } from './scope.ts';
import type { KeywordCheck, Problems, Scope, Spot } from './scope.ts';

export const checkCombined: KeywordCheck = (schema, spot, scope) => {
  const next = again(spot);
  return [
    ...(listKeyword(schema, 'allOf') ?? []).flatMap((part) => scope.check(part, next, scope)),
    ...checkAnyOf(listKeyword(schema, 'anyOf'), next, scope),
    ...checkOneOf(listKeyword(schema, 'oneOf'), next, scope),
    ...checkNot(keyword(schema, 'not'), next, scope),
    ...checkCondition(schema, next, scope),
  ];
};

function checkAnyOf(forms: readonly unknown[] | undefined, spot: Spot, scope: Scope): Problems {
  if (!forms) return [];
  const results: Problems[] = [];
  for (const form of forms) {
    const result = scope.check(form, spot, scope);
    if (result.length === 0) return [];
    results.push(result);
  }
  return explain(forms, results, { spot, scope });
}

function checkOneOf(forms: readonly unknown[] | undefined, spot: Spot, scope: Scope): Problems {
  if (!forms) return [];
  const results = forms.map((form) => scope.check(form, spot, scope));
  const fitting = results.filter((result) => result.length === 0).length;
  if (fitting === 1) return [];
  if (fitting > 1) return [problem(spot, scope.texts.severalForms)];
  return explain(forms, results, { spot, scope });
}

/** Tells the plain types that are allowed, or what is wrong by the closest form. */
function explain(
  forms: readonly unknown[],
  results: readonly Problems[],
  { spot, scope }: { readonly spot: Spot; readonly scope: Scope },
): Problems {
  const types = forms.map((form) => (isObject(form) ? wantedTypes(form) : undefined));
  const given = typeOf(spot.value);
  const sameType = results.filter((_, index) => {
    const wanted = types[index];
    return !wanted || wanted.includes(given) || (given === 'number' && wanted.includes('integer'));
  });
  if (sameType.length === 0) {
    const wanted = [...new Set(types.flatMap((names) => names ?? []))];
    return [problem(spot, scope.texts.wrongType(wanted, given))];
  }
  const [closest = []] = [...sameType].sort((one, other) => one.length - other.length);
  if (forms.length === 1 || sameType.length === 1) return closest;
  return [problem(spot, scope.texts.noForm(forms.length)), ...closest];
}

function checkNot(schema: unknown, spot: Spot, scope: Scope): Problems {
  if (schema === undefined || scope.check(schema, spot, scope).length > 0) return [];
  return [problem(spot, scope.texts.forbidden)];
}

const checkCondition: KeywordCheck = (schema, spot, scope) => {
  const condition = keyword(schema, 'if');
  if (condition === undefined) return [];
  const branch = scope.check(condition, spot, scope).length === 0 ? 'then' : 'else';
  const part = keyword(schema, branch);
  return part === undefined ? [] : scope.check(part, spot, scope);
};
