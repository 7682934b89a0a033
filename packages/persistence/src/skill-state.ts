import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import {
  asCount,
  asEntries,
  asObject,
  asText,
  asTexts,
  asTime,
  movedOn,
  timeInId,
} from './json-fields.ts';
import type { Skill, SkillInput } from './skill.ts';
import { splitTags } from './tags.ts';

/** Kept in the journal. Each may be applied twice: a use only counts from the number it saw. */
export type SkillRecord =
  | { readonly op: 'add'; readonly skill: JsonObject }
  | ({ readonly op: 'update'; readonly at: number } & SkillInput)
  | {
      readonly op: 'use';
      readonly id: string;
      readonly from: number;
      readonly at: number;
      readonly runId: string;
      readonly key: string;
    };

interface StoredSkill {
  readonly skill: Skill;
  /** Fields that other programs or people added; written back unchanged. */
  readonly extra: JsonObject;
}

/** Everything in skills.json and its journal. */
export class SkillState {
  readonly #skills = new Map<string, StoredSkill>();
  readonly #unreadable: Json[] = [];
  readonly #acceptedUses = new Set<string>();
  readonly #usesOfRuns = new Set<string>();

  static read(json: Json | undefined): SkillState {
    const state = new SkillState();
    const doubles: { readonly entry: Json; readonly stored: StoredSkill }[] = [];
    for (const entry of asEntries(json)) {
      const stored = readSkill(entry);
      if (stored === undefined) state.#unreadable.push(entry);
      else if (state.#skills.has(stored.skill.id)) doubles.push({ entry, stored });
      else state.#put(stored);
    }
    // Older versions gave one id to two skills of the same millisecond. Last, so that no skill loses its own id.
    for (const { entry, stored } of doubles) {
      const { skill } = stored;
      if (state.get(skill.id)?.name === skill.name) state.#unreadable.push(entry);
      else {
        const id = movedOn(skill.id, (taken) => state.#skills.has(taken));
        state.#put({ ...stored, skill: { ...skill, id } });
      }
    }
    return state;
  }

  write(): Json {
    const skills = [...this.#skills.values()].map(({ skill, extra }) => ({ ...skill, ...extra }));
    return [...skills, ...this.#unreadable];
  }

  list(): readonly Skill[] {
    return [...this.#skills.values()]
      .map((stored) => stored.skill)
      .sort((one, other) => one.createdAt - other.createdAt);
  }

  get(id: string): Skill | undefined {
    return this.#skills.get(id)?.skill;
  }

  named(name: string): Skill | undefined {
    return this.#storedNamed(name)?.skill;
  }

  accepted(key: string): boolean {
    return this.#acceptedUses.has(key);
  }

  /** Whether this run's use of the skill is counted already. */
  isUsedBy(runId: string, id: string): boolean {
    return this.#usesOfRuns.has(useOf(runId, id));
  }

  apply(record: Json): void {
    const fields = asObject(record);
    if (fields?.['op'] === 'add') this.#add(fields);
    else if (fields?.['op'] === 'update') this.#update(fields);
    else if (fields?.['op'] === 'use') this.#use(fields);
  }

  #add(fields: JsonObject): void {
    const stored = readSkill(fields['skill']);
    if (stored === undefined) return;
    const { skill } = stored;
    const existing = this.#storedNamed(skill.name);
    if (existing === undefined) {
      // Two processes may have chosen the same id in the same millisecond.
      this.#put({ ...stored, skill: { ...skill, id: this.freeId(skill.createdAt) } });
      return;
    }
    const isSame = existing.skill.createdAt === skill.createdAt;
    const at = existing.skill.lastUpdatedAt ?? (isSame ? undefined : skill.createdAt);
    this.#put(withContent(existing, skill, at));
  }

  #update(fields: JsonObject): void {
    const stored = this.#storedNamed(asText(fields['name']) ?? '');
    if (stored === undefined) return;
    this.#put(withContent(stored, contentOf(fields), asTime(fields['at'])));
  }

  #use(fields: JsonObject): void {
    const stored = this.#skills.get(asText(fields['id']) ?? '');
    const from = asCount(fields['from']);
    const at = asTime(fields['at']);
    if (stored === undefined || from === undefined || at === undefined) return;
    const runId = asText(fields['runId']) ?? '';
    if (stored.skill.useCount === from) {
      this.#acceptedUses.add(asText(fields['key']) ?? '');
      this.#put({ ...stored, skill: { ...stored.skill, useCount: from + 1, lastUsedAt: at } });
      this.#usesOfRuns.add(useOf(runId, stored.skill.id));
    }
  }

  /** `skill_<timestamp>`; one that is taken moves on by a millisecond. */
  freeId(timestamp: number): string {
    for (let at = timestamp; ; at += 1) {
      if (!this.#skills.has(`skill_${at}`)) return `skill_${at}`;
    }
  }

  #storedNamed(name: string): StoredSkill | undefined {
    return [...this.#skills.values()].find(({ skill }) => skill.name === name);
  }

  #put(stored: StoredSkill): void {
    this.#skills.set(stored.skill.id, stored);
  }
}

function useOf(runId: string, id: string): string {
  return JSON.stringify([runId, id]);
}

function withContent(
  stored: StoredSkill,
  content: SkillInput,
  lastUpdatedAt: number | undefined,
): StoredSkill {
  const { description, exampleTask, steps, tags } = content;
  const skill = { ...stored.skill, description, exampleTask, steps, tags };
  return { ...stored, skill: lastUpdatedAt === undefined ? skill : { ...skill, lastUpdatedAt } };
}

function contentOf(fields: JsonObject): SkillInput {
  return {
    name: asText(fields['name']) ?? '',
    description: asText(fields['description']) ?? '',
    exampleTask: asText(fields['exampleTask']) ?? '',
    steps: asTexts(fields['steps']).filter((step) => step.trim() !== ''),
    tags: splitTags(asTexts(fields['tags'])),
  };
}

const ownFields = new Set(
  'id name description exampleTask steps tags useCount createdAt lastUsedAt lastUpdatedAt'.split(
    ' ',
  ),
);

/** Reads what older versions and people wrote: only a name is needed. */
function readSkill(json: Json | undefined): StoredSkill | undefined {
  const fields = asObject(json);
  if (fields === undefined) return undefined;
  const content = contentOf(fields);
  if (content.name.trim() === '') return undefined;
  const givenId = asTexts([fields['id'] ?? null])[0];
  const createdAt = asTime(fields['createdAt']) ?? timeInId(givenId) ?? 0;
  const lastUsedAt = asTime(fields['lastUsedAt']);
  const lastUpdatedAt = asTime(fields['lastUpdatedAt']);
  const skill: Skill = {
    id: givenId ?? `skill_${createdAt}`,
    ...content,
    useCount: asCount(fields['useCount']) ?? 0,
    createdAt,
    ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
    ...(lastUpdatedAt === undefined ? {} : { lastUpdatedAt }),
  };
  const extra = Object.fromEntries(Object.entries(fields).filter(([name]) => !ownFields.has(name)));
  return { skill, extra };
}
