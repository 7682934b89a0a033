import { CoreToolError } from '../errors.ts';
import { requireWellFormed } from './encodings.ts';

/**
 * A digest of the UTF-8 bytes in lower-case hex: SHA-256 (FIPS 180-4), or MD5 (RFC 1321), which only serves as a
 * checksum, since collisions are easy to make.
 *
 * @throws CoreToolError `invalid_arguments` for a lone surrogate; `tool_error` where the host forbids MD5.
 */
export function hashHex(text: string, algorithm: 'sha256' | 'md5'): string {
  requireWellFormed(text);
  // Loading it costs several milliseconds, and few texts are hashed.
  const { createHash } = process.getBuiltinModule('node:crypto');
  try {
    return createHash(algorithm).update(text, 'utf8').digest('hex');
  } catch (cause) {
    throw new CoreToolError('tool_error', `This host does not allow ${algorithm}; use sha256.`, {
      cause,
    });
  }
}
