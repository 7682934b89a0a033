import { requireCount, requireFlag, requireOptions } from '../errors.ts';
import {
  brokenSource,
  type RandomOptions,
  randomWords,
  type RandomWords,
} from './random-source.ts';
import { uniformBelow } from './uniform.ts';

/** Options of {@link randomPassword}. */
export interface PasswordOptions extends RandomOptions {
  /** Number of characters, 4–1024. Default 16. */
  readonly length?: number | undefined;
  /** Upper-case letters. Default true. */
  readonly uppercase?: boolean | undefined;
  /** Symbols. Default true. */
  readonly symbols?: boolean | undefined;
  /** Leaves out `O 0 I l 1 |`. Default false. */
  readonly excludeAmbiguous?: boolean | undefined;
}

/** What {@link randomPassword} gives. */
export interface Password {
  /** The password: ASCII without white space. */
  readonly password: string;
  /** Entropy in bits: log2 of the number of passwords that could have come out. */
  readonly bits: number;
}

const LOWERCASE = 'abcdefghijklmnopqrstuvwxyz';
const UPPERCASE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
const SYMBOLS = '!@#$%^&*()-_=+[]{}|;:,.<>?';

/** The characters of one choice of options. */
interface Alphabet {
  readonly classes: readonly string[];
  readonly characters: readonly string[];
  /** For each character the bit of its class. */
  readonly classBits: readonly number[];
  /** Entropy by length: working it out takes longer than a password. At most 1021 entries. */
  readonly entropies: Map<number, number>;
}

/** Made on first use: one for each of the eight choices. */
const alphabets: (Alphabet | undefined)[] = [];

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
  requireOptions(options);
  const length = requireCount(options.length ?? 16, 'length', { least: SHORTEST, most: LONGEST });
  const alphabet = alphabetFor(options);
  const words = randomWords(options);
  for (let draws = 0; draws < MAX_REDRAWS; draws++) {
    const password = draw(words, alphabet, length);
    if (password !== undefined) return { password, bits: entropyOf(alphabet, length) };
  }
  throw brokenSource();
}

function alphabetFor(options: PasswordOptions): Alphabet {
  requireFlag(options.uppercase, 'uppercase');
  requireFlag(options.symbols, 'symbols');
  requireFlag(options.excludeAmbiguous, 'excludeAmbiguous');
  const choice =
    (options.uppercase === false ? 0 : 1) |
    (options.symbols === false ? 0 : 2) |
    (options.excludeAmbiguous === true ? 4 : 0);
  return (alphabets[choice] ??= createAlphabet(choice));
}

function createAlphabet(choice: number): Alphabet {
  const all = [LOWERCASE, DIGITS];
  if ((choice & 1) !== 0) all.push(UPPERCASE);
  if ((choice & 2) !== 0) all.push(SYMBOLS);
  const classes =
    (choice & 4) === 0 ? all : all.map((characters) => characters.replace(/[O0Il1|]/g, ''));
  return {
    classes,
    characters: Array.from(classes.join('')),
    classBits: classes.flatMap((characters, index) => Array.from(characters, () => 1 << index)),
    entropies: new Map(),
  };
}

/** A string of the alphabet; undefined when it lacks a class. */
function draw(words: RandomWords, alphabet: Alphabet, length: number): string | undefined {
  const { characters, classBits, classes } = alphabet;
  let password = '';
  let seen = 0;
  for (let index = 0; index < length; index++) {
    const drawn = uniformBelow(words, characters.length);
    password += characters[drawn] ?? '';
    seen |= classBits[drawn] ?? 0;
  }
  return seen === 2 ** classes.length - 1 ? password : undefined;
}

function entropyOf({ classes, entropies }: Alphabet, length: number): number {
  let bits = entropies.get(length);
  if (bits === undefined) {
    bits = entropyBits(classes, length);
    entropies.set(length, bits);
  }
  return bits;
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
