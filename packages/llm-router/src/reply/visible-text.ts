import { codeSpans } from './code-spans.ts';

/** Marks that models put around their thinking: most write `<think>`, Magistral `[THINK]`, Kimi `◁think▷`. */
const thinkTag = /<(\/?)think(?:ing)?>|\[(\/?)THINK\]|◁(\/?)think▷/gi;

/**
 * Thinking that only counts at the beginning: elements whose names are words that an answer in XML may use too (Gemma `<thought>`), and the
 * channels of gpt-oss.
 */
const leadingThought =
  /^\s*(?:<(thought|reasoning)>([\s\S]*?)<\/\1>|(?:<\|start\|>assistant)?<\|channel\|>analysis<\|message\|>([\s\S]*?)(?:<\|end\|>|$))/i;

/** What stands in front of an answer of gpt-oss. */
const finalChannel =
  /^\s*(?:<\|start\|>assistant)?<\|channel\|>final\s*(?:<\|constrain\|>\w{1,20})?<\|message\|>/;

/** Element names of tool-call dialects; one of their tags without its partner is debris of a template. */
const callTag =
  /<(\/?)(tool_calls?|function_calls?|function|parameter|invoke|arg_key|arg_value|longcat_[a-z_]{1,20}|minimax:tool_call)(?:[= ][^<>\n]{0,80})?>/g;

/** Tokens that end a turn in chat templates and leak where a server's stop list is incomplete. */
const endTokens: readonly string[] = [
  '<|im_end|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|end|>',
  '<|call|>',
  '<|return|>',
  '<|endoftext|>',
  '<|end_of_text|>',
  '<｜end▁of▁sentence｜>',
  '</s>',
];

/** What closes a call in dialects without elements; behind an answer without its opening it is debris too. */
const endOfCall =
  /(?:<[|｜]tool[_▁]calls?(?:_section)?[_▁]end[|｜]>|<\|tool_calls?\|>|\[\/TOOL_CALLS\])\s*$/;
const startOfCall = /<[|｜]tool[_▁]calls?(?:_section)?[_▁]begin[|｜]>|\[TOOL_CALLS\]/;

/** An element without anything in it. */
const emptyCall =
  /<(tool_calls?|function_calls?|function|invoke|longcat_tool_call|minimax:tool_call)>\s*<\/\1>/g;

export interface VisibleText {
  readonly text: string;
  /** What stood between thinking tags. */
  readonly reasoning: string;
}

/** Takes thinking blocks out of an answer; a tag without its partner hides what it must have enclosed. Code spans are left alone. */
export function splitThinking(content: string): VisibleText {
  if (!/[<[◁]/.test(content)) return { text: content, reasoning: '' };
  const leading = leadingThought.exec(content);
  if (leading !== null) {
    const rest = splitThinking(content.slice(leading[0].length).trimStart());
    const thought = (leading[2] ?? leading[3] ?? '').trim();
    return { text: rest.text, reasoning: [thought, rest.reasoning].filter(Boolean).join('\n') };
  }
  const final = finalChannel.exec(content);
  if (final !== null) return splitThinking(content.slice(final[0].length));
  const inCode = codeSpans(content);
  const tags = [...content.matchAll(thinkTag)].filter((tag) => !inCode(tag.index));
  if (tags.length === 0) return { text: content, reasoning: '' };
  let text = '';
  let reasoning = '';
  let thinking = false;
  let from = 0;
  for (const tag of tags) {
    const piece = content.slice(from, tag.index);
    const closes = tag.slice(1).includes('/');
    if (thinking) reasoning += piece;
    else if (closes) {
      // The opening tag was part of the prompt: all the text so far was thinking.
      reasoning += text + piece;
      text = '';
    } else text += piece;
    thinking = !closes;
    from = tag.index + tag[0].length;
  }
  if (thinking) reasoning += content.slice(from);
  else text += content.slice(from);
  return { text: text.trim(), reasoning: reasoning.trim() };
}

/** Removes end-of-turn tokens, and tags of tool-call dialects that have no partner; complete blocks are quoted text and stay. */
export function stripDebris(content: string): string {
  if (!/[<[]/.test(content)) return content;
  const ended = stripEmptyCalls(stripEndOfCall(stripEndTokens(content)));
  const inCode = codeSpans(ended);
  const tags = [...ended.matchAll(callTag)].filter((tag) => !inCode(tag.index));
  const orphans = new Set(tags);
  const open: RegExpExecArray[] = [];
  for (const tag of tags) {
    if (tag[1] !== '/') {
      open.push(tag);
      continue;
    }
    const partner = open.findLastIndex((entry) => entry[2] === tag[2]);
    if (partner < 0) continue;
    const [opening] = open.splice(partner, 1);
    if (opening !== undefined) orphans.delete(opening);
    orphans.delete(tag);
  }
  if (orphans.size === 0) return ended;
  let result = '';
  let from = 0;
  for (const tag of orphans) {
    result += ended.slice(from, tag.index);
    from = tag.index + tag[0].length;
  }
  return (result + ended.slice(from)).trim();
}

function stripEndOfCall(content: string): string {
  let text = content;
  while (endOfCall.test(text) && !startOfCall.test(text)) {
    text = stripEndTokens(text.replace(endOfCall, '').trimEnd());
  }
  return text;
}

function stripEmptyCalls(content: string): string {
  const inCode = codeSpans(content);
  const rest = content.replace(emptyCall, (block: string, _name: string, index: number) =>
    inCode(index) ? block : '',
  );
  return rest === content ? content : rest.trim();
}

/** Removes the tokens that ended a turn from the end of a text. */
export function stripEndTokens(content: string): string {
  let text = content;
  for (;;) {
    const trimmed = text.trimEnd();
    const token = endTokens.find((candidate) => trimmed.endsWith(candidate));
    if (token === undefined) return text;
    text = trimmed.slice(0, -token.length).trimEnd();
  }
}
