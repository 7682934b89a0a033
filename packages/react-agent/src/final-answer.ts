/** The marker that older prompts ask for, in English and Chinese, with half- or full-width colon and optional emphasis. */
const marker =
  /^\s*(?:\*\*)?\s*(?:final answer|最终答案|最终回答)\s*(?:\*\*)?\s*[:：]\s*(?:\*\*)?\s*/i;

/** Closing tags of a call that stand at the end, and characters that nobody sees. */
const orphanTags =
  /(?:\s*<\/(?:tool_call|function_call|function|parameter|arguments|invoke|tool)>)+\s*$/i;
const unseen = /[\s\u200b-\u200f\u2060\ufeff]/g;

/** The answer without a leading "Final Answer:" and without the closing tags of a call that never was. Empty where nothing visible is left. */
export function visibleAnswer(text: string): string {
  const [tags = ''] = orphanTags.exec(text) ?? [];
  const hasOpening = /<(?:tool_call|function_call|function|invoke)\b/i.test(text);
  const answer = (hasOpening ? text : text.slice(0, text.length - tags.length))
    .replace(marker, '')
    .trim();
  return answer.replace(unseen, '') === '' ? '' : answer;
}
