import { requireCount } from './counts.ts';
import { type RandomOptions, randomWords } from './random-source.ts';

export interface TokenOptions extends RandomOptions {
  /** Random bytes, 8–1024. Default 32 (256 bits). */
  readonly bytes?: number | undefined;
  /** `hex` (default) or `base64url`. */
  readonly encoding?: 'hex' | 'base64url' | undefined;
}

/** How many bytes a token may have. */
export const BYTE_LIMITS = { least: 8, most: 1024 } as const;

/** A random token for URLs, keys and sessions; its entropy is 8 bits a byte. */
export function randomToken(options: TokenOptions = {}): string {
  const count = requireCount(options.bytes ?? 32, 'bytes', BYTE_LIMITS);
  return Buffer.from(randomWords(options).bytes(count)).toString(options.encoding ?? 'hex');
}
