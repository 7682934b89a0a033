export interface Skill {
  /** `skill_<timestamp>` */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly exampleTask: string;
  readonly steps: readonly string[];
  readonly tags: readonly string[];
  readonly useCount: number;
  /** Milliseconds since the Unix epoch, as the other times. */
  readonly createdAt: number;
  readonly lastUsedAt?: number;
  readonly lastUpdatedAt?: number;
}

export type SkillInput = Pick<Skill, 'name' | 'description' | 'exampleTask' | 'steps' | 'tags'>;

export interface SkillMatch {
  readonly skill: Skill;
  /** 10 for each tag in the task, 5 for each step whose first 20 characters are in it. */
  readonly score: number;
}

/** Every method rejects with a StoreError. */
export interface SkillStore {
  /** Stores a skill. A known name gets the new content and keeps `id`, `createdAt` and `useCount`. */
  extract(input: SkillInput): Promise<Skill>;
  /** The skill that fits a task best, if one does. */
  match(task: string): Promise<SkillMatch | undefined>;
  /** Counts a use, once for each run. @throws StoreError `not_found` */
  use(id: string, runId: string): Promise<Skill>;
  /** All skills, the oldest first. */
  list(): Promise<readonly Skill[]>;
  /** Writes everything into the readable file. */
  close(): Promise<void>;
}
