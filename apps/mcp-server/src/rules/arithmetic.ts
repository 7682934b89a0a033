import { createPhrases, quoteMark } from '@mini-agent/llm-router/rules';
import type { RuleIntent, RuleMatch, Segment } from '@mini-agent/llm-router/rules';
import { observations } from './answer-lines.ts';
import { composed, continued, isAboutList } from './arithmetic-composition.ts';
import {
  bareArithmeticPhrases,
  englishFollowUps,
  englishParts,
  englishPhrases,
} from './arithmetic-phrases.ts';
import { chineseFollowUps, chineseParts, chinesePhrases } from './arithmetic-phrases-chinese.ts';
import { arithmeticSlots as slots } from './arithmetic-slots.ts';
import type { ArithmeticFound } from './arithmetic-slots.ts';
import { bases } from './bases.ts';
import type { Expression } from './expression-node.ts';
import { atomLevel } from './expression-node.ts';
import { isClearlyArithmetic, mayCalculate } from './expression-shape.ts';
import { withoutMoney } from './money.ts';
import { chinesePricePhrases, englishPricePhrases } from './price-phrases.ts';

/** Expressions and questions about numbers, in words or symbols; the calculator does the work. */
export const arithmeticIntent: RuleIntent = {
  name: 'arithmetic',
  match(segment) {
    if (segment.text.length > longestSegment || segment.text.includes(quoteMark)) return undefined;
    if (otherFamily.test(segment.text)) return undefined;
    return matchNumbers(segment) ?? matchMoney(segment);
  },
};

const longestSegment = 600;

/** Words of other families, which no calculation holds: a segment of several parts is given up on at once. */
const otherFamily =
  /uuid|guid|password|random|shuffle|\bpick\b|\bdate\b|what time|days between|密码|随机|统计|几号|几点|选一个|字数/i;

const latinLetter = /[a-z]/i;
const chineseCharacter = /[\u4e00-\u9fff]/;

/** The phrases of a language are looked at only where the text holds its script; symbols need those of one. */
function matchNumbers(segment: Segment): RuleMatch | undefined {
  const isChinese = chineseCharacter.test(segment.text);
  const isEnglish = !isChinese || latinLetter.test(segment.text);
  return (
    (isEnglish ? englishAsked.match(segment) : undefined) ??
    (isChinese ? chineseAsked.match(segment) : undefined) ??
    bases.match(segment) ??
    bare.match(segment) ??
    continuation(segment, isChinese)
  );
}

/** The same where the numbers are amounts of one currency, and what only money can mean. */
function matchMoney(segment: Segment): RuleMatch | undefined {
  const plain = withoutMoney(segment);
  return plain === undefined ? undefined : (matchNumbers(plain) ?? matchPrices(plain));
}

function matchPrices(segment: Segment): RuleMatch | undefined {
  return chineseCharacter.test(segment.text)
    ? chinesePriced.match(segment)
    : englishPriced.match(segment);
}

/** What ends with a list in English words. */
const listMatches = new WeakSet<RuleMatch>();

/** "The mean of 1, 2, 3 plus 4", "pick from 1, 2, 3 plus 4": the comma may belong to the list. */
function followsList({ previous }: Segment): boolean {
  if (previous === undefined) return false;
  const items = previous.calls[0]?.arguments['items'];
  const areNumbers = Array.isArray(items) && items.every((item) => /^[-\d.]+$/.test(String(item)));
  return areNumbers || listMatches.has(previous);
}

function marked(
  match: RuleMatch | undefined,
  endsInList: boolean,
  { text }: Segment,
): RuleMatch | undefined {
  if (match !== undefined && endsInList && !chineseCharacter.test(text)) listMatches.add(match);
  return match;
}

function asked(found: ArithmeticFound, segment: Segment): RuleMatch | undefined {
  const expression = composed(found);
  if (expression === undefined || !mayCalculate(expression, segment.text)) return undefined;
  return marked(
    calculation(expression),
    expression.endsInList === true || isAboutList(found),
    segment,
  );
}

const englishAsked = createPhrases({
  slots,
  parts: englishParts,
  phrases: englishPhrases,
  build: asked,
});

const chineseAsked = createPhrases({
  slots,
  parts: chineseParts,
  phrases: chinesePhrases,
  build: asked,
});

function priced(found: ArithmeticFound): RuleMatch | undefined {
  return calculation(composed(found));
}

const englishPriced = createPhrases({
  slots,
  parts: englishParts,
  phrases: englishPricePhrases,
  build: priced,
});

const chinesePriced = createPhrases({
  slots,
  parts: chineseParts,
  phrases: chinesePricePhrases,
  build: priced,
});

const bare = createPhrases({
  slots,
  phrases: bareArithmeticPhrases,
  build(found, segment) {
    const expression = composed(found);
    if (expression === undefined) return undefined;
    if (followsList(segment)) return undefined;
    const afterAnother = previousExpression(segment) !== undefined;
    return afterAnother || isClearlyArithmetic(segment.text)
      ? marked(calculation(expression), expression.endsInList === true, segment)
      : undefined;
  },
});

/** "multiply the result by 4": folded into one expression with what the part before asked for. */
function continuation(segment: Segment, isChinese: boolean): RuleMatch | undefined {
  if (previousExpression(segment) === undefined) return undefined;
  return isChinese ? chineseContinued.match(segment) : englishContinued.match(segment);
}

function continuing(found: ArithmeticFound, segment: Segment): RuleMatch | undefined {
  const previous = previousExpression(segment);
  const expression = previous === undefined ? undefined : continued(previous, found);
  const match = calculation(expression);
  return match === undefined ? undefined : { ...match, replacesPrevious: true };
}

const englishContinued = createPhrases({
  slots,
  parts: englishParts,
  phrases: englishFollowUps,
  build: continuing,
});

const chineseContinued = createPhrases({
  slots,
  parts: chineseParts,
  phrases: chineseFollowUps,
  build: continuing,
});

function previousExpression(segment: Segment): Expression | undefined {
  const calls = segment.previous?.calls ?? [];
  const text = calls[0]?.arguments['expression'];
  if (calls.length !== 1 || calls[0]?.name !== 'calculator' || typeof text !== 'string')
    return undefined;
  return { text: `(${text})`, level: atomLevel, operations: 1, words: true };
}

function calculation(expression: Expression | undefined): RuleMatch | undefined {
  if (expression === undefined || expression.operations === 0) return undefined;
  const text = expression.inner ?? expression.text;
  if (text.length > 500) return undefined;
  return {
    calls: [{ name: 'calculator', arguments: { expression: text } }],
    answer: (outcomes, language) => observations(outcomes, { language, heading: '计算结果' }),
  };
}
