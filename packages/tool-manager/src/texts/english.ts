import type { GateTexts, ManagerTexts, SchemaTexts } from './manager-texts.ts';

const schema: SchemaTexts = {
  missing: 'is required',
  unknownKey: (similar) =>
    similar === undefined ? 'is not known' : `is not known; did you mean "${similar}"?`,
  wrongType: (wanted, given) => `must be ${wanted.join(' or ')}, not ${given}`,
  notAllowed: (allowed) => `must be ${allowed.length > 1 ? 'one of ' : ''}${allowed.join(', ')}`,
  tooSmall: (limit) => `must be at least ${limit}`,
  tooLarge: (limit) => `must be at most ${limit}`,
  notAbove: (limit) => `must be more than ${limit}`,
  notBelow: (limit) => `must be less than ${limit}`,
  notMultiple: (step) => `must be a multiple of ${step}`,
  tooShort: (limit) => `must have at least ${limit} characters`,
  tooLong: (limit) => `must have at most ${limit} characters`,
  wrongPattern: (pattern) => `must match ${pattern}`,
  tooFewItems: (limit) => `must have at least ${limit} items`,
  tooManyItems: (limit) => `must have at most ${limit} items`,
  repeatedItems: 'must not hold the same item twice',
  nothingContained: 'has no item of the kind that is needed',
  tooFewKeys: (limit) => `must have at least ${limit} properties`,
  tooManyKeys: (limit) => `must have at most ${limit} properties`,
  neededBeside: (other) => `is required beside "${other}"`,
  noForm: (count) => `fits none of the ${count} allowed forms`,
  severalForms: 'fits several of the allowed forms, must fit exactly one',
  forbidden: 'is not allowed',
  tooComplex: 'is too large or too nested to be checked',
};

const gate: GateTexts = {
  longText: (length, limit) => `has ${length} characters, at most ${limit} are allowed`,
  deep: (limit) => `is nested deeper than ${limit} levels`,
  large: (limit) => `is larger than ${limit} characters in all`,
  reservedKey: (key) => `must not have a property named "${key}"`,
  notJson: (type) => `is no JSON value (${type})`,
};

const doNotRepeat = 'Check what it did before you call it again.';

export const english: ManagerTexts = {
  schema,
  gate,
  arguments: 'arguments',
  invalidArguments: (problems) => `Invalid arguments: ${problems}`,
  more: (count) => `and ${count} more`,
  unreadableArguments: (problem, required) =>
    `The arguments are no JSON object: ${problem}.${
      required.length > 0 ? ` Required: ${required.join(', ')}.` : ''
    }`,
  cutArguments: 'The call was cut off before its arguments were complete, so it was not run.',
  unknownTool: (name, similar) =>
    `There is no tool "${name}". Did you mean ${similar.join(' or ')}?`,
  noSimilarTool: (name, known) => `There is no tool "${name}". Known tools: ${known.join(', ')}.`,
  noTools: (name) => `There is no tool "${name}", and no other tool either.`,
  notStarted: (name) => `Cancelled before ${name} was started; nothing happened.`,
  interrupted: (name) => `${name} was cancelled and has ended.`,
  interruptedAfterActing: (name) =>
    `${name} was cancelled and has ended; it may have acted before. ${doNotRepeat}`,
  stillRunning: (name) =>
    `${name} was asked to stop but is still running, not cancelled; its outcome is unknown. ${doNotRepeat}`,
  timeout: (name, ms) => `${name} took longer than ${ms} ms and was stopped.`,
  timeoutStillRunning: (name, ms) =>
    `${name} took longer than ${ms} ms; it was asked to stop but is still running.`,
  outcomeUnknown: (name, reason) =>
    `It is not known whether ${name} has acted: ${reason} ${doNotRepeat}`,
  queueTimeout: (name, ms) => `${name} waited ${ms} ms for a free slot and was not started.`,
  failed: (name, reason) => `${name} failed: ${reason}`,
  noReason: 'no reason was given',
  noResult: (name) => `${name} ended without a readable result.`,
  tried: (message, tries) => `${message} (tried ${tries} times)`,
  waitLonger: (message, seconds) => `${message} It asks to wait ${seconds} s.`,
};
