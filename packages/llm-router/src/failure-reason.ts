import type { ModelErrorCode } from '@mini-agent/foundation/errors';
import type { Language } from '@mini-agent/foundation/tool';

type Reasons = Readonly<Record<ModelErrorCode, string>>;

const english: Reasons = {
  bad_request: 'the endpoint refused the request',
  auth: 'the key was refused',
  quota: 'no quota or credit is left',
  rate_limited: 'too many requests',
  transient: 'the endpoint or the connection failed',
  timeout: 'no answer in time',
  malformed: 'the answer was no valid reply',
  context: 'the conversation is too long for the model',
  content_filter: 'the content filter refused the request',
  aborted: 'the call was aborted',
  declined: 'the user declined',
  budget: 'the budget of the run is used up',
  unavailable: 'it is not available',
};

const chinese: Reasons = {
  bad_request: '接口拒绝了请求',
  auth: '密钥被拒绝',
  quota: '额度或余额已用完',
  rate_limited: '请求过于频繁',
  transient: '接口或连接出现故障',
  timeout: '未在时限内答复',
  malformed: '返回的内容不是有效的答复',
  context: '对话超出了模型的长度',
  content_filter: '内容过滤器拒绝了请求',
  aborted: '调用已中止',
  declined: '用户拒绝了请求',
  budget: '本次运行的预算已用完',
  unavailable: '不可用',
};

/** Why a model failed, in words that may be shown to anyone: made from the class and the status alone. */
export function failureReason(
  code: ModelErrorCode,
  language: Language,
  status: number | undefined,
): string {
  const reason = (language === 'zh' ? chinese : english)[code];
  if (status === undefined) return reason;
  return language === 'zh' ? `${reason}（HTTP ${status}）` : `${reason} (HTTP ${status})`;
}
