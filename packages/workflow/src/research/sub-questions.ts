const fence = /^[ \t]*```[^\n]*\n([\s\S]*?)^[ \t]*```/gm;
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** A shorter line is a heading or a remark; Chinese, Japanese and Korean say the same in fewer characters. */
const shortest = 12;
const shortestCjk = 6;

/**
 * The sub-questions in a model's answer, at most `max`: those of the first fenced block that has some ("- " lines or a
 * JSON array of strings), else the lines that start with "- " and are long enough. Empty when there are none.
 */
export function parseSubQuestions(text: string, max = 5): readonly string[] {
  for (const [, block = ''] of text.matchAll(fence)) {
    const questions = unique(jsonStrings(block) ?? listItems(block, /^[^\S\n]*- (.*)$/gm));
    if (questions.length > 0) return questions.slice(0, Math.max(0, max));
  }
  const outside = listItems(text.replaceAll(fence, ''), /^- (.*)$/gm);
  return unique(outside.filter(isLongEnough)).slice(0, Math.max(0, max));
}

function jsonStrings(block: string): readonly string[] | undefined {
  try {
    const value = JSON.parse(block) as unknown;
    if (!Array.isArray(value)) return undefined;
    return value.filter((entry) => typeof entry === 'string').map((entry) => entry.trim());
  } catch {
    return undefined;
  }
}

function listItems(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, item = '']) => item.trim());
}

function isLongEnough(question: string): boolean {
  return question.length >= (cjk.test(question) ? shortestCjk : shortest);
}

function unique(questions: readonly string[]): readonly string[] {
  return [...new Set(questions)].filter((question) => question !== '');
}
