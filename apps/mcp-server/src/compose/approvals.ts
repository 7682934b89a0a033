import type { ToolCall } from '@mini-agent/foundation/chat';
import { detectLanguage } from '@mini-agent/foundation/language';
import type { Secret } from '@mini-agent/foundation/secret';
import type { Language } from '@mini-agent/foundation/tool';
import type { AgentOptions, ApprovalReason } from '@mini-agent/react-agent';
import { approvalRefusal, type RefusalReason } from '../approval-messages.ts';
import type { ApprovalPolicy } from '../config/approvals.ts';
import { AppError } from '../errors.ts';
import { approvalForm, isApproved } from '../render/approval-form.ts';
import { oneLine } from '../render/cut.ts';
import type { ClientBroker } from '../runs/client-broker.ts';
import type { RunJob } from '../runs/runner.ts';

/** What an agent needs to know of approvals. */
export type RunApprovals = Required<Pick<AgentOptions, 'approve' | 'approvals'>>;

export interface ApprovalsOptions {
  readonly policy: ApprovalPolicy;
  /** Keys that must not be shown to the user either. */
  readonly secrets: readonly Secret[];
  /** How long a user may take to answer, in milliseconds. Default 300,000; the limit of the run ends it too. */
  readonly timeoutMs?: number;
}

/** The approvals of one run, and of the runs nested in it: the same client is asked for them. */
export type ApprovalsFor = (
  job: Pick<RunJob, 'task' | 'clientModel' | 'resumeFrom'>,
  client: ClientBroker,
) => RunApprovals;

const defaultTimeoutMs = 300_000;

/** In UTF-16 units. */
const longestName = 64;

/**
 * Answers whether a call may be made that changes something after text from outside has entered the conversation. A refusal says why:
 * the model reads it, and its user can do something about it.
 */
export function createApprovals(options: ApprovalsOptions): ApprovalsFor {
  const { policy, secrets, timeoutMs = defaultTimeoutMs } = options;
  return (job, client) => {
    const language = job.resumeFrom?.language ?? detectLanguage(job.task);
    // Who said no is not asked the same again, also by another of the nested runs.
    const declined = new Set<string>();
    const ask = async (
      call: ToolCall,
      { signal, reason }: Parameters<RunApprovals['approve']>[1],
    ): Promise<RefusalReason | undefined> => {
      const canBeAsked = job.clientModel.elicitation === true || client.canAsk('elicitation');
      if (!canBeAsked) return 'cannot_ask';
      const key = JSON.stringify([call.name, call.arguments]);
      if (declined.has(key)) return 'declined';
      const form = approvalForm(call, { language, reason, secrets });
      try {
        const answer = await client.elicit(form, { signal, timeoutMs });
        if (isApproved(answer)) return undefined;
        declined.add(key);
        return 'declined';
      } catch {
        return 'no_answer';
      }
    };
    return {
      approvals: { allow: policy.mode === 'allow' ? ['*'] : policy.allow },
      approve: async (call, asked) => {
        if (policy.mode === 'allow') return true;
        const refused = policy.mode === 'deny' ? 'policy' : await ask(call, asked);
        if (refused === undefined) return true;
        throw refusal(language, { call, needed: asked.reason, refused });
      },
    };
  };
}

interface Refusal {
  readonly call: ToolCall;
  readonly needed: ApprovalReason;
  readonly refused: RefusalReason;
}

function refusal(language: Language, { call, ...reasons }: Refusal): AppError {
  const tool = oneLine(call.name, longestName);
  return new AppError('denied', approvalRefusal(language, { tool, ...reasons }));
}
