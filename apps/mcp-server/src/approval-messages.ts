import type { Language } from '@mini-agent/foundation/tool';
import type { ApprovalReason } from '@mini-agent/react-agent';
import { pick, units, type Pair } from './messages.ts';

export function approvalProgress(language: Language, tool: string): string {
  return pick(language, {
    en: `Waiting for your approval of ${tool}`,
    zh: `正在等待您批准 ${tool}`,
  });
}

export interface ApprovalTexts {
  readonly question: string;
  readonly tool: string;
  readonly arguments: string;
  readonly noArguments: string;
  readonly more: (count: number) => string;
  readonly title: string;
  readonly description: string;
}

const questions: Readonly<Record<ApprovalReason, Pair>> = {
  untrusted_content: {
    en: 'The agent wants to call a tool that changes something. Text from the web or another outside source has entered the conversation and may be what asks for this call, so it needs your approval.',
    zh: '智能体想调用一个会做出更改的工具。此前有来自网页或其他外部来源的文本进入了对话，这次调用可能是那段文本要求的，因此需要您的批准。',
  },
  repeated_call: {
    en: 'The agent wants to make a call that changes something and that it has already made in this run. Made again it may do the same thing twice, so it needs your approval.',
    zh: '智能体想再次进行一次会做出更改的调用，而这次调用在本次运行中已经执行过。再次执行可能会重复同样的操作，因此需要您的批准。',
  },
};

/** The question whether a call may be made. */
export function approvalTexts(
  language: Language,
  tool: string,
  reason: ApprovalReason = 'untrusted_content',
): ApprovalTexts {
  const question = pick(language, questions[reason]);
  const isChinese = language === 'zh';
  return isChinese
    ? {
        question,
        tool: `工具：${tool}`,
        arguments: '参数：',
        noArguments: '参数：无',
        more: (count) => `（另有 ${units(count)} 个参数未显示）`,
        title: `运行 ${tool}？`,
        description: '只有在这是您想要的操作时才选“是”。',
      }
    : {
        question,
        tool: `Tool: ${tool}`,
        arguments: 'Arguments:',
        noArguments: 'Arguments: none',
        more: (count) => `(${units(count)} more arguments are not shown)`,
        title: `Run ${tool}?`,
        description: 'Say yes only if this is what you want to be done.',
      };
}

export function leftOutMark(language: Language, count: number): string {
  return pick(language, {
    en: ` … [${units(count)} characters left out] … `,
    zh: ` … [省略 ${units(count)} 个字符] … `,
  });
}

/** Why a call was not approved. */
export type RefusalReason = 'cannot_ask' | 'policy' | 'declined' | 'no_answer';

export interface ApprovalRefusal {
  readonly tool: string;
  /** Why it needed an approval. */
  readonly needed: ApprovalReason;
  readonly refused: RefusalReason;
}

const needs: Readonly<Record<ApprovalReason, Pair>> = {
  untrusted_content: {
    en: "text from outside has entered this conversation, so calls that change something need the user's approval",
    zh: '外部文本已进入对话，会做出更改的调用需要用户批准',
  },
  repeated_call: {
    en: "this call was already made in this run, so making it again needs the user's approval",
    zh: '这次调用在本次运行中已经执行过，再次执行需要用户批准',
  },
};

const refusals: Readonly<Record<RefusalReason, Pair>> = {
  cannot_ask: {
    en: 'this client cannot ask the user',
    zh: '当前客户端无法询问用户',
  },
  policy: { en: 'the settings refuse it', zh: '设置拒绝这样的调用' },
  declined: { en: 'the user said no', zh: '用户没有同意' },
  no_answer: { en: 'the user did not answer in time', zh: '用户没有及时答复' },
};

/** What the model reads in place of a result. */
export function approvalRefusal(
  language: Language,
  { tool, needed, refused }: ApprovalRefusal,
): string {
  const need = pick(language, needs[needed]);
  const why = pick(language, refusals[refused]);
  const isSetting = refused === 'cannot_ask' || refused === 'policy';
  const setting = pick(language, {
    en: ` Whoever runs the server can allow it by adding ${tool} to MINI_AGENT_APPROVALS.`,
    zh: `服务器的使用者可以把 ${tool} 加入 MINI_AGENT_APPROVALS 来允许它。`,
  });
  const text = pick(language, {
    en: `${tool} was not called: ${need}, and ${why}. Do not call it again; go on without it and say in the answer that it was not done.`,
    zh: `未调用 ${tool}：${need}，而${why}。请勿再次调用；请在不使用它的情况下继续，并在回答中说明这一步没有执行。`,
  });
  return isSetting ? `${text}${setting}` : text;
}

/** For the person at a terminal that cannot be asked. */
export function cannotAskHint(language: Language, tool: string): string {
  return pick(language, {
    en: `${tool} was refused: it needs your approval, and there is no terminal to ask you at. Run the command in a terminal, or allow it with MINI_AGENT_APPROVALS=ask,${tool}.`,
    zh: `${tool} 已被拒绝：它需要您的批准，但没有可以询问您的终端。请在终端中运行该命令，或用 MINI_AGENT_APPROVALS=ask,${tool} 允许它。`,
  });
}
