/** What a schema can ask for in vain. Each text follows the name of the argument and a colon. */
export interface SchemaTexts {
  readonly missing: string;
  readonly unknownKey: (similar: string | undefined) => string;
  readonly wrongType: (wanted: readonly string[], given: string) => string;
  readonly notAllowed: (allowed: readonly string[]) => string;
  readonly tooSmall: (limit: string) => string;
  readonly tooLarge: (limit: string) => string;
  readonly notAbove: (limit: string) => string;
  readonly notBelow: (limit: string) => string;
  readonly notMultiple: (step: string) => string;
  readonly tooShort: (limit: number) => string;
  readonly tooLong: (limit: number) => string;
  readonly wrongPattern: (pattern: string) => string;
  readonly tooFewItems: (limit: number) => string;
  readonly tooManyItems: (limit: number) => string;
  readonly repeatedItems: string;
  readonly nothingContained: string;
  readonly tooFewKeys: (limit: number) => string;
  readonly tooManyKeys: (limit: number) => string;
  readonly neededBeside: (other: string) => string;
  readonly noForm: (count: number) => string;
  readonly severalForms: string;
  readonly forbidden: string;
  readonly tooComplex: string;
}

/** What a size gate refuses. */
export interface GateTexts {
  readonly longText: (length: number, limit: number) => string;
  readonly deep: (limit: number) => string;
  readonly large: (limit: number) => string;
  readonly reservedKey: (key: string) => string;
  readonly notJson: (type: string) => string;
  readonly unreadable: string;
}

/** Everything the manager itself says to a model or a user. Names in it were already shortened. */
export interface ManagerTexts {
  readonly schema: SchemaTexts;
  readonly gate: GateTexts;
  readonly arguments: string;
  readonly invalidArguments: (problems: string) => string;
  readonly more: (count: number) => string;
  readonly unreadableArguments: (problem: string, required: readonly string[]) => string;
  readonly cutArguments: string;
  readonly unknownTool: (name: string, similar: readonly string[]) => string;
  readonly noSimilarTool: (name: string, known: readonly string[]) => string;
  readonly noTools: (name: string) => string;
  readonly notStarted: (name: string) => string;
  readonly interrupted: (name: string) => string;
  readonly interruptedAfterActing: (name: string) => string;
  readonly stillRunning: (name: string) => string;
  readonly timeout: (name: string, ms: number) => string;
  readonly timeoutStillRunning: (name: string, ms: number) => string;
  readonly outcomeUnknown: (name: string, reason: string) => string;
  readonly queueTimeout: (name: string, ms: number) => string;
  readonly failed: (name: string, reason: string) => string;
  readonly noReason: string;
  readonly noResult: (name: string) => string;
  readonly tried: (message: string, tries: number) => string;
  readonly waitLonger: (message: string, seconds: number) => string;
  readonly totalTimeout: (name: string, ms: number) => string;
  readonly totalTimeoutStillRunning: (name: string, ms: number) => string;
  readonly totalTimeoutInQueue: (name: string, ms: number) => string;
  readonly noTimeLeft: (message: string, ms: number) => string;
  /** `host` is empty where the whole tool rests, `failures` 0 where the other side asked for it. */
  readonly resting: (name: string, rest: RestFacts) => string;
  readonly cutResult: (kept: number, all: number) => string;
  readonly dataLeftOut: string;
  readonly otherArguments: (name: string) => string;
  readonly badKey: string;
  readonly leftJoined: (name: string) => string;
  readonly leftJoinedActing: (name: string) => string;
  readonly joinedTimeout: (name: string, ms: number) => string;
  readonly noSuchCall: (callId: string) => string;
  readonly argumentsGone: (callId: string) => string;
  readonly notReplayable: (name: string) => string;
}

export interface RestFacts {
  readonly host: string;
  readonly failures: number;
  readonly seconds: number;
}
