import type { SlotReader } from '@mini-agent/llm-router/rules';

export interface PhraseSet {
  readonly slots: Readonly<Record<string, SlotReader<unknown>>>;
  readonly parts?: Readonly<Record<string, string>>;
  readonly phrases: readonly string[];
}

/** What slots are filled with; which of them a slot reads decides its reader. */
const samples = [
  ...['5', '12', '16', '20%', '2+3', '0xff', '101', '1.5', 'seven', 'twenty-five', 'a third', 'π'],
  ...[
    'half',
    'a dozen',
    'pi',
    'e',
    '2 and 3',
    '1, 2 and 3',
    '-4',
    '二十',
    '三点五',
    '百分之十',
    '两万',
    '圆周率',
  ],
  ...[
    '5 km',
    '3 miles',
    'a mile',
    'an inch',
    '6\'2"',
    '72°F',
    'half a mile',
    '三公里',
    '一斤半',
    '华氏72度',
    '零下5摄氏度',
    '2 hours',
  ],
  ...[
    'miles',
    'inches',
    'km',
    'celsius',
    'kg',
    '英寸',
    '公里',
    '摄氏度',
    '斤',
    '华氏度',
    'seconds',
  ],
  ...[
    '2024-01-01',
    '2024/3/5',
    'March 1, 2024',
    '1st of May 2024',
    'tomorrow',
    'today',
    '3 days ago',
    'in 2 weeks',
    '20240228',
  ],
  ...[
    '2024年2月28日',
    '明天',
    '三天后',
    '两周前',
    '今天',
    '25/12/2024',
    '3 days',
    '2 weeks',
    '三天',
    '两个月',
  ],
  ...[
    'tokyo',
    'Asia/Shanghai',
    'UTC',
    '+08:00',
    'new york',
    '东京',
    '纽约',
    '北京',
    'yyyy-mm-dd',
    'YYYY年MM月DD日',
    'iso',
  ],
  ...[
    '"hello world"',
    '“你好世界”',
    "'abc'",
    '"a"',
    'hello',
    'a, b, c',
    'red or blue',
    '苹果、香蕉',
    '甲和乙',
    'r',
    "r's",
    'line1\nline2',
  ],
  ...[
    '16-character',
    'strong',
    'without symbols',
    '16位',
    '不含符号',
    'hex',
    'binary',
    '十六进制',
    'v4',
    'version 7',
    'twice',
    '3 times',
    '2d6',
    'd20',
  ],
  ...[
    '$50',
    '100 dollars',
    '50元',
    'comma',
    'strawberry',
    'snake case',
    'base64',
    'the word test',
    '',
  ],
];

/** Sentences that the phrases of a set allow: `each` of every phrase, the same in every run. */
export function expansions(set: PhraseSet, each: number): readonly string[] {
  const random = seeded(7);
  const fillings = new Map<string, readonly string[]>();
  const fill = (name: string): string => {
    const known = fillings.get(name) ?? readable(set.slots[name]);
    fillings.set(name, known);
    return pick(known, random) ?? '';
  };
  return set.phrases.flatMap((phrase) =>
    Array.from({ length: each }, () => new Expander(phrase, { set, random, fill }).expand()),
  );
}

function readable(reader: SlotReader<unknown> | undefined): readonly string[] {
  return samples.filter((sample) => {
    const quoted = /["“'][^"”']+["”']/.exec(sample);
    const text = quoted === null ? sample : sample.replace(quoted[0], '\uE000');
    const segment = {
      text,
      quotes: quoted === null ? [] : [quoted[0].slice(1, -1)],
      language: 'en' as const,
      source: (start: number, end?: number) => text.slice(start, end),
    };
    const input = { segment, text, lower: text.toLowerCase() };
    return reader?.(input, 0).some(({ end }) => end === text.length) === true;
  });
}

interface ExpanderOptions {
  readonly set: PhraseSet;
  readonly random: () => number;
  readonly fill: (slot: string) => string;
}

/** A reader of patterns of its own, which takes one way through them. */
class Expander {
  readonly #pattern: string;
  readonly #options: ExpanderOptions;
  #at = 0;

  constructor(pattern: string, options: ExpanderOptions) {
    this.#pattern = pattern;
    this.#options = options;
  }

  expand(): string {
    return this.#choice().replace(/ +/g, ' ').trim();
  }

  #choice(): string {
    const options = [this.#sequence()];
    while (this.#pattern[this.#at] === '|') {
      this.#at += 1;
      options.push(this.#sequence());
    }
    return pick(options, this.#options.random) ?? '';
  }

  #sequence(): string {
    const items: string[] = [];
    for (;;) {
      const character = this.#pattern[this.#at];
      if (character === undefined || character === '|' || character === ')') return items.join(' ');
      if (character === ' ') {
        this.#at += 1;
        continue;
      }
      const item = this.#item(character);
      const isOptional = this.#pattern[this.#at] === '?';
      if (isOptional) this.#at += 1;
      if (!isOptional || this.#options.random() < 0.35) items.push(item);
    }
  }

  #item(character: string): string {
    if (character === '(') {
      this.#at += 1;
      const inner = this.#choice();
      this.#at += 1;
      return inner;
    }
    const named = /^[{<](\w+)[}>]/.exec(this.#pattern.slice(this.#at));
    if (named !== null) {
      this.#at += named[0].length;
      const name = named[1] ?? '';
      if (character === '{') return this.#options.fill(name);
      const part = this.#options.set.parts?.[name] ?? '';
      return new Expander(part, this.#options).expand();
    }
    const literal = /^(?:\\[^]|[^ ?|(){<\\])+/.exec(this.#pattern.slice(this.#at))?.[0] ?? '';
    this.#at += literal.length;
    return literal.replace(/\\([^])/g, '$1');
  }
}

function pick<Item>(items: readonly Item[], random: () => number): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

/** The same numbers in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
