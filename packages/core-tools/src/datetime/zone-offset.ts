import { CoreToolError, quoteInput } from '../errors.ts';
import { MAX_EPOCH_MS, MS_PER_DAY } from './civil.ts';
import { parseOffset } from './offset-text.ts';
import { openZoneRules, type ZoneRules } from './zone-rules.ts';

/** Offsets of time zones at an instant and of a wall-clock time, remembered from the host's zone rules. */

/** A stretch of one block without a change of offset. */
interface Stretch {
  /** The first millisecond after it. */
  readonly until: number;
  readonly offset: number;
  readonly next: Stretch | undefined;
}

interface Zone {
  readonly rules: ZoneRules;
  /** The stretches of each block of 28 days that was asked for. */
  readonly blocks: Map<number, Stretch>;
}

const BLOCK_MS = 28 * MS_PER_DAY;
/** More than the IANA database has. */
const MAX_ZONES = 700;
/** In all zones together: about 80 bytes each. */
const MAX_BLOCKS = 32_768;

const zones = new Map<string, Zone>();
let blockCount = 0;

/** The offset of `timeZone` (a resolved name: `UTC`, `+08:00` or an IANA name) at an instant, in milliseconds. */
export function offsetAt(timeZone: string, epochMs: number): number {
  if (timeZone === 'UTC') return 0;
  const zone = zones.get(timeZone) ?? openZone(timeZone);
  const index = Math.floor(epochMs / BLOCK_MS);
  let stretch = zone.blocks.get(index) ?? fillBlock(zone, index);
  while (stretch.next && epochMs >= stretch.until) stretch = stretch.next;
  return stretch.offset;
}

/** True when the host's database knows the name. */
export function isKnownToHost(timeZone: string): boolean {
  return openZoneRules(timeZone) !== undefined;
}

export interface WallReading {
  readonly epochMs: number;
  /** `gap`: the clock skipped this time, moved later; `overlap`: it came twice, the earlier one is taken. */
  readonly kind: 'exact' | 'gap' | 'overlap';
}

/**
 * The instant of a wall-clock time, both in milliseconds (`wallMs` as if the wall clock were UTC).
 * RFC 5545 §3.3.5 and Temporal's "compatible": a time in a gap moves later by the gap, one in an overlap is the earlier.
 */
export function instantFromWall(timeZone: string, wallMs: number): WallReading {
  if (timeZone === 'UTC') return { epochMs: wallMs, kind: 'exact' };
  const before = offsetAt(timeZone, clampEpoch(wallMs - MS_PER_DAY));
  const after = offsetAt(timeZone, clampEpoch(wallMs + MS_PER_DAY));
  const first = wallMs - before;
  if (before === after) return { epochMs: first, kind: 'exact' };
  const second = wallMs - after;
  const firstHolds = offsetAt(timeZone, clampEpoch(first)) === before;
  const secondHolds = offsetAt(timeZone, clampEpoch(second)) === after;
  if (firstHolds) return { epochMs: first, kind: secondHolds ? 'overlap' : 'exact' };
  if (secondHolds) return { epochMs: second, kind: 'exact' };
  return { epochMs: first, kind: 'gap' };
}

function clampEpoch(epochMs: number): number {
  return Math.max(-MAX_EPOCH_MS, Math.min(MAX_EPOCH_MS, epochMs));
}

function openZone(timeZone: string): Zone {
  const fixed = parseOffset(timeZone);
  const rules = fixed === undefined ? openZoneRules(timeZone) : fixedRules(fixed);
  if (!rules) {
    throw new CoreToolError(
      'invalid_arguments',
      `Unknown time zone ${quoteInput(timeZone)}; get the name from resolveTimeZone.`,
    );
  }
  const zone: Zone = { rules, blocks: new Map() };
  if (zones.size >= MAX_ZONES) {
    forgetBlocks();
    zones.clear();
  }
  zones.set(timeZone, zone);
  return zone;
}

function fixedRules(offset: number): ZoneRules {
  return { offsetAt: () => offset, changesBetween: () => [] };
}

function fillBlock({ rules, blocks }: Zone, index: number): Stretch {
  const start = clampEpoch(index * BLOCK_MS);
  const end = clampEpoch((index + 1) * BLOCK_MS - 1);
  const starts = [start, ...rules.changesBetween(start, end)];
  let stretch: Stretch | undefined;
  let until = Infinity;
  for (const from of starts.reverse()) {
    stretch = { until, offset: rules.offsetAt(from), next: stretch };
    until = from;
  }
  // `starts` is never empty; the type does not say so.
  const first = stretch ?? { until, offset: rules.offsetAt(start), next: undefined };
  if (blockCount >= MAX_BLOCKS) forgetBlocks();
  blockCount += 1;
  blocks.set(index, first);
  return first;
}

function forgetBlocks(): void {
  for (const { blocks } of zones.values()) blocks.clear();
  blockCount = 0;
}
