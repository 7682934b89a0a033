import { requireCount, requireOptions, requireText } from '../errors.ts';
import { passphraseWords } from './passphrase-words.ts';
import { type RandomOptions, randomWords } from './random-source.ts';
import { uniformBelow } from './uniform.ts';

/** Options of {@link randomPassphrase}. */
export interface PassphraseOptions extends RandomOptions {
  /** Number of words, 3–24. Default 6 (60 bits). */
  readonly words?: number | undefined;
  /** Between the words. Default `-`. */
  readonly separator?: string | undefined;
}

/** What {@link randomPassphrase} gives. */
export interface Passphrase {
  /** The words with the separator between them. */
  readonly passphrase: string;
  /** Entropy in bits: 10 for each word. */
  readonly bits: number;
}

/** How many words a passphrase may have. */
export const WORD_LIMITS = { least: 3, most: 24 } as const;

/**
 * Words drawn uniformly from a list of 1024 short English words.
 *
 * @throws CoreToolError `invalid_arguments` for a number of words outside 3–24.
 */
export function randomPassphrase(options: PassphraseOptions = {}): Passphrase {
  requireOptions(options);
  const { separator = '-' } = options;
  requireText(separator, 'separator');
  const count = requireCount(options.words ?? 6, 'words', WORD_LIMITS);
  const list = passphraseWords();
  const words = randomWords(options);
  const drawn = Array.from({ length: count }, () => list[uniformBelow(words, list.length)] ?? '');
  return { passphrase: drawn.join(separator), bits: count * Math.log2(list.length) };
}
