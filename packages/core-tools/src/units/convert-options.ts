import { requireFlag, requireOptions } from '../errors.ts';

/** How `convert` and `convertNumber` read units. */
export interface ConvertOptions {
  /** Reads KB, MB, GB, TB and PB as 1024-based (KiB, MiB, …). Default false: 1000-based, as in SI. */
  readonly binary?: boolean;
}

export function isBinaryWanted(options: ConvertOptions): boolean {
  requireOptions(options);
  requireFlag(options.binary, 'binary');
  return options.binary === true;
}
