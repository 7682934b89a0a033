import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import { isJsonObject, nonEmptyString } from '../json.ts';

/** What an error body says, whatever its shape. The texts are the provider's and stay inside the package. */
export interface ErrorBody {
  /** All texts of the error, for recognising what it means. */
  readonly text: string;
  /** The provider's code or type, as text. */
  readonly code?: string;
  /** The code as it was given, also a number. */
  readonly rawCode?: string;
  /** A numeric code, which is an HTTP status where an error rides in a 200. */
  readonly status?: number;
  readonly param?: string;
  readonly failedGeneration?: string;
  /** The error object itself, for delays hidden in it. */
  readonly source: JsonObject;
}

/**
 * Reads the shapes in use: `{error:{…}}`, `[{error:{…}}]`, `{error:"text"}`, `{message, code}`, `{detail:[{loc, msg}]}` or
 * `{detail:"text"}`, MiniMax's `{base_resp:{status_code, status_msg}}`; anything else is only text.
 */
export function readErrorBody(body: Json | undefined, raw: string): ErrorBody {
  const root = Array.isArray(body) ? (body as readonly Json[])[0] : body;
  if (!isJsonObject(root)) return { text: raw.slice(0, 4_000), source: {} };
  const error = root['error'] ?? root['errors'];
  if (typeof error === 'string') return fromObject({ message: error, ...root });
  if (isJsonObject(error)) return fromObject(error);
  const minimax = root['base_resp'];
  if (isJsonObject(minimax)) {
    return fromObject({ code: minimax['status_code'], message: minimax['status_msg'] });
  }
  if (root['detail'] !== undefined) return fromDetail(root['detail']);
  return fromObject(root);
}

function fromObject(error: JsonObject): ErrorBody {
  const code =
    textCode(error['code']) ?? nonEmptyString(error['type']) ?? nonEmptyString(error['status']);
  const status = numericCode(error['code']) ?? numericCode(error['status']);
  const param = nonEmptyString(error['param']);
  const rawCode = typeof error['code'] === 'number' ? String(error['code']) : error['code'];
  const failed = nonEmptyString(error['failed_generation']);
  return {
    // The whole object: inner errors, metadata and violations tell what the message leaves out.
    text: JSON.stringify({ ...error, failed_generation: undefined }).slice(0, 8_000),
    source: error,
    ...(code === undefined ? {} : { code }),
    ...(typeof rawCode === 'string' && rawCode !== '' ? { rawCode } : {}),
    ...(status === undefined ? {} : { status }),
    ...(param === undefined ? {} : { param }),
    ...(failed === undefined ? {} : { failedGeneration: failed }),
  };
}

/** FastAPI: `loc` leads to the parameter, as in `["body", "max_tokens"]`. */
function fromDetail(detail: Json): ErrorBody {
  const entries: readonly Json[] = Array.isArray(detail) ? (detail as readonly Json[]) : [detail];
  const texts: string[] = [];
  let param: string | undefined;
  for (const entry of entries) {
    if (typeof entry === 'string') texts.push(entry);
    if (!isJsonObject(entry)) continue;
    texts.push(nonEmptyString(entry['msg']) ?? nonEmptyString(entry['message']) ?? '');
    const loc = entry['loc'];
    if (!Array.isArray(loc)) continue;
    const path = (loc as readonly Json[]).filter((part) => part !== 'body');
    texts.push(path.filter((part) => typeof part !== 'object').join('.'));
    if (typeof path[0] === 'string') param ??= path[0];
  }
  return {
    text: texts.join(' ').slice(0, 8_000),
    source: {},
    ...(param === undefined ? {} : { param }),
  };
}

function textCode(code: Json | undefined): string | undefined {
  return typeof code === 'string' && code !== '' && !/^\d+$/.test(code) ? code : undefined;
}

function numericCode(code: Json | undefined): number | undefined {
  const value = typeof code === 'string' && /^\d{3}$/.test(code) ? Number(code) : code;
  return typeof value === 'number' && value >= 400 && value < 600 ? value : undefined;
}
