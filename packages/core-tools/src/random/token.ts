import { requireCount, requireOptions, wrongChoice } from '../errors.ts';
import { type RandomOptions, randomWords } from './random-source.ts';

/** Options of {@link randomToken}. */
export interface TokenOptions extends RandomOptions {
  /** Random bytes, 8–1024. Default 32 (256 bits). */
  readonly bytes?: number | undefined;
  /** `hex` (default) or `base64url`. */
  readonly encoding?: 'hex' | 'base64url' | undefined;
}

/** How many bytes a token may have. */
export const BYTE_LIMITS = { least: 8, most: 1024 } as const;

/**
 * A random token for URLs, keys and sessions; its entropy is 8 bits a byte.
 *
 * @throws CoreToolError `invalid_arguments` for a number of bytes outside 8–1024 or another encoding.
 */
export function randomToken(options: TokenOptions = {}): string {
  requireOptions(options);
  const encoding: unknown = options.encoding ?? 'hex';
  if (encoding !== 'hex' && encoding !== 'base64url') {
    throw wrongChoice(encoding, 'encoding', 'hex or base64url');
  }
  const count = requireCount(options.bytes ?? 32, 'bytes', BYTE_LIMITS);
  return Buffer.from(randomWords(options).bytes(count)).toString(encoding);
}
