/** Random values from the operating system's cryptographic generator, without bias: rejection, never a remainder. */
export { type DiceRoll, rollDice } from './random/dice.ts';
export { type IntegerBound, randomInteger } from './random/integer.ts';
export { type Passphrase, type PassphraseOptions, randomPassphrase } from './random/passphrase.ts';
export { type Password, type PasswordOptions, randomPassword } from './random/password.ts';
export type { RandomOptions, RandomSource } from './random/random-source.ts';
export { randomFloat, randomGaussian } from './random/real-numbers.ts';
export { pickItems, type PickOptions, shuffleItems } from './random/selection.ts';
export { randomToken, type TokenOptions } from './random/token.ts';
export { randomUuid, randomUuids, type UuidOptions } from './random/uuid.ts';
export { CoreToolError, type CoreToolErrorCode, type CoreToolErrorDetails } from './errors.ts';
