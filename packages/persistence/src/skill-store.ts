import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { createJournal } from '@mini-agent/foundation/journal';
import type { Journal } from '@mini-agent/foundation/journal';
import { systemClock } from '@mini-agent/foundation/time';
import type { Clock } from '@mini-agent/foundation/time';
import { invalidInput, StoreError, toStoreError } from './errors.ts';
import { createSerial } from './serial.ts';
import { checkSkill, checkTask } from './skill-input.ts';
import { bestMatch } from './skill-match.ts';
import { SkillState } from './skill-state.ts';
import type { SkillRecord } from './skill-state.ts';
import type { Skill, SkillInput, SkillMatch, SkillStore } from './skill.ts';

export interface SkillStoreOptions {
  /** The folder that holds skills.json; made with mode 0700 when something is first written. */
  readonly directory: string;
  readonly clock?: Clock;
}

/** How often a use is counted again because another process counted one at the same time. */
const mostTries = 50;

/**
 * Opens the skills of a folder: `skills.json`, a JSON array that people may read and edit, with `skills.journal.jsonl`
 * beside it. Any number of processes may have it open. Nothing is read or written before the first call.
 */
export function createSkillStore(options: SkillStoreOptions): SkillStore {
  return new FileSkillStore(options);
}

class FileSkillStore implements SkillStore {
  readonly #clock: Clock;
  readonly #journal: Journal<SkillState>;
  readonly #serial = createSerial();

  constructor({ directory, clock = systemClock }: SkillStoreOptions) {
    this.#clock = clock;
    this.#journal = createJournal<SkillState>({
      snapshot: resolve(join(directory, 'skills.json')),
      journal: resolve(join(directory, 'skills.journal.jsonl')),
      read: (json) => SkillState.read(json),
      apply: (state, record) => {
        state.apply(record);
      },
      write: (state) => state.write(),
    });
  }

  extract(input: SkillInput): Promise<Skill> {
    return this.#guard(() => {
      const checked = checkSkill(input);
      return this.#serial.run(() => this.#extract(checked));
    });
  }

  match(task: string): Promise<SkillMatch | undefined> {
    return this.#guard(async () => {
      const checked = checkTask(task);
      return bestMatch((await this.#journal.load()).list(), checked);
    });
  }

  use(id: string, runId: string): Promise<Skill> {
    return this.#guard(() => {
      if (typeof id !== 'string' || id === '') throw invalidInput('id', 'is required.');
      return this.#serial.run(() => this.#use(id, runId));
    });
  }

  list(): Promise<readonly Skill[]> {
    return this.#guard(async () => (await this.#journal.load()).list());
  }

  close(): Promise<void> {
    return this.#guard(() => this.#serial.run(() => this.#journal.close()));
  }

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toStoreError(error);
    }
  }

  async #extract(input: SkillInput): Promise<Skill> {
    const state = await this.#journal.load();
    const now = this.#clock.now();
    const record: SkillRecord =
      state.named(input.name) === undefined
        ? {
            op: 'add',
            skill: { id: state.freeId(now), ...input, useCount: 0, createdAt: now },
          }
        : { op: 'update', at: now, ...input };
    await this.#journal.append(record);
    const skill = (await this.#journal.load()).named(input.name);
    if (skill === undefined)
      throw new StoreError('busy', 'The skill was removed at once. Try again.');
    return skill;
  }

  async #use(id: string, runId: string): Promise<Skill> {
    for (let attempt = 0; attempt < mostTries; attempt += 1) {
      const state = await this.#journal.load();
      const skill = state.get(id);
      if (skill === undefined) {
        throw new StoreError(
          'not_found',
          `The skill "${id}" was not found. List the skills to see their ids.`,
        );
      }
      if (runId !== '' && state.isUsedBy(runId, id)) return skill;
      const key = randomUUID();
      const from = skill.useCount;
      await this.#journal.append({ op: 'use', id, from, at: this.#clock.now(), runId, key });
      const after = await this.#journal.load();
      const counted = after.get(id);
      // A compaction in between leaves the counts and not who made them; one that is high enough is taken for ours.
      const isFolded = after !== state && counted !== undefined && counted.useCount > from;
      if (counted !== undefined && (after.accepted(key) || isFolded)) return counted;
    }
    throw new StoreError('busy', 'Other processes use this skill all the time. Try again.');
  }
}
