export { isDigit, isLatinLetter, isWordCharacter, skipSpace } from './characters.ts';
export {
  addDecimals,
  compareDecimals,
  decimalText,
  decimalValue,
  divideDecimals,
  integerDecimal,
  integerValue,
  multiplyDecimals,
  negateDecimal,
} from './decimal.ts';
export type { Decimal } from './decimal.ts';
export { checkPhrases } from './compiled-phrase.ts';
export { quoteMark } from './intent.ts';
export type { RuleCall, RuleIntent, RuleMatch, Segment } from './intent.ts';
export type { NumberReading } from './number-digits.ts';
export { readNumbers } from './numbers.ts';
export { createPhrases } from './phrases.ts';
export type { FoundSlots, PhraseOptions, Phrases, SlotReader, SlotReading } from './phrases.ts';
export { readTask } from './read-task.ts';
export type { TaskPart, TaskReading } from './read-task.ts';
export { createRuleModel } from './rule-model.ts';
export type { RuleModelOptions } from './rule-model.ts';
export type { ReadOptions } from './segmentation.ts';
export type { SlotInput } from './slot-input.ts';
export { createTaskReader } from './task-reader.ts';
export type { RuleFamily, TaskReader } from './task-reader.ts';
export { wordStartsAt } from './word-match.ts';
