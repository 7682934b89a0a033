/** The marker that older prompts ask for, in English and Chinese, with half- or full-width colon and optional emphasis. */
const marker =
  /^\s*(?:\*\*)?\s*(?:final answer|最终答案|最终回答)\s*(?:\*\*)?\s*[:：]\s*(?:\*\*)?\s*/i;

/** The answer without a leading "Final Answer:". */
export function withoutMarker(text: string): string {
  const answer = text.replace(marker, '').trim();
  return answer === '' ? text.trim() : answer;
}
