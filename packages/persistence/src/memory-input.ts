import { invalidInput } from './errors.ts';
import { memoryTypes } from './memory.ts';
import type { MemoryInput, MemoryQuery } from './memory.ts';
import { splitTags, tagKeys } from './tags.ts';

const longestContent = 200_000;
const mostTags = 100;
const longestTag = 200;
const largestLimit = 100;
const usualLimit = 5;

export interface CheckedInput {
  readonly type: MemoryInput['type'];
  readonly content: string;
  readonly tags: readonly string[];
  readonly namespace: string;
  readonly ttlMs: number | undefined;
}

/** The types promise a shape, but what a model or a JavaScript caller sends is checked all the same. */
export function checkInput(input: MemoryInput): CheckedInput {
  const given = checkObject(input);
  const type = memoryTypes.find((known) => known === given['type']);
  if (type === undefined)
    throw invalidInput('type', `is required and must be one of ${memoryTypes.join(', ')}.`);
  const content = given['content'];
  if (typeof content !== 'string' || content.trim() === '') {
    throw invalidInput('content', 'is required and must be a text that is not empty.');
  }
  if (content.length > longestContent) {
    throw invalidInput(
      'content',
      `must have at most ${longestContent} characters; it has ${content.length}.`,
    );
  }
  const ttlMs = given['ttlMs'];
  if (ttlMs !== undefined && !(typeof ttlMs === 'number' && ttlMs > 0 && Number.isFinite(ttlMs))) {
    throw invalidInput('ttlMs', 'must be a number of milliseconds above 0.');
  }
  const tags = checkTags(given['tags'] ?? []);
  return { type, content, tags, namespace: checkNamespace(given['namespace']), ttlMs };
}

export interface CheckedQuery {
  readonly tags: readonly string[];
  readonly text: string;
  readonly limit: number;
  readonly namespace: string;
}

export function checkQuery(query: MemoryQuery): CheckedQuery {
  const given = checkObject(query);
  const tags = checkTags(given['tags'] ?? []);
  const text = given['text'] ?? '';
  if (typeof text !== 'string') throw invalidInput('text', 'must be a text.');
  if (tags.length === 0 && text.trim() === '') {
    throw invalidInput(
      'tags',
      'or text is required: give at least one tag or word that is not empty.',
    );
  }
  const limit = given['limit'] ?? usualLimit;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > largestLimit) {
    throw invalidInput('limit', `must be a whole number from 1 to ${largestLimit}.`);
  }
  return { tags, text, limit, namespace: checkNamespace(given['namespace']) };
}

export type CheckedSelection =
  | { readonly id: string }
  | { readonly id?: undefined; readonly tag: string; readonly namespace: string };

export function checkSelection(which: unknown): CheckedSelection {
  const given = checkObject(which);
  if (given['id'] !== undefined) {
    if (typeof given['id'] !== 'string') throw invalidInput('id', 'must be a text.');
    return { id: given['id'] };
  }
  const [tag, ...more] = tagKeys(checkTags(given['tag'] ?? []));
  if (tag === undefined || more.length > 0) {
    throw invalidInput('tag', 'is required where no id is given, and must be a single tag.');
  }
  if (given['namespace'] === undefined) {
    throw invalidInput('namespace', 'is required to forget by tag; "" is the one without a name.');
  }
  return { tag, namespace: checkNamespace(given['namespace']) };
}

export function checkNamespace(namespace: unknown): string {
  if (namespace === undefined) return '';
  if (typeof namespace !== 'string') throw invalidInput('namespace', 'must be a text.');
  return namespace;
}

export function checkTags(given: unknown): readonly string[] {
  const list = typeof given === 'string' ? [given] : given;
  if (!Array.isArray(list) || !list.every((tag) => typeof tag === 'string')) {
    throw invalidInput('tags', 'must be a list of texts.');
  }
  const tags = splitTags(list);
  if (tags.length > mostTags) throw invalidInput('tags', `must be at most ${mostTags}.`);
  if (tags.some((tag) => tag.length > longestTag)) {
    throw invalidInput('tags', `must have at most ${longestTag} characters each.`);
  }
  return tags;
}

export function checkObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidInput('input', 'must be an object.');
  }
  return value as Readonly<Record<string, unknown>>;
}
