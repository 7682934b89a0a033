import type { RuleIntent } from '@mini-agent/llm-router/rules';
import { arithmeticIntent } from './arithmetic.ts';
import { convertIntent } from './convert.ts';
import { datesIntent } from './dates.ts';
import { journeyIntent } from './journeys.ts';
import { passwordIntent } from './password.ts';
import { randomIntent } from './random.ts';
import { textIntent } from './text.ts';

/** What rule mode understands, one intent per family of tools; the first that claims a part counts. */
export const ruleIntents: readonly RuleIntent[] = [
  textIntent,
  datesIntent,
  convertIntent,
  passwordIntent,
  randomIntent,
  arithmeticIntent,
  journeyIntent,
];

export { ruleHelp } from './help.ts';
