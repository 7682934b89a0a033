import { detectLanguage } from '@mini-agent/foundation/language';
import type { Language } from '@mini-agent/foundation/tool';
import { AppError } from '../../errors.ts';
import { notFoundMessage, pick } from '../../messages.ts';
import type { RunRegistry } from '../../runs/registry.ts';

/**
 * Tells a caller without a token why it may not find a run that it knows: the same text for a run of another caller and for one that
 * never was, so that it gives nothing away.
 */
export function explainLostRuns(registry: RunRegistry): RunRegistry {
  return {
    ...registry,
    continue: (runId, job, caller) =>
      explained(registry.continue(runId, job, caller), caller, detectLanguage(job.task)),
    resume: (runId, job, caller) => explained(registry.resume(runId, job, caller), caller),
    finish: (runId, job, caller) => explained(registry.finish(runId, job, caller), caller),
    find: (runId, caller) => explained(registry.find(runId, caller), caller),
    stop: (runId, caller) => explained(registry.stop(runId, caller), caller),
  };
}

async function explained<T>(
  finding: Promise<T>,
  caller: string,
  language: Language = 'en',
): Promise<T> {
  try {
    return await finding;
  } catch (error) {
    // A run that has expired has its own text, which is the whole reason.
    if (!(error instanceof AppError) || error.message !== notFoundMessage('en')) throw error;
    const reason = reasonFor(caller, language);
    if (reason === undefined) throw error;
    const text = notFoundMessage(language);
    throw new AppError('not_found', language === 'zh' ? text + reason : `${text} ${reason}`);
  }
}

/** Whom a run belongs to without a token; see `callerOf`. */
function reasonFor(caller: string, language: Language): string | undefined {
  if (caller.startsWith('session:')) {
    return pick(language, {
      en: 'This server asks for no token, so a run belongs to the MCP session that started it and cannot be reached from another one; this may be a new session, because the earlier one was closed, was unused for too long or ended with the server. To keep runs across sessions, set MINI_AGENT_HTTP_TOKEN (or OAuth) on the server and send the token.',
      zh: '本服务未启用令牌，运行只属于启动它的 MCP 会话，其他会话无法访问；当前可能是一个新会话：之前的会话已被关闭、闲置过久，或随服务一起结束。要跨会话保留运行，请在服务端设置 MINI_AGENT_HTTP_TOKEN（或 OAuth），并由客户端带上令牌。',
    });
  }
  if (caller.startsWith('address:')) {
    return pick(language, {
      en: 'This server asks for no token, so a run belongs to the network address (or the MCP session) that started it. To reach runs from anywhere, set MINI_AGENT_HTTP_TOKEN (or OAuth) on the server and send the token.',
      zh: '本服务未启用令牌，运行只属于启动它的网络地址（或 MCP 会话）。要从任何地方访问运行，请在服务端设置 MINI_AGENT_HTTP_TOKEN（或 OAuth），并由客户端带上令牌。',
    });
  }
  return undefined;
}
