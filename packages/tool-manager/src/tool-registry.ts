import type { JsonSchema, Tool, ToolDescriptor } from '@mini-agent/foundation/tool';
import type { Circuit, CircuitState } from './circuit.ts';
import { ToolManagerError } from './errors.ts';
import { bareName, similarNames } from './similar-names.ts';
import { completeTool } from './complete-tool.ts';
import { quickCheck } from './json-schema/quick-check.ts';
import type { QuickCheck } from './json-schema/quick-check.ts';
import { describeTool } from './tool-descriptor.ts';

/** The names that model APIs accept for functions. */
const toolName = /^[A-Za-z0-9_-]{1,64}$/;

/** A registered tool; its schema is rendered once, when it is first needed. */
export class RegisteredTool {
  readonly tool: Tool;
  /** Made when its back-end fails for the first time. */
  circuit: Circuit | undefined;
  #quickCheck: QuickCheck | false | undefined;
  #descriptor: ToolDescriptor | undefined;

  constructor(tool: Tool) {
    this.tool = completeTool(tool);
  }

  get descriptor(): ToolDescriptor {
    this.#descriptor ??= describeTool(this.tool);
    return this.#descriptor;
  }

  get schema(): JsonSchema {
    return this.descriptor.inputSchema;
  }

  /** True where the arguments certainly fit a plain JSON schema. */
  surelyFits(args: unknown): boolean {
    if (this.#quickCheck === undefined) {
      const { inputSchema } = this.tool;
      const check = 'jsonSchema' in inputSchema ? quickCheck(inputSchema.jsonSchema) : undefined;
      this.#quickCheck = check ?? false;
    }
    return this.#quickCheck !== false && this.#quickCheck(args);
  }

  /** Pipelines start runs of their own, so a nested run does not see them. */
  isVisibleAt(depth: number): boolean {
    return depth <= 0 || this.tool.policy?.occupiesSlot !== false;
  }
}

export class ToolRegistry {
  readonly #tools = new Map<string, RegisteredTool>();
  #lists = new Map<boolean, readonly ToolDescriptor[]>();

  get size(): number {
    return this.#tools.size;
  }

  /** Circuits that are not closed. */
  circuits(): readonly CircuitState[] {
    return [...this.#tools.values()].flatMap(
      ({ tool, circuit }) => circuit?.states(tool.name) ?? [],
    );
  }

  /** Returns how to take exactly this registration back. */
  add(tool: Tool): () => boolean {
    checkTool(tool);
    if (this.#tools.has(tool.name)) {
      throw new ToolManagerError(
        'invalid_arguments',
        `A tool named "${tool.name}" is already registered. Unregister it first, or give this one another name.`,
      );
    }
    const entry = new RegisteredTool(tool);
    this.#tools.set(tool.name, entry);
    this.#lists = new Map();
    return () => this.#tools.get(tool.name) === entry && this.remove(tool.name);
  }

  remove(name: string): boolean {
    this.#lists = new Map();
    return this.#tools.delete(name);
  }

  /** Exactly this name; inherited names of objects are none. */
  get(name: string): RegisteredTool | undefined {
    return this.#tools.get(name);
  }

  /** This name, or the only tool whose name differs from it in separators, case or punctuation alone. */
  find(name: string, depth: number): RegisteredTool | undefined {
    const exact = this.#tools.get(name);
    if (exact) return exact.isVisibleAt(depth) ? exact : undefined;
    const wanted = name.length > 128 || name in Object.prototype ? '' : bareName(name);
    if (wanted === '') return undefined;
    const alike = this.#visible(depth).filter(({ tool }) => bareName(tool.name) === wanted);
    return alike.length === 1 ? alike[0] : undefined;
  }

  similar(name: string, depth: number): readonly string[] {
    return similarNames(name, this.names(depth));
  }

  names(depth: number): readonly string[] {
    return this.#visible(depth)
      .map(({ tool }) => tool.name)
      .sort();
  }

  /** Sorted by name, so that the same tools always make the same request, whatever was discovered first. */
  list(depth: number): readonly ToolDescriptor[] {
    const isNested = depth > 0;
    const known = this.#lists.get(isNested);
    if (known) return known;
    const descriptors = this.#visible(depth).map((entry) => entry.descriptor);
    descriptors.sort((one, other) => (one.name < other.name ? -1 : 1));
    // Frozen, so that whoever has checked it need not do so again.
    const list = Object.freeze(descriptors);
    this.#lists.set(isNested, list);
    return list;
  }

  #visible(depth: number): RegisteredTool[] {
    return [...this.#tools.values()].filter((entry) => entry.isVisibleAt(depth));
  }
}

function checkTool(tool: unknown): asserts tool is Tool {
  // Tools may be plain JavaScript.
  const { name, policy: given, execute } = (tool ?? {}) as Partial<Tool>;
  const policy = given ?? {};
  const refuse = (problem: string): never => {
    throw new ToolManagerError('invalid_arguments', problem);
  };
  if (typeof name !== 'string' || !toolName.test(name) || name in Object.prototype) {
    refuse(`${JSON.stringify(name)} cannot name a tool. Use 1 to 64 letters, digits, "_" or "-".`);
  }
  if (typeof execute !== 'function') refuse(`${name}: execute must be a function.`);
  const limit = policy.maxConcurrent ?? 1;
  if (limit !== Infinity && !(Number.isInteger(limit) && limit > 0)) {
    refuse(`${name}: policy.maxConcurrent must be a whole number from 1, not ${limit}.`);
  }
  for (const part of ['timeoutMs', 'totalTimeoutMs', 'maxInputChars', 'maxResultChars'] as const) {
    const value = policy[part];
    if (value !== undefined && !(value > 0)) {
      refuse(`${name}: policy.${part} must be more than 0, not ${value}.`);
    }
  }
}
