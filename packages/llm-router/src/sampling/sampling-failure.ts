import { ModelError } from '../errors.ts';

/** What a failed `sampling/createMessage` means: the codes are those of JSON-RPC and of MCP. */
export interface SamplingFailure {
  readonly error: ModelError;
  /** The client cannot do sampling at all: it is not asked again in this session. */
  readonly unsupported: boolean;
  /** The client objects to the messages; one more try with a plainer history is worth it. */
  readonly invalidHistory: boolean;
}

const declinedWords =
  /\buser\b.{0,20}\b(?:rejected|declined|denied|refused|cancell?ed)\b|\b(?:rejected|declined|denied|refused) by (?:the )?user\b/i;

/** -1 is a refusal by the user: a decision, not a failure, so nothing else may be asked in its place. */
export function readSamplingFailure(thrown: unknown): SamplingFailure {
  const { code, message } = describe(thrown);
  const plain = { unsupported: false, invalidHistory: false };
  if (code === -1 || declinedWords.test(message)) {
    return {
      ...plain,
      error: new ModelError('declined', 'The user declined the sampling request.'),
    };
  }
  if (code === -32601 || code === -32600) {
    const error = new ModelError(
      'unavailable',
      `The client does not answer sampling requests (code ${code}).`,
    );
    return { ...plain, error, unsupported: true };
  }
  if (code === -32602) {
    const error = new ModelError(
      'bad_request',
      'The client refused the messages of a sampling request (code -32602).',
    );
    return { ...plain, error, invalidHistory: true };
  }
  const suffix = code === undefined ? '' : ` (code ${code})`;
  const error =
    code === -32001
      ? new ModelError(
          'timeout',
          `The client did not answer the sampling request in time${suffix}.`,
        )
      : new ModelError('transient', `The client failed to answer a sampling request${suffix}.`);
  return { ...plain, error };
}

function describe(thrown: unknown): {
  readonly code: number | undefined;
  readonly message: string;
} {
  if (typeof thrown !== 'object' || thrown === null) {
    return { code: undefined, message: typeof thrown === 'string' ? thrown : '' };
  }
  const { code, message } = thrown as { readonly code?: unknown; readonly message?: unknown };
  return {
    code: typeof code === 'number' ? code : undefined,
    message: typeof message === 'string' ? message.slice(0, 1_000) : '',
  };
}
