import { inspect } from 'node:util';

const mask = '[secret]';

/** A value that prints `[secret]` in string conversion, JSON and inspect; only a transport that sends it calls `reveal()`. */
export interface Secret {
  reveal(): string;
  toString(): '[secret]';
  toJSON(): '[secret]';
}

/** Wraps a key as soon as it is read. An already wrapped value is returned as it is. */
export function secret(value: string | Secret): Secret {
  if (typeof value !== 'string') return value;
  return {
    reveal: () => value,
    toString: () => mask,
    toJSON: () => mask,
    [inspect.custom]: () => mask,
  } as Secret;
}

/** Names whose value is a credential, in the spellings of headers, JSON, query strings and environment variables. */
const telling =
  '(?:(?:api|access|secret|private|signing|subscription)[-_ ]?key|' +
  '(?:access|auth|refresh|session|bearer|bot|api|client)[-_ ]?token|' +
  '(?:client[-_ ]?)?secret|password|passwd|passphrase|pwd)';

/** An opening or closing quote, also one that is escaped because JSON stands inside JSON. */
const quote = String.raw`\\{0,4}["']`;

/** Words with which a remark about a field begins ("password: must have 8 characters"); nobody's password, so they may be shown. */
const remarks =
  'must|should|shall|may|might|can|cannot|could|will|would|is|are|was|were|has|have|had|needs?|does|did|do|not|no|be|' +
  'required|optional|missing|invalid|incorrect|wrong|unknown|unset|empty|blank|expired|expected|expects|unexpected|' +
  'string|text|number|integer|boolean|object|array|null|undefined|none|nullable|redacted|hidden|' +
  'please|enter|provide|provided|use|uses|used|using|see|set|check|leave|choose|add|pass|try|' +
  'this|that|these|your|their|its|either|only|at|too|if|when|where|for|from|with|without|between|minimum|maximum|' +
  'field|value|values|length|format|default|contains?|given|got|received|accepts?|allowed|supported';

/** What stands second in a remark that begins with any plain word ("secret: plain string"). */
const remarkEnds =
  'string|text|number|integer|boolean|object|array|values?|fields?|characters?|letters?|digits?|symbols?|length|format|' +
  'required|optional|only|must|should|needs?|cannot|is (?:required|missing|optional|invalid|too|not)';

/** The end of a word, not of its first part ("no.Way"). */
const wordEnd = String.raw`(?=$|\s|["'\\]|[.,;:!?)\]}]{1,3}(?:$|\s|["'\\]))`;

/** A remark in place of a value, or the beginning of a nested object. */
const remark =
  String.raw`(?:(?:${remarks})${wordEnd}|[a-z]{2,20}[ ](?:${remarkEnds})${wordEnd}|` +
  String.raw`\{\s{0,8}["']?\w{1,40}["']?\s{0,8}:|` +
  '必须|必填|不能|不可|不得|需要|应为|应当|缺少|无效|为空|至少|长度|格式|字符串|可选)';

/** In quotes stands a whole value, which may be words: only what a validator says, or a type, is taken for a remark. */
const quotedRemark =
  String.raw`(?:(?:must|should|cannot|needs|expected|required|missing|invalid|incorrect|optional|too|is (?:required|missing|invalid|too|not|empty))${wordEnd}|` +
  '(?:string|number|integer|boolean|object|array|null)(?=["\'\\\\])|必须|必填|不能|不得|无效|缺少)';

/**
 * Shapes of credentials that services print into error texts. Each pattern looks at a bounded number of characters from
 * each place it may start at, so that no text can make it slow.
 */
const credentialPatterns: readonly (readonly [RegExp, string])[] = [
  // Keys by the prefixes their services publish (OpenAI, Anthropic, Stripe, Groq, xAI, Tavily, GitHub, GitLab, Hugging Face, npm, Slack).
  [
    /\b(?:sk|pk|rk|ak|gsk|xai|as_sk|ss_sk|tvly|gh[opsu]|github_pat|glpat|hf|npm|xox[abeprs])[-_][\w-]{8,}/g,
    mask,
  ],
  [/\bAIza[\w-]{20,}/g, mask],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, mask],
  // JSON Web Tokens (RFC 7519); only at the start of a run of their characters.
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, mask],
  // Header lines (RFC 9110 §11.6.2, RFC 6265): the whole value, whatever scheme it names.
  [
    new RegExp(
      String.raw`((?:proxy-)?authorization(?:${quote})?\s{0,8}[:=]\s{0,8}(?:${quote})?)(?!\[secret\])[^\r\n"'\\]{1,4096}`,
      'gi',
    ),
    `$1${mask}`,
  ],
  [/((?:set-)?cookie\s{0,8}:\s{0,8})(?=[^\s=;:"']{1,100}=)[^\r\n"'\\]{1,4096}/gi, `$1${mask}`],
  [/\b(Bearer)\s{1,8}(?!\[secret\])[\w.~+/=-]{6,}/gi, `$1 ${mask}`],
  // "Basic" is also a word: what follows must look like base64, with a capital, a digit or padding.
  [/\b(Basic)\s{1,8}(?=[a-z+/]{0,200}[A-Z0-9=])[\w+/]{8,}={0,2}/g, `$1 ${mask}`],
  // User information in a URL (RFC 3986 §3.2.1): a password, or a token in place of a name.
  [/(\/\/[^/\s:@]{0,200}:)[^/\s]{1,200}@/g, `$1${mask}@`],
  [/(\/\/)[^/\s:@"']{12,200}@/g, `$1${mask}@`],
  [/([?&](?:key|token|sig|signature|auth|code)=)(?!\[secret\])[^&\s"'#]{4,}/gi, `$1${mask}`],
  // A telling name with a quoted value, which may hold blanks, and with a bare one.
  [
    new RegExp(
      String.raw`(${telling}(?:${quote})?\s{0,8}(?:=|:(?!\s{0,8}${quote}${quotedRemark}))\s{0,8}(\\{0,4}["']))` +
        String.raw`(?!\[secret\])(?:(?!\2)[^\r\n]){1,1000}(?=\2)`,
      'gi',
    ),
    `$1${mask}`,
  ],
  [
    new RegExp(
      String.raw`(${telling}(?:${quote})?\s{0,8}(?:=|:(?!\s{0,8}${quote}${quotedRemark}|\s{0,8}${remark}))\s{0,8}(?:${quote})?)` +
        String.raw`(?!\[secret\])[^\s"',;&}]{4,}`,
      'gi',
    ),
    `$1${mask}`,
  ],
];

/** A shorter text is no secret, and replacing it would make any text unreadable. */
const shortestKnown = 4;

/** A known secret as it looks in a URL and inside JSON. */
function spellings(value: string): readonly string[] {
  // Buffer replaces half characters, which encodeURIComponent refuses.
  const wellFormed = Buffer.from(value).toString();
  return [value, encodeURIComponent(wellFormed), JSON.stringify(value).slice(1, -1)];
}

/** Replaces every one of `known`, and what looks like a credential, by `[secret]`. Linear in the length of `text`. */
export function redactSecrets(text: string, known: readonly Secret[] = []): string {
  const values = known
    .map((entry) => entry.reveal())
    .filter((value) => value.length >= shortestKnown)
    .flatMap(spellings)
    // The longest first: a secret may begin with another one.
    .sort((one, other) => other.length - one.length);
  let clean = text;
  for (const value of values) clean = clean.replaceAll(value, mask);
  for (const [pattern, replacement] of credentialPatterns) {
    clean = clean.replace(pattern, replacement);
  }
  return clean;
}
