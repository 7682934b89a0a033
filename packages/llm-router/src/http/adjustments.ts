import type { EndpointProfile } from './profile.ts';

/** How `tool_choice: "none"` is expressed: by its name, by leaving the tools out, or by a history without calls as well. */
type NoToolsForm = 'none' | 'without_tools' | 'flat_history';

/** What one model at one endpoint was found to accept; starts empty, filled from the errors it answers. */
export interface Adjustments {
  /** Settings that replaced the profile's. */
  profile: Partial<EndpointProfile>;
  /** Names tried for the output limit. */
  readonly triedTokenParameters: Set<string>;
  /** Highest output limit it allows. */
  maxOutputTokens: number | undefined;
  /** Body parameters it refused. */
  readonly refusedParameters: Set<string>;
  /** JSON Schema keywords of tools it refused. */
  readonly refusedKeywords: Set<string>;
  /** Message fields it refused. */
  readonly refusedFields: Set<string>;
  stream: boolean;
  /** It takes no tools: calls are written as text. */
  textProtocol: boolean;
  noTools: NoToolsForm;
  /** `tool_choice` is refused where no tools are sent. */
  choiceNeedsTools: boolean;
  /** The policy for reasoning was turned round; that happens once. */
  reasoningFlipped: boolean;
}

export function createAdjustments(): Adjustments {
  return {
    profile: {},
    triedTokenParameters: new Set(),
    maxOutputTokens: undefined,
    refusedParameters: new Set(),
    refusedKeywords: new Set(),
    refusedFields: new Set(),
    stream: false,
    textProtocol: false,
    noTools: 'none',
    choiceNeedsTools: false,
    reasoningFlipped: false,
  };
}
