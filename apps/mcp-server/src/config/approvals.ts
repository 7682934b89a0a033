import type { Variables } from './variables.ts';

/** What happens to a call that changes something after text from outside has entered a run. */
export interface ApprovalPolicy {
  /** `ask`: the user is asked, where the client can do that; `deny`: it is refused; `allow`: it is made. */
  readonly mode: 'ask' | 'deny' | 'allow';
  /** Tools that are never asked for: exact names, or a prefix followed by `*`. */
  readonly allow: readonly string[];
}

export const defaultApprovals: ApprovalPolicy = {
  mode: 'ask',
  allow: ['remember', 'extract_skill'],
};

const variable = 'MINI_AGENT_APPROVALS';

/** The strictest first: where several are given, it counts. */
const modes = ['deny', 'ask', 'allow'] as const;

/** A tool's name, or the beginning of one followed by `*`. */
const toolName = /^[\w.:/-]{1,128}\*?$/;

/** What people write when they mean a mode; as the name of a tool it would silently mean nothing. */
const mistakes: ReadonlySet<string> = new Set(
  'on off yes no true false none never always all any auto 0 1 * denied refuse allowed approve'.split(
    ' ',
  ),
);

const rule = `ask, deny or allow, and names of tools (or the beginning of one followed by *) that may run unasked, as in ask,remember,github_*`;

/** `MINI_AGENT_APPROVALS`: one mode at most, and tools. What cannot be read is left out, so that a slip never allows more. */
export function readApprovals(variables: Variables): ApprovalPolicy {
  const entries = variables.list(variable, /[,，、]/);
  if (entries.length === 0) return defaultApprovals;
  const complain = (problem: string): void => {
    variables.problems.push(`${variable} ${problem}`);
  };
  const given = modes.filter((mode) => entries.some((entry) => entry.toLowerCase() === mode));
  const [mode = 'ask'] = given;
  if (given.length > 1) {
    complain(`holds ${given.join(' and ')}, but only one of them is allowed; ${mode} is used.`);
  }
  const allow = entries.filter((entry) => {
    if (isMode(entry)) return false;
    if (toolName.test(entry) && !mistakes.has(entry.toLowerCase())) return true;
    complain(`holds "${shown(entry)}", but allowed are ${rule}; it is ignored.`);
    return false;
  });
  return { mode, allow: [...new Set(allow)] };
}

function isMode(entry: string): boolean {
  return modes.some((mode) => mode === entry.toLowerCase());
}

function shown(entry: string): string {
  return entry.length > 20 ? `${entry.slice(0, 12)}…` : entry;
}
