import type { BudgetLimits, Price } from '../budget/types.ts';

/** What may be found out about an endpoint. */
export type FindingCode =
  | 'connection_refused'
  | 'unknown_host'
  | 'tls'
  | 'network'
  | 'slow'
  | 'moved'
  | 'web_page'
  | 'key_missing'
  | 'key_refused'
  | 'key_doubtful'
  | 'wrong_path'
  | 'other_form'
  | 'path_doubtful'
  | 'unknown_model'
  | 'no_credit'
  | 'rate_limited'
  | 'server_error'
  | 'odd_status'
  | 'plain_http'
  | 'no_price';

export interface Finding {
  /** A fault: calls will fail. A warning: they may, or something else should be put right. */
  readonly level: 'fault' | 'warning';
  readonly code: FindingCode;
  /** HTTP status of the answer it is drawn from. */
  readonly status?: number;
  /** What would be right: a base URL, or the name of a model. */
  readonly better?: string;
}

/** Why an endpoint's profile is what it is. */
export interface ProfileReason {
  /** The rows of the profile table in use; `neutral` where none fits. */
  readonly names: readonly string[];
  /** Chosen by `profile` in the configuration, or by host and model. */
  readonly by: 'name' | 'host' | 'nothing';
  /** Settings of the entry itself, which win over the rows. */
  readonly settings: readonly string[];
}

/**
 * `accepted`: the endpoint lists its models with it and not without. `unproven`: nothing that is free of cost tells. `none`: there is
 * no key.
 */
export type KeyState = 'accepted' | 'refused' | 'unproven' | 'none';

export interface ProviderReport {
  readonly provider: string;
  /** The base URL without its query, which may hold a key. */
  readonly url: string;
  readonly model: string;
  readonly profile: ProfileReason;
  readonly key: KeyState;
  /** The environment variable that the key comes from, where it is not in the file. */
  readonly keyVariable?: string;
  /** Whether anything answered. */
  readonly reachable: boolean;
  /** How many models the endpoint lists; undefined where it lists none, which is no fault. */
  readonly listedModels?: number;
  /** Whether the model is among them; undefined where that is not known. */
  readonly modelListed?: boolean;
  readonly price?: Price;
  readonly durationMs: number;
  readonly findings: readonly Finding[];
}

export interface DoctorReport {
  /** Nothing that is configured is known to fail. */
  readonly ok: boolean;
  /** Of the configuration, as `readProviders` tells them. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly providers: readonly ProviderReport[];
  readonly budget?: BudgetLimits;
}
