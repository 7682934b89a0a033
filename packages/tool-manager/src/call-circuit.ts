import { longestWaitMs } from './backoff.ts';
import type { CallEnd } from './call-end.ts';
import type { CallEnvironment, PreparedCall } from './prepared-call.ts';
import { calledHosts } from './called-hosts.ts';
import { Circuit } from './circuit.ts';
import type { CircuitRefusal, Pass } from './circuit.ts';
import type { Failure } from './failure.ts';

/**
 * What the circuit of a tool means for one call. Pipelines have none: what they call has its own, and a search that rests must
 * not switch off everything that searches.
 */
export class CallCircuit {
  readonly #call: PreparedCall;
  readonly #environment: CallEnvironment;
  #host: string | undefined;
  #pass: Pass | undefined;

  constructor(call: PreparedCall, environment: CallEnvironment) {
    this.#call = call;
    this.#environment = environment;
  }

  /** Why the call is answered without running the tool. */
  refusal(): Failure | undefined {
    const { circuit } = this.#call.entry;
    if (!circuit || circuit.isQuiet) return undefined;
    const found = circuit.refusal(this.#hostOf());
    return found && this.#describe(found);
  }

  /** Only where there is no `refusal`; `leave` must follow. */
  enter(): void {
    const { circuit } = this.#call.entry;
    this.#pass = undefined;
    if (!circuit || circuit.isQuiet) return;
    this.#pass = circuit.enter(this.#hostOf());
    if (this.#pass.isProbe) this.#tell({ state: 'half_open' });
  }

  /** `undefined` = the tool was not started after all. */
  leave(end: CallEnd | undefined): void {
    const { circuit } = this.#call.entry;
    if (!end || !this.#isWatched()) {
      if (this.#pass) circuit?.release(this.#pass);
      return;
    }
    if (end.ok && (!circuit || circuit.isQuiet)) return;
    const pass = this.#pass ?? { host: this.#hostOf(), opening: 0, isProbe: false };
    if (end.ok || (end.failure.health === 'working' && !asksForRest(end.failure))) {
      if (circuit?.succeed(pass) === true) this.#tell({ state: 'closed' });
      return;
    }
    const { failure } = end;
    if (failure.health !== 'failing' && !asksForRest(failure)) {
      circuit?.release(pass);
      return;
    }
    const rest = this.#circuit()?.fail(pass, {
      retryAfterMs: failure.retryAfterMs,
      isRateLimit: failure.code === 'rate_limited',
      isTransient: failure.health === 'failing',
    });
    if (rest !== undefined) this.#tell({ state: 'open', retryAfterMs: rest });
  }

  #isWatched(): boolean {
    const { policy } = this.#call.entry.tool;
    return this.#environment.circuit !== undefined && policy?.occupiesSlot !== false;
  }

  #circuit(): Circuit | undefined {
    const { entry } = this.#call;
    const { circuit, clock } = this.#environment;
    if (circuit) entry.circuit ??= new Circuit(circuit, clock);
    return entry.circuit;
  }

  #hostOf(): string {
    this.#host ??= calledHosts(this.#call.given);
    return this.#host;
  }

  #tell(event: {
    readonly state: 'open' | 'half_open' | 'closed';
    readonly retryAfterMs?: number;
  }): void {
    const host = this.#hostOf();
    this.#call.running.emit({ type: 'circuit', ...(host === '' ? {} : { host }), ...event });
  }

  #describe({ host, failures, retryAfterMs, isRateLimit }: CircuitRefusal): Failure {
    const { texts, running } = this.#call;
    const seconds = Math.ceil(retryAfterMs / 1_000);
    return {
      code: isRateLimit ? 'rate_limited' : 'tool_error',
      message: texts.resting(running.name, { host, failures, seconds }),
      retry: false,
      isRepeatable: false,
      retryAfterMs,
    };
  }
}

function asksForRest({ retryAfterMs }: Failure): boolean {
  return retryAfterMs !== undefined && retryAfterMs > longestWaitMs;
}
