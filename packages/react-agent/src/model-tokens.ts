/**
 * The marks by which chat templates separate turns, roles, thoughts and calls. A tokenizer may read one inside a result as if the
 * template had written it, and what follows as the words of the user or the model itself.
 */
const bar = '[|\\u2223\\u2502\\u2758\\u01c0]';

/** ChatML, Llama 3 and 4, Phi, Qwen, GLM, Harmony, Command-R, Granite, DeepSeek, Kimi … : a name between bars. */
const barred = `<\\/?${bar}\\/?[\\w\\u2581.:-]{1,64}${bar}>`;
/** DeepSeek's tags that carry attributes, Gemma's that have one bar, EXAONE's in square brackets, MiniMax's. */
const halfBarred = [
  `<\\/?${bar}DSML${bar}[^<>\\n]{0,200}>?`,
  `<${bar}(?:turn|channel|think|tool|tool_call|tool_response|image|audio)>`,
  `<(?:turn|channel|think|tool|tool_call|tool_response|image|audio)${bar}>`,
  '\\[\\|\\/?(?:system|user|assistant|tool|endofturn)\\|\\]',
  '\\]~!?b[\\[\\]]|\\[e~\\[|\\]<\\]minimax\\[>\\[',
].join('|');
/** Llama 2 and Mistral. */
const bracketed =
  '\\[\\/?(?:INST|AVAILABLE_TOOLS|TOOL_RESULTS|SYSTEM_PROMPT|TOOL_CONTENT|MODEL_SETTINGS|THINK)\\]|\\[(?:TOOL_CALLS|CALL_ID|IMG_BREAK|IMG_END|gMASK|sMASK)\\]|\\[ARGS\\](?=\\s*\\{)|<<\\/?SYS>>';
/** Hermes, Qwen, GLM, Gemma, Claude, Nemotron, LongCat, Seed and others: tags that hold a call, its result, a thought or a turn. */
const callTags = [
  '(?:antml|xai|minimax|seed):[\\w:-]{1,40}|longcat_\\w{1,40}',
  'tool_calls?|tool_responses?|tool_results?|tool_use|function_calls?|function_results?|function_response',
  'think|thinking|scratch_?pad|(?:start|end)_of_(?:turn|image|role|text)|start_function_\\w{1,20}|end_function_\\w{1,20}',
  'arg_key|arg_value|toolcall|available_tools|(?:beginning|end)_of_sentence|extra_id_\\d{1,3}|special_\\d{1,4}',
  '(?:b|e)os_token|reserved_\\d{1,4}|sop|eop|eoh|eoa|eod',
].join('|');
const tagged = `<\\/?(?:${callTags})(?:[ \\t=:][^<>\\n]{0,200})?[ \\t]{0,3}\\/?>`;
/** Calls as Qwen-Coder and Claude write them. Their names occur in other markup too, but not in this form. */
const openings = `<(?:function|parameter)=[^<>\\n]{1,200}>|<invoke[ \\t]+name[ \\t]*=[^<>\\n]{1,200}>`;

const tokens = new RegExp([barred, halfBarred, bracketed, tagged, openings].join('|'), 'gi');
/**
 * Begin and end of a sequence in Llama 2, Mistral and Gemma. `<s>` is also a tag of HTML, so that they stay readable: only the brackets
 * change.
 */
const sequenceTags = /<(\/?(?:s|bos|eos|pad|unk))>/gi;
/** The turns of Claude's older text format: a name at the beginning of a paragraph. */
const paragraphTurns = /(^|\n[ \t]*\r?\n[ \t]*)(Human|Assistant)(?=[ \t]*[:\uff1a])/g;
/** Marks like those that stand around a result, whatever their boundary: a text could else seem to end and a new one to begin. */
const ownMarks =
  /\[([ \t]*(?:data[ \t]+[a-z0-9]{8,40}(?:[ \t][^\]\n]{0,120})?|end[ \t]+[a-z0-9]{8,40}[ \t]*))\]/gi;

/** Full-width forms, which normalising turns into ASCII, and the small forms of the angle brackets. Each is one unit, as its ASCII form is. */
const wide = /[\uff01-\uff5e\ufe64\ufe65\uffe8]/g;
const anyWideMark = /[\uff1c\uff3b\ufe64\uff5c\uffe8\uff1e\uff3d]/;
const anyMark = /[<[\]]/;

/**
 * Takes out what a chat template could have written. Entities such as `&lt;` stay: no tokenizer and no template decodes them, so that
 * they are plain text to a model, and pages that explain these marks stay readable. A tool that decodes a page does so before its
 * result comes here.
 */
export function removeModelTokens(text: string): string {
  const isWide = anyWideMark.test(text);
  const swap = isWide ? swapFolded : swapPlain;
  let clean = text;
  if (isWide || anyMark.test(text)) {
    clean = swap(clean, tokens, () => '‹removed›');
    clean = swap(clean, sequenceTags, (tag) => `‹${tag.slice(1, -1)}›`);
    clean = swap(clean, ownMarks, (mark) => `(${mark.slice(1, -1)})`);
  }
  if (!text.includes('Human') && !text.includes('Assistant')) return clean;
  return clean.replace(paragraphTurns, '$1‹$2›');
}

type Swap = (text: string, pattern: RegExp, by: (original: string) => string) => string;

const swapPlain: Swap = (text, pattern, by) => text.replace(pattern, by);

/** Looks at the text in its narrow form, and changes it where it stands. */
const swapFolded: Swap = (text, pattern, by) => {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: found, index } of text.replace(wide, narrow).matchAll(pattern)) {
    parts.push(text.slice(end, index), by(text.slice(index, index + found.length)));
    end = index + found.length;
  }
  return end === 0 ? text : [...parts, text.slice(end)].join('');
};

function narrow(character: string): string {
  if (character === '\ufe64') return '<';
  if (character === '\ufe65') return '>';
  if (character === '\uffe8') return '|';
  return String.fromCharCode(character.charCodeAt(0) - 0xfee0);
}
