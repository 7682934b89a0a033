/** Most tokens of an answer in one result; a common client refuses results above 25,000. */
const mostTokens = 20_000;

/** Tokens are estimated: four Latin characters are one, as are one and a half CJK ones. */
const tokensPerCjk = 1 / 1.5;
const tokensPerOther = 1 / 4;
const firstCjk = 0x2e80;

/** A part of an answer: `[from, to)` in UTF-16 units. */
export interface AnswerPart {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Something follows after `to`. */
  readonly isCut: boolean;
}

/** The part of `answer` that starts at `offset`, ended at a paragraph, line or sentence if it is too long for one result. */
export function answerPart(answer: string, offset: number): AnswerPart {
  const from = isInsidePair(answer, offset) ? offset - 1 : offset;
  const limit = endOfBudget(answer, from);
  const to = limit === answer.length ? limit : niceEnd(answer, from, limit);
  return { text: answer.slice(from, to), from, to, isCut: to < answer.length };
}

function endOfBudget(text: string, from: number): number {
  let tokens = 0;
  for (let index = from; index < text.length; index += 1) {
    tokens += text.charCodeAt(index) >= firstCjk ? tokensPerCjk : tokensPerOther;
    if (tokens > mostTokens) return index;
  }
  return text.length;
}

/** The last paragraph end before `limit`, else line end, else sentence end, if at least half of the part is kept. */
function niceEnd(text: string, from: number, limit: number): number {
  const part = text.slice(from, limit);
  const ends = [
    part.lastIndexOf('\n\n') + 2,
    part.lastIndexOf('\n') + 1,
    lastSentenceEnd(part),
    part.lastIndexOf(' ') + 1,
  ];
  const end = ends.find((candidate) => candidate > part.length / 2);
  if (end !== undefined) return from + end;
  return isInsidePair(text, limit) ? limit - 1 : limit;
}

function lastSentenceEnd(text: string): number {
  const latin =
    Math.max(text.lastIndexOf('. '), text.lastIndexOf('? '), text.lastIndexOf('! ')) + 2;
  const cjk = Math.max(...['。', '！', '？'].map((mark) => text.lastIndexOf(mark))) + 1;
  return Math.max(latin, cjk);
}

function isInsidePair(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
