import type { Secret } from '@mini-agent/foundation/secret';
import type { JsonObject } from '@mini-agent/foundation/tool';
import type { WireReply } from '../reply/wire-reply.ts';

/** Shorter keys are words, which texts may hold by chance. */
const shortestSecret = 12;

const mask = '[secret]';

/** Takes our own keys out of what an endpoint sends back: they must not come into answers, events and traces. */
export interface SecretFilter {
  /** There are no keys. */
  readonly isEmpty: boolean;
  /** A whole text without them. */
  clean(text: string): string;
  /** For a text that comes in pieces. */
  createLive(): LiveFilter;
}

export interface LiveFilter {
  /** What may be shown by now; the end is held back while it may be the beginning of a key. */
  push(piece: string): string;
  /** What was held back, once no more can come. */
  end(): string;
}

/** A reply without our keys: one may have come in pieces or with escaped characters, in which the text did not show it. */
export function cleanReply(reply: WireReply, filter: SecretFilter): WireReply {
  if (filter.isEmpty) return reply;
  const text = JSON.stringify(reply.message);
  const cleaned = filter.clean(text);
  return {
    ...reply,
    message: cleaned === text ? reply.message : (JSON.parse(cleaned) as JsonObject),
    model: reply.model === undefined ? undefined : filter.clean(reply.model),
  };
}

const passing: LiveFilter = { push: (piece) => piece, end: () => '' };

export function createSecretFilter(secrets: readonly Secret[]): SecretFilter {
  const plain = secrets
    .map((entry) => entry.reveal())
    .filter((value) => value.length >= shortestSecret);
  if (plain.length === 0) {
    return { isEmpty: true, clean: (text) => text, createLive: () => passing };
  }
  // As it stands in a text, and as it stands in a text inside JSON; the longest first, since one may begin with another.
  const values = [...new Set([...plain, ...plain.map(inJson)])].sort(
    (one, other) => other.length - one.length,
  );
  const clean = (text: string): string => {
    let cleaned = text;
    for (const value of values) {
      if (cleaned.includes(value)) cleaned = cleaned.replaceAll(value, mask);
    }
    return cleaned;
  };
  return {
    isEmpty: false,
    clean,
    createLive: () => {
      let held = '';
      return {
        push: (piece) => {
          const text = clean(held + piece);
          const from = text.length - openEnd(text, values);
          held = text.slice(from);
          return text.slice(0, from);
        },
        end: () => {
          const rest = held;
          held = '';
          return rest;
        },
      };
    },
  };
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** How many characters at the end of a text begin a key. */
function openEnd(text: string, values: readonly string[]): number {
  let longest = 0;
  for (const value of values) {
    for (let length = Math.min(value.length - 1, text.length); length > longest; length -= 1) {
      if (text.endsWith(value.slice(0, length))) longest = length;
    }
  }
  return longest;
}
