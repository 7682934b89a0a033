import type { ChatMessage, Fallback, Mode } from '@mini-agent/foundation/chat';
import type { TraceCarrier } from '@mini-agent/llm-router/trace-context';
import type { AgentEvent, RunOptions, RunResult, RunState } from '@mini-agent/react-agent';
import type { ClientBroker } from './client-broker.ts';

/** What the client can do for a run. */
export interface ClientModel {
  readonly sampling: boolean;
  readonly samplingTools: boolean;
  /** Its user can be asked by a form. */
  readonly elicitation?: boolean;
  /** Stands for the session: what is learned of its model is kept for it. */
  readonly session: object;
}

/** One piece of work for the agent. */
export interface RunJob {
  readonly task: string;
  readonly mode: 'auto' | 'rule';
  readonly maxTurns: number | undefined;
  readonly agent: string | undefined;
  readonly clientModel: ClientModel;
  /** The conversation so far, where a run is continued. */
  readonly history?: readonly ChatMessage[];
  /** What the conversation has beside its messages. */
  readonly earlier?: RunOptions['earlier'];
  /** When the part of the run before it was begun, in milliseconds since the Unix epoch. */
  readonly after?: number | undefined;
  /** The trace that the request for it belongs to. */
  readonly trace?: TraceCarrier;
  /** An interrupted run that goes on where it was. */
  readonly resumeFrom?: RunState;
}

/** What a running job is given and reports to. */
export interface RunPorts {
  readonly runId: string;
  readonly signal: AbortSignal;
  /** The client's model and its user. */
  readonly sampling: ClientBroker;
  readonly onEvent: (event: AgentEvent) => void;
  readonly onState: (state: RunState) => void;
  /**
   * Resolves when the newest state told is on the disk, or cannot be brought there: what must not be done twice is done after it.
   * Absent where runs are not kept.
   */
  readonly secure?: (signal: AbortSignal) => Promise<void>;
}

/** Does jobs. The composition of all packages is one; tests give their own. */
export interface Runner {
  /** The modes that a job may use, in the order in which they are tried; never empty. */
  readonly modes: (job: RunJob) => readonly Mode[];
  /** Modes that a job would have had, were they not configured wrongly: told in the result like any other fall. */
  readonly fallbacks: (job: RunJob) => readonly Fallback[];
  readonly run: (job: RunJob, ports: RunPorts) => Promise<RunResult>;
}
