import { requireCount } from './counts.ts';
import {
  brokenSource,
  type RandomOptions,
  randomWords,
  type RandomWords,
} from './random-source.ts';
import { uniformBelow } from './uniform.ts';

export interface PasswordOptions extends RandomOptions {
  /** 4–1024. Default 16. */
  readonly length?: number | undefined;
  /** Upper-case letters. Default true. */
  readonly uppercase?: boolean | undefined;
  /** Symbols. Default true. */
  readonly symbols?: boolean | undefined;
  /** Leaves out `O 0 I l 1 |`. Default false. */
  readonly excludeAmbiguous?: boolean | undefined;
}

export interface Password {
  readonly password: string;
  /** Entropy in bits: log2 of the number of passwords that could have come out. */
  readonly bits: number;
}

const LOWERCASE = 'abcdefghijklmnopqrstuvwxyz';
const UPPERCASE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
const SYMBOLS = '!@#$%^&*()-_=+[]{}|;:,.<>?';
const AMBIGUOUS = /[O0Il1|]/g;

const SHORTEST = 4;
const LONGEST = 1024;
/** The rarest valid password (4 characters of 4 classes) comes 1 in 15 draws: failing by chance is below 2^-900. */
const MAX_REDRAWS = 10_000;

/**
 * A password of lower-case letters and digits, and of the classes that the options ask for, with at least one
 * character of each class. A draw that lacks a class is thrown away as a whole, so all valid passwords are equally
 * likely (NIST SP 800-63B; forcing characters into places would not be uniform).
 */
export function randomPassword(options: PasswordOptions = {}): Password {
  const length = requireCount(options.length ?? 16, 'length', { least: SHORTEST, most: LONGEST });
  const classes = characterClasses(options);
  const alphabet = classes.join('');
  const words = randomWords(options);
  for (let draws = 0; draws < MAX_REDRAWS; draws++) {
    const password = draw(words, alphabet, length);
    if (hasEveryClass(password, classes)) {
      return { password, bits: entropyBits(classes, length) };
    }
  }
  throw brokenSource();
}

function characterClasses(options: PasswordOptions): readonly string[] {
  const classes = [LOWERCASE, DIGITS];
  if (options.uppercase !== false) classes.push(UPPERCASE);
  if (options.symbols !== false) classes.push(SYMBOLS);
  return options.excludeAmbiguous === true
    ? classes.map((characters) => characters.replace(AMBIGUOUS, ''))
    : classes;
}

function draw(words: RandomWords, alphabet: string, length: number): string {
  let password = '';
  for (let index = 0; index < length; index++) {
    password += alphabet.charAt(uniformBelow(words, alphabet.length));
  }
  return password;
}

function hasEveryClass(password: string, classes: readonly string[]): boolean {
  return classes.every((characters) => {
    for (const character of password) if (characters.includes(character)) return true;
    return false;
  });
}

/** log2 of the number of strings that hold every class, by inclusion and exclusion. */
function entropyBits(classes: readonly string[], length: number): number {
  const total = classes.reduce((sum, characters) => sum + characters.length, 0);
  let validShare = 0;
  for (let missing = 0; missing < 2 ** classes.length; missing++) {
    let left = total;
    let sign = 1;
    for (const [index, characters] of classes.entries()) {
      if ((missing & (1 << index)) === 0) continue;
      left -= characters.length;
      sign = -sign;
    }
    validShare += sign * (left / total) ** length;
  }
  return length * Math.log2(total) + Math.log2(validShare);
}
