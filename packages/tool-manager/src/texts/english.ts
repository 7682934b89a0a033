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
  unreadable: 'cannot be read',
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
  totalTimeout: (name, ms) => `${name} took longer than ${ms} ms in all and was stopped.`,
  totalTimeoutStillRunning: (name, ms) =>
    `${name} took longer than ${ms} ms in all; it was asked to stop but is still running.`,
  totalTimeoutInQueue: (name, ms) =>
    `${name} had ${ms} ms in all, which were over before there was a free slot; it was not started.`,
  noTimeLeft: (message, ms) => `${message} The ${ms} ms of the call leave no time for another try.`,
  resting: (name, { host, failures, seconds }) =>
    `${host === '' ? name : `${name} for ${host}`} was not started: ${
      failures > 0 ? `it failed ${failures} times in a row` : 'its service asks to wait'
    }. It will be tried again in ${seconds} s; until then do without it.`,
  cutResult: (kept, all) => `… [cut: the first ${kept} of ${all} characters]`,
  dataLeftOut: '[data left out: too large or no JSON]',
  otherArguments: (name) =>
    `${name} was not run: its idempotency key was used before with other arguments. Use a new key for a new call.`,
  badKey: 'The idempotency key must be a text of 1 to 1000 characters.',
  leftJoined: (name) =>
    `Cancelled. This call of ${name} only waited for another one with the same idempotency key, which goes on.`,
  leftJoinedActing: (name) =>
    `Cancelled, but another call of ${name} with the same idempotency key goes on; its outcome is not known yet. ${doNotRepeat}`,
  joinedTimeout: (name, ms) =>
    `Another call of ${name} with the same idempotency key did not end within ${ms} ms and goes on.`,
  noSuchCall: (callId) => `There is no call "${callId}" in the history.`,
  argumentsGone: (callId) =>
    `Call "${callId}" cannot be replayed: its arguments are no longer kept whole.`,
  notReplayable: (name) =>
    `${name} is not replayed: it is neither read-only nor idempotent, so it could act a second time.`,
};
