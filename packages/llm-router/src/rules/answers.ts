import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { Language } from '@mini-agent/foundation/tool';
import type { TaskPart } from './read-task.ts';
import { excerpt, inLanguage } from './texts.ts';

/** The answer to a task whose calls are all finished: one block per part in order, failed parts named, then what was left out. */
export function composeAnswer(
  parts: readonly TaskPart[],
  rest: {
    readonly outcomes: readonly (readonly ToolOutcome[])[];
    readonly leftOut: readonly string[];
    readonly language: Language;
  },
): { readonly text: string; readonly failed: boolean } {
  let failed = false;
  const blocks = parts.map((part, index) => {
    const outcomes = rest.outcomes[index] ?? [];
    const failure = outcomes.find((outcome) => !outcome.ok);
    if (failure === undefined) return part.match.answer(outcomes, rest.language);
    failed = true;
    return failedPart(part, outcomes, rest.language);
  });
  for (const text of rest.leftOut) blocks.push(leftOutNote(text, rest.language));
  return { text: blocks.join('\n'), failed };
}

/** Names the part and the reason; what the part's other calls found is kept. */
function failedPart(part: TaskPart, outcomes: readonly ToolOutcome[], language: Language): string {
  const found = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.text] : []));
  const reasons = [
    ...new Set(outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.message]))),
  ].join('; ');
  const name = excerpt(part.text);
  const line = inLanguage(
    language,
    `This part could not be done ("${name}"): ${reasons}`,
    `这一部分未能完成（“${name}”）：${reasons}`,
  );
  return [...found, line].join('\n');
}

function leftOutNote(text: string, language: Language): string {
  const name = excerpt(text);
  return inLanguage(
    language,
    `Left out, as you asked: "${name}".`,
    `按您的要求没有执行：“${name}”。`,
  );
}

/** The text of an abstention: that nothing was done, why, what was already found, and what rule mode can do. */
export function abstention(options: {
  readonly language: Language;
  readonly help: { readonly en: string; readonly zh: string };
  readonly problem: string | undefined;
  readonly found: readonly string[];
}): string {
  const { language, help, problem, found } = options;
  const lines = [
    inLanguage(
      language,
      "I couldn't do this in rule mode, because I did not understand every part of the task.",
      '规则模式无法处理这个任务：有内容未能理解。',
    ),
  ];
  if (problem !== undefined && !problem.includes('Result:')) {
    const name = excerpt(problem);
    lines.push(inLanguage(language, `Not understood: "${name}".`, `未能理解：“${name}”。`));
  }
  if (found.length > 0) lines.push(...foundSoFar(language, found));
  else lines.push(inLanguage(language, 'Nothing was done.', '没有执行任何操作。'));
  lines.push(inLanguage(language, help.en, help.zh));
  return lines.join('\n');
}

/** The text for a task that is understood, but whose calls may not be made any more. */
export function interrupted(language: Language, found: readonly string[]): string {
  return [
    inLanguage(
      language,
      'The task could not be finished: no further steps are left.',
      '任务未能完成：没有剩余的步骤。',
    ),
    ...foundSoFar(language, found),
  ].join('\n');
}

function foundSoFar(language: Language, found: readonly string[]): readonly string[] {
  if (found.length === 0) return [];
  return [inLanguage(language, 'Found so far:', '目前的结果：'), ...found];
}
