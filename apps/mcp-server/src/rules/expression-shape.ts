/** Famous pairs that are names, not divisions. */
const namedPairs: ReadonlySet<string> = new Set([
  '24/7',
  '9/11',
  '50/50',
  '80/20',
  '20/20',
  '4/20',
  '7/11',
]);

/**
 * Whether bare text without any word for it ("calculate", "what is") can only be meant as arithmetic. Dates, phone numbers, scores,
 * ranges, sizes and fractions are written with the same characters.
 */
export function isClearlyArithmetic(text: string): boolean {
  const trimmed = text.trim();
  return !looksLikeDate(trimmed) && !looksLikeName(trimmed) && !looksLikePair(trimmed);
}

/** Words that can only ask for a calculation. "What is 9/11" and "what is 4x4" ask for something else. */
const calculationVerb =
  /^(?:calculate|compute|evaluate|solve|calc|work out|figure out|计算|算|求|运算)/;

/** Whether an expression that something asks for may be calculated. */
export function mayCalculate(
  expression: { readonly text: string; readonly words: boolean },
  segment: string,
): boolean {
  const asked = expression.text.trim();
  const written = segment.trim().toLowerCase();
  if (!expression.words && looksLikeDate(asked)) return false;
  if (calculationVerb.test(written)) return true;
  if (!expression.words) return !looksLikeName(asked);
  return !/\d[xX]\d/.test(written) || written.includes('=');
}

/** A year-first date inside an expression: nothing with it is a subtraction or a division. */
const dateInside = /(?<![\d.])(?:1[5-9]|20|21)\d\d([-/])\d{1,2}\1\d{1,2}(?![\d.])/;

/** A calendar date, in any order. Also refused where a word asks for a calculation: 2024-02-28 is no subtraction. */
export function looksLikeDate(text: string): boolean {
  return (
    dateInside.test(text) ||
    /^(?:1[5-9]|20|21)\d\d[-/.]\d{1,2}(?:[-/.]\d{1,2})?$/.test(text) ||
    /^\d{1,2}[-/.]\d{1,2}[-/.](?:1[5-9]|20|21)?\d\d$/.test(text) ||
    /^0\d[-/]\d|^\d{1,2}[-/]0\d/.test(text)
  );
}

function looksLikeName(text: string): boolean {
  if (/^\+?\d[\d-]*-\d{3,}$/.test(text) && /^\+|-.*-|^\d{3,4}-\d{4,8}$/.test(text)) return true;
  return namedPairs.has(text);
}

/** Two plain numbers with a sign between them and no space: `3-5`, `12/25`, `4x4`. */
function looksLikePair(text: string): boolean {
  // 1-2-3 and 4/5/6: a score, a date, a count.
  if (/^\d{1,6}(?:([-/xX])\d{1,6})(?:\1\d{1,6})+$/.test(text)) return true;
  const pair = /^(\d{1,6})([-/xX])(\d{1,6})$/.exec(text);
  if (pair === null) return false;
  const [, first = '', sign = '', second = ''] = pair;
  const small = Number(first) <= 31 && Number(second) <= 31;
  if (sign === '-') return small || Number(first) < Number(second) || second.startsWith('0');
  return sign !== '/' || small;
}
