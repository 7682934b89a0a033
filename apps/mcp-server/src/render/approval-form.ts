import type { ToolCall } from '@mini-agent/foundation/chat';
import { redactSecrets, type Secret } from '@mini-agent/foundation/secret';
import type { JsonObject, Language } from '@mini-agent/foundation/tool';
import type { ApprovalReason } from '@mini-agent/react-agent';
import { approvalTexts, leftOutMark, type ApprovalTexts } from '../approval-messages.ts';
import { firstUnits, oneLine } from './cut.ts';

/** Parameters of `elicitation/create` in form mode. */
export type ApprovalForm = JsonObject & { readonly message: string };

export interface ApprovalFormOptions {
  readonly language: Language;
  readonly reason: ApprovalReason;
  readonly secrets: readonly Secret[];
}

/** The one field of the form. */
const field = 'approve';

/** Most arguments that are shown, and how much of a name and of a value, in UTF-16 units. */
const mostArguments = 20;
const longestName = 64;
const longestValue = 400;

/** Asks a person whether a call may be made: which tool, why it is asked, and with what. */
export function approvalForm(
  call: Pick<ToolCall, 'name' | 'arguments'>,
  { language, reason, secrets }: ApprovalFormOptions,
): ApprovalForm {
  const texts = approvalTexts(language, visible(oneLine(call.name, longestName)), reason);
  const value = call.arguments.ok ? call.arguments.value : {};
  const given = argumentLines(value, { language, secrets, texts });
  return {
    message: [
      texts.question,
      texts.tool,
      ...(given.length === 0 ? [texts.noArguments] : given),
    ].join('\n'),
    requestedSchema: {
      type: 'object',
      properties: {
        [field]: { type: 'boolean', title: texts.title, description: texts.description },
      },
      required: [field],
    },
  };
}

/** Whether what a client answered is a yes; anything that is not exactly one is a no. */
export function isApproved(answer: unknown): boolean {
  const { action, content } = recordOf(answer);
  return action === 'accept' && recordOf(content)[field] === true;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

interface LineOptions extends Pick<ApprovalFormOptions, 'language' | 'secrets'> {
  readonly texts: ApprovalTexts;
}

/** A line for each argument: as JSON, so that no text in it can look like a line of the question. */
function argumentLines(
  value: JsonObject,
  { language, secrets, texts }: LineOptions,
): readonly string[] {
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  const lines = entries.slice(0, mostArguments).map(([name, entry]) => {
    // As one text, because the name tells whether the value is a credential.
    const line = `${JSON.stringify(name)}: ${JSON.stringify(entry)}`;
    return `- ${cutMiddle(visible(redactSecrets(line, secrets)), language)}`;
  });
  const left = entries.length - lines.length;
  if (lines.length === 0) return [];
  return [texts.arguments, ...lines, ...(left > 0 ? [texts.more(left)] : [])];
}

/** Both ends, since what matters may stand at either, and how much is missing between them. */
function cutMiddle(text: string, language: Language): string {
  if (text.length <= longestValue) return text;
  const head = firstUnits(text, longestValue * 0.7);
  const tail = text.slice(text.length - longestValue * 0.3).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}${leftOutMark(language, text.length - head.length - tail.length)}${tail}`;
}

/** Characters that nobody sees or that turn the direction of text; the joiners stay, emoji and Persian need them. */
const hidden = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/gu;

/** Shown as what they are: a person must see what is there. */
function visible(text: string): string {
  return text.replace(
    hidden,
    (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`,
  );
}
