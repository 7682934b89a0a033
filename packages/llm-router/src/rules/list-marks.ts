/** Longest task whose lines are looked at: a longer one is a text. */
const longestList = 4_000;

/**
 * What may stand in front of a list item. A bullet needs its space (`-5 + 3` is an expression), a number its sign behind it. What
 * follows is no operator: `(1) + 2` is a sum.
 */
const bullet = /^[ \t]*(?:[-*][ \t]+|•[ \t]*)(?=\S)/;
const numbered =
  /^[ \t]*([（(])?(?:(\d{1,2})|([一二三四五六七八九十]{1,2})|([①-⑳]))([.)、．）:：])?[ \t]*(?=[^\s+*/^×÷=])/;

interface Mark {
  readonly length: number;
  /** The number of the item; undefined for a bullet. */
  readonly number?: number;
  /** `1、` and `(1)` may also begin an expression or a list of numbers, so they must count up from 1. */
  readonly mustCount?: boolean;
  /** `1.5`: the item 1 that begins with a 5, or a decimal. */
  readonly mayBeDecimal?: boolean;
}

/** What {@link splitListItems} makes of a task: its items as lines, or undefined where nobody knows whether it is a list. */
export function splitListItems(task: string): string | undefined {
  if (task.length > longestList) return task;
  const text = inlineItems(task) ?? task;
  if (!text.includes('\n')) return text;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const introduced = /[:：]\s*$/.test(lines[0] ?? '') && markAt(lines[0] ?? '') === undefined;
  const items = introduced ? lines.slice(1) : lines;
  const marks = items.map(markAt);
  const found = marks.filter((mark) => mark !== undefined);
  if (items.length < 2 || found.length < items.length) return text;
  const counts = found.every(({ number }, index) => number === index + 1);
  if (!counts && found.some(({ mustCount }) => mustCount === true)) return text;
  if (found.every(({ mayBeDecimal }) => mayBeDecimal === true)) return counts ? undefined : text;
  const bare = items.map((line, index) => line.slice(found[index]?.length ?? 0)).join('\n');
  return introduced && !introduction.test(lines[0] ?? '') ? `${lines[0] ?? ''}\n${bare}` : bare;
}

/** A first line that only announces the items. */
const introduction =
  /^(?:please |can you |could you |hi,? |hello,? )*(?:solve|calculate|compute|do|answer|evaluate|work out|find|complete|perform|convert|help me with|tell me) (?:all )?(?:the following|the following [a-z]{1,12}|these|these [a-z]{1,12}|this|each|all of these|below)(?: for me| please)? ?:\s*$|^(?:请|帮我|麻烦|请帮我|你)?(?:计算|算|算一下|完成|解决|解答|回答|做|换算|求)(?:一下)?(?:下面|以下|下列|这些)?(?:的)?(?:几个|这些|几道|各)?(?:题目?|任务|问题|算式|式子|内容)?[:：]\s*$/i;

function markAt(line: string): Mark | undefined {
  const point = bullet.exec(line);
  if (point !== null) return { length: point[0].length };
  const written = numbered.exec(line);
  if (written === null) return undefined;
  const [all, open, arabic, chinese, circled, close = ''] = written;
  const isClosed = open === undefined ? close !== '' : close === ')' || close === '）';
  if (circled === undefined && !isClosed) return undefined;
  const number = circled === undefined ? itemNumber(arabic, chinese) : circledNumber(circled);
  const mayBeDecimal = close === '.' && /[.]\d/.test(line.slice(all.length - 1, all.length + 1));
  return {
    length: all.length,
    number,
    mayBeDecimal,
    mustCount: open !== undefined || close === '、' || close === ':',
  };
}

function itemNumber(arabic: string | undefined, chinese = ''): number {
  if (arabic !== undefined) return Number(arabic);
  const [first = '', second = ''] = chinese;
  const digit = (character: string): number => '零一二三四五六七八九'.indexOf(character);
  if (first === '十') return 10 + Math.max(0, digit(second));
  return second === '十' ? digit(first) * 10 : digit(first);
}

function circledNumber(mark: string): number {
  return mark.charCodeAt(0) - 0x245f;
}

/** "1) 2+2 2) 3*3", （1）…（2）…, ①…②… in one line. */
function inlineItems(task: string): string | undefined {
  if (!firstInlineMark.test(task)) return undefined;
  const style = inlineStyles.find(({ first }) => first.test(task));
  if (style === undefined) return undefined;
  const pieces: string[] = [];
  let rest = task;
  for (let number = 1; number <= 20; number++) {
    const at = rest.search(style.next(number + 1));
    if (at === -1) break;
    pieces.push(
      rest
        .slice(0, at)
        .trimEnd()
        .replace(/[;；,，、]$/, ''),
    );
    rest = rest.slice(at).replace(/^[\s;；,，。]+/, '');
  }
  return pieces.length === 0 || task.includes('\n') ? undefined : [...pieces, rest].join('\n');
}

/** With which each of the styles begins; most tasks do not. */
const firstInlineMark = /^[ \t]*[1(（①一]/;

const inlineStyles: readonly { first: RegExp; next: (number: number) => RegExp }[] = [
  { first: /^[ \t]*1\) ?\S/, next: (number) => new RegExp(`[\\s;,]${number}\\) ?\\S`) },
  {
    first: /^[ \t]*[（(]1[)）] ?[^\s+\-*/^]/,
    next: (number) => new RegExp(`[（(]${number}[)）] ?[^\\s+\\-*/^]`),
  },
  { first: /^[ \t]*1\. \S/, next: (number) => new RegExp(`[\\s;,]${number}\\. \\S`) },
  {
    first: /^[ \t]*①/,
    next: (number) => new RegExp(String.fromCharCode(0x245f + number)),
  },
  { first: /^[ \t]*1[、．]\S/, next: (number) => new RegExp(`[\\s;；,，。]${number}[、．]\\S`) },
  {
    first: /^[ \t]*一、\S/,
    next: (number) =>
      new RegExp(`[\\s;；,，。]${'零一二三四五六七八九'.charAt(number) || '十'}、\\S`),
  },
];
