import type { ChatRequest, ChatResponse } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';
import type { Affinity } from '../conversation/call-ids.ts';
import type { Failure } from '../failure.ts';
import { readReply } from '../reply/read-reply.ts';
import { readTextReply } from '../reply/text-protocol-reply.ts';
import type { WireReply } from '../reply/wire-reply.ts';
import { estimatedUsage, reportedUsage } from '../usage.ts';
import type { EndpointProfile } from './profile.ts';

/** What was asked, and of whom. */
export interface SentRequest {
  readonly request: ChatRequest;
  readonly body: JsonObject;
  readonly affinity: Affinity;
  readonly profile: EndpointProfile;
  /** The tools were described as text. */
  readonly textProtocol: boolean;
}

/** What an endpoint's reply means, as the response of the call. */
export function toResponse(reply: WireReply, sent: SentRequest): ChatResponse {
  const { request, body, affinity, profile } = sent;
  let made = 0;
  const newId = (): string => `call_${request.step}_${(made += 1)}`;
  const reading = {
    request,
    affinity,
    newId,
    nameRule: profile.toolNames,
    keepThinking: profile.thinkingInText === 'echo',
  };
  const read = readReply(reply, reading);
  const usesText =
    sent.textProtocol && request.tools.length > 0 && read.message.toolCalls.length === 0;
  const { message, finish } = usesText
    ? withOpaque(readTextReply(read.message.content, read.finish, reading), read)
    : read;
  return {
    message,
    finish,
    usage:
      reportedUsage(reply.usage) ??
      estimatedUsage(JSON.stringify(body), JSON.stringify(reply.message)),
    mode: 'http',
    provider: affinity.provider,
    model: printableModel(reply.model) ?? affinity.model,
    fallbacks: [],
  };
}

/** Groq answers a call it could not read with 400 and the text of the call, which mostly can be read. */
export function generatedCall(failure: Failure, sent: SentRequest): ChatResponse | undefined {
  if (failure.failedGeneration === undefined) return undefined;
  const reply: WireReply = {
    message: { content: failure.failedGeneration },
    finishReason: undefined,
    usage: undefined,
    model: undefined,
  };
  const response = toResponse(reply, sent);
  return response.message.toolCalls.length > 0 ? response : undefined;
}

type Read = ReturnType<typeof readReply>;

function withOpaque(text: Read, wire: Read): Read {
  const { reasoning, opaque } = wire.message;
  return {
    finish: text.finish,
    message: {
      ...text.message,
      ...(reasoning === undefined ? {} : { reasoning }),
      ...(opaque === undefined ? {} : { opaque }),
    },
  };
}

/** The model that answered, if its name is one. */
function printableModel(model: string | undefined): string | undefined {
  return model !== undefined && /^[\w./:@+ -]{1,200}$/.test(model) ? model : undefined;
}
