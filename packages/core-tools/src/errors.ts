import {
  type ErrorDetails,
  MiniAgentError,
  type ToolErrorCode,
} from '@mini-agent/foundation/errors';

import { lazyPattern } from './lazy-pattern.ts';

/** `invalid_arguments`: change the input; `tool_error`: the input is well-formed but has no answer (1/0, below 0 K). */
export type CoreToolErrorCode = Extract<ToolErrorCode, 'invalid_arguments' | 'tool_error'>;

/** What helps a caller (often a model) to repair its input. A type alias, so that it is a JSON object. */
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- an interface has no implicit index signature
export type CoreToolErrorDetails = {
  /** Where the problem starts: 0-based UTF-16 index into the text that was given. */
  readonly position?: number;
  /** What to write instead. */
  readonly hint?: string;
  /** Names that could have been meant, best first. */
  readonly candidates?: readonly string[];
};

const MAX_MESSAGE_CHARS = 500;
const MAX_ECHO_CHARS = 32;
/** Control characters and, with the u flag, surrogates without a partner. */
const unprintable = lazyPattern('[\\p{Cc}\\p{Cs}]', 'gu');

/** The only error class that this package throws on purpose. Its message is at most 500 UTF-16 units long. */
export class CoreToolError extends MiniAgentError<CoreToolErrorCode> {
  declare readonly details: CoreToolErrorDetails | undefined;

  constructor(
    code: CoreToolErrorCode,
    message: string,
    options: Omit<ErrorDetails, 'details'> & { readonly details?: CoreToolErrorDetails } = {},
  ) {
    super(code, shorten(message, MAX_MESSAGE_CHARS), options);
  }
}

/** Quotes a part of the caller's input for a message: at most 32 units, well-formed, without control characters. */
export function quoteInput(input: string): string {
  return `"${shorten(input, MAX_ECHO_CHARS)}"`;
}

function shorten(text: string, maxChars: number): string {
  const head = text.length > maxChars ? `${text.slice(0, maxChars - 1)}…` : text;
  return head.replace(unprintable(), ' ');
}
