import { quoteMark } from '@mini-agent/llm-router/rules';
import type { Segment, SlotReader } from '@mini-agent/llm-router/rules';
import { holdsCommand, holdsLaterPart } from './command-words.ts';

const separator = /\s*(?:[,，、;；|\n]|(?:^|\s)(?:and|or)(?=\s)|\s&\s)+\s*/i;
const chineseSeparator = /\s*(?:和|与|及|或者|还是|或)\s*/;

const longestItem = 40;
const mostWords = 4;
const mostItems = 200;

/** The rest of the segment as a list of at least two items: `a, b and c`, 苹果、香蕉和橘子, `"x" or "y"`, `[1, 2, 3]`. */
export const itemsSlot: SlotReader<readonly string[]> = ({ segment, text }, position) => {
  const items = listItems(segment, text.slice(position));
  return items === undefined ? [] : [{ value: items, end: text.length }];
};

/** As {@link itemsSlot}, for a list that ends before the end of the segment (从A、B、C中选一个). */
export const innerItemsSlot: SlotReader<readonly string[]> = ({ segment, text }, position) => {
  const readings = [];
  for (const end of innerEnds(text, position)) {
    const items = listItems(segment, text.slice(position, end));
    if (items !== undefined) readings.push({ value: items, end });
  }
  return readings;
};

function innerEnds(text: string, position: number): readonly number[] {
  const ends: number[] = [];
  for (const mark of [
    '这几个中',
    '这些中',
    '当中',
    '之中',
    '之间',
    '中',
    '里面',
    '里',
    '这',
    '的顺序',
    '打乱',
    '随机',
    '洗牌',
    '重新',
    '选',
    '挑',
  ]) {
    for (
      let at = text.indexOf(mark, position);
      at !== -1 && ends.length < 40;
      at = text.indexOf(mark, at + 1)
    )
      ends.push(at);
  }
  return ends.sort((left, right) => right - left);
}

function listItems(segment: Segment, written: string): readonly string[] | undefined {
  const bare = written
    .trim()
    .replace(/^[([{]\s*|\s*[)\]}]$/g, '')
    .replace(/^(?:either|the following|以下|下列)\s*[:：]?\s*/i, '');
  if (bare === '' || bare.length > 2_000 || holdsCommand(bare) || holdsLaterPart(bare))
    return undefined;
  const commas = (spacedItems(bare) ?? bare.split(separator)).map((item) => item.trim());
  const pieces = /[\u4e00-\u9fff]/.test(bare) ? splitChinese(commas) : commas;
  const quotes = quotesOf(segment, written);
  const items: string[] = [];
  for (const piece of pieces) {
    if (piece === '') continue;
    const item = piece === quoteMark ? quotes.shift() : piece.replace(/[.。!！?？]$/, '');
    if (item === undefined || !isClearItem(item)) return undefined;
    items.push(item);
  }
  // "One" is a thing only beside "two".
  if (items.some((item) => /^one$/i.test(item)) && !items.some((item) => /^two$/i.test(item)))
    return undefined;
  const isList = items.length >= 2 && items.length <= mostItems && areAlike(items);
  return isList ? items : undefined;
}

/** Three or more numbers or single letters with nothing but spaces between them. */
function spacedItems(bare: string): readonly string[] | undefined {
  return /^(?:-?\d+(?:\.\d+)?)(?: +-?\d+(?:\.\d+)?){2,}$|^[A-Za-z](?: +[A-Za-z]){2,}$/.test(bare)
    ? bare.split(/ +/)
    : undefined;
}

/** The quoted passages inside `written`, in order. */
function quotesOf(segment: Segment, written: string): string[] {
  const before = segment.text.slice(0, segment.text.indexOf(written)).split(quoteMark).length - 1;
  return segment.quotes.slice(before);
}

/** 和 may be part of an item (和平), so a comma-separated list is only split at it in its last item. */
function splitChinese(items: readonly string[]): readonly string[] {
  const last = items.at(-1) ?? '';
  const parts = last.split(chineseSeparator).filter((part) => part !== '');
  return parts.length < 2 ? items : [...items.slice(0, -1), ...parts];
}

function isClearItem(item: string): boolean {
  if (item === '' || item.length > longestItem || item.includes(quoteMark)) return false;
  if (qualifier.test(item) || /^[^(]*\)|\([^)]*$/.test(item)) return false;
  return !sentenceMark.test(item) && !question.test(item) && !fragment.test(item);
}

const sentenceMark = /[。；;？?！!：:\n]/;
/** The rest of a phrase, not a thing. */
const fragment =
  /^(?:between|from|of|among|up|out|one(?= )|both|some|any|at|for|with|if|or|and)(?:\s|$)/i;

/** What belongs to the whole task, not to its last item. */
const qualifier =
  /(?:^| )(?:tomorrow|yesterday|today|tonight|later|exclusive|inclusive|ago|versus|vs)$|^not$|(?:左右|以上|以下|不对|的过程)$|^(?:用(?!户)|每|并)/i;

const question = /什么|怎么|怎样|如何|多少|几[个点号天]|吗$|为什么|哪/;

/** The items of a list look like one another; a part of the task that was taken for an item does not. */
function areAlike(items: readonly string[]): boolean {
  const words = items.map((item) => item.split(/\s+/).length);
  if (Math.max(...words) > (Math.min(...words) === 1 ? 2 : mostWords)) return false;
  const chinese = items.filter((item) => /[\u4e00-\u9fff]/.test(item));
  if (chinese.length === 0) return true;
  // "tea, coffee, water的过程": the end goes on with the task.
  const mixed = chinese.some((item) => /[a-z0-9]/i.test(item));
  if (mixed && chinese.length < items.length) return false;
  const lengths = items.map((item) => item.length);
  return (
    Math.max(...lengths) <= 2 * Math.min(...lengths) + 4 &&
    (chinese.length === items.length || items.every((item) => item.length <= 8))
  );
}
