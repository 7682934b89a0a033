import type { CallSettings } from '../../src/server/call-run-agent.ts';

/** A client as its makers wrote it: how long it waits, what it does meanwhile, and what it speaks. */
export interface ClientHabits {
  readonly name: string;
  /** The longest a call may take, in milliseconds, whatever comes; undefined = it waits for ever. */
  readonly limitMs?: number;
  /** The longest it waits without hearing anything of a call. */
  readonly idleMs?: number;
  /** A progress notification starts the limit anew. */
  readonly progressResets?: boolean;
  readonly token: 'none' | 'number' | 'text';
  /** The revision of its handshake, or 2026-07-28, which has none. */
  readonly revision: '2024-11-05' | '2025-06-18' | '2025-11-25' | '2026-07-28';
  /** It declares the tasks extension and asks for a task until it is over. */
  readonly tasks?: boolean;
  /** The id of its first request. */
  readonly firstId?: number | string;
  /** `MINI_AGENT_WAIT_SECONDS`, where the client needs it. */
  readonly waitSeconds?: CallSettings['waitSeconds'];
}

const second = 1_000;
const minute = 60 * second;

/** One row or more for each client that was looked at; where a habit is not known, both ways. */
export const clientTable: readonly ClientHabits[] = [
  {
    name: 'Claude Code over stdio',
    limitMs: 100_000 * second,
    idleMs: 30 * minute,
    token: 'number',
    revision: '2026-07-28',
  },
  {
    name: 'Claude Code over HTTP',
    limitMs: 100_000 * second,
    idleMs: 5 * minute,
    token: 'number',
    revision: '2026-07-28',
  },
  {
    name: 'Claude Code with tasks',
    limitMs: 100_000 * second,
    idleMs: 5 * minute,
    token: 'number',
    revision: '2026-07-28',
    tasks: true,
  },
  { name: 'Claude Desktop', limitMs: 240 * second, token: 'number', revision: '2025-06-18' },
  {
    name: 'Claude Desktop without tokens',
    limitMs: 240 * second,
    token: 'none',
    revision: '2025-06-18',
  },
  {
    name: 'Claude Desktop of early 2026, 60 s',
    limitMs: 60 * second,
    token: 'none',
    revision: '2025-06-18',
  },
  { name: 'Cursor', limitMs: 300 * second, token: 'number', revision: '2025-06-18' },
  { name: 'VS Code', token: 'text', revision: '2025-11-25' },
  { name: 'Copilot CLI', limitMs: 60 * second, token: 'none', revision: '2025-11-25' },
  { name: 'Codex', limitMs: 300 * second, token: 'number', revision: '2025-06-18' },
  { name: 'Codex, 2026-07-28', limitMs: 300 * second, token: 'number', revision: '2026-07-28' },
  {
    name: 'Codex with tasks',
    limitMs: 300 * second,
    token: 'none',
    revision: '2026-07-28',
    tasks: true,
  },
  { name: 'Codex of 60 s', limitMs: 60 * second, token: 'none', revision: '2025-06-18' },
  {
    name: 'Gemini CLI',
    limitMs: 600 * second,
    token: 'text',
    revision: '2025-06-18',
    firstId: 0,
  },
  { name: 'Cline', limitMs: 60 * second, token: 'none', revision: '2025-06-18' },
  {
    name: 'opencode',
    limitMs: 600 * second,
    progressResets: true,
    token: 'number',
    revision: '2025-11-25',
  },
  { name: 'Zed', limitMs: 60 * second, token: 'none', revision: '2025-06-18' },
  { name: 'goose', limitMs: 300 * second, token: 'number', revision: '2025-06-18' },
  { name: 'goose without tokens', limitMs: 300 * second, token: 'none', revision: '2025-06-18' },
  {
    name: 'the TypeScript SDK by default',
    limitMs: 60 * second,
    token: 'none',
    revision: '2025-11-25',
  },
  {
    name: 'the TypeScript SDK with resetTimeoutOnProgress',
    limitMs: 60 * second,
    progressResets: true,
    token: 'number',
    revision: '2025-11-25',
  },
  {
    name: 'a client that gives tokens and cancels at 60 s whatever comes, with MINI_AGENT_WAIT_SECONDS=50',
    limitMs: 60 * second,
    token: 'number',
    revision: '2024-11-05',
    firstId: 'a',
    waitSeconds: { withToken: 50, withoutToken: 50 },
  },
];
