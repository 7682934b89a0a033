import { textStatistics } from '@mini-agent/core-tools/text';

import { compare, createRandom } from '../measure.mjs';
import { duration } from '../report.mjs';

const SAMPLE_CHARS = 65_536;
/** `Intl.Segmenter` is quadratic on Node 20: it gets a text it can finish. */
const PEER_CHARS = 4096;

const ENGLISH =
  'the of and to in is that for it as was with be by on not he his but at are this have from or had an they which one you were her all she there would their we him been has when who will more no if out so said what up its about into than them can only other new some could time these two may then do first any my now such like our over man me even most made after also did many before must through back years where much your way well down should because each just those people how too little state good very make world still own see men work long get here between both life being under never day same another know while last might us great old year off come since against go came right used take three'.split(
    ' ',
  );
const CHINESE =
  '我们 今天 天气 很好 中国 人民 经济 发展 社会 问题 可以 没有 这个 一个 他们 已经 因为 所以 但是 如果 时间 工作 学习 生活 世界 国家 研究 技术 数据 模型 计算 结果 方法 使用 需要 进行 公司 市场 产品 用户 服务 系统 信息 网络 安全 语言 文字 统计 北京 上海'.split(
    ' ',
  );
const EMOJI = ['👍🏽', '👨‍👩‍👧‍👦', 'café', 'e\u0301', '🇨🇳', '😀', '❤️', '☕', 'ok', 'n\u0303', '🏳️‍🌈', '1️⃣'];

const SAMPLES = [
  ['English', write(ENGLISH, { space: ' ', comma: ', ', stop: '. ' }), 50, 40],
  ['Chinese', write(CHINESE, { space: '', comma: '，', stop: '。' }), 50, 4],
  ['emoji, combining', write(EMOJI, { space: ' ', comma: ', ', stop: '! ' }), 50, 0],
];

export function benchText(report) {
  const rows = SAMPLES.map(([name, text, countLimit, wordLimit]) => {
    const short = text.slice(0, PEER_CHARS);
    const times = compare({
      counts: () => textStatistics(text, { topWords: 0 }),
      words: () => textStatistics(text),
      peer: () => segment(short),
    });
    const speed = (nanoseconds, sample = text) => (Buffer.byteLength(sample) * 1000) / nanoseconds;
    return [
      name,
      report.atLeast(`${name}, counts, MB/s`, speed(times.counts), countLimit),
      report.atLeast(`${name}, top words, MB/s`, speed(times.words), wordLimit),
      speed(times.peer, short).toFixed(1),
    ];
  });
  report.table(
    'Text statistics, MB of UTF-8 per second',
    [
      'text of 64 Ki characters',
      'counts',
      'with the most frequent words',
      '`Intl.Segmenter` (4 Ki)',
    ],
    rows,
  );
  benchLength(report);
}

function benchLength(report) {
  const rows = SAMPLES.map(([name, sample]) => {
    const long = sample.repeat(Math.ceil(1_000_000 / sample.length)).slice(0, 1_000_000);
    const short = long.slice(0, 100_000);
    const times = compare({
      short: () => textStatistics(short),
      long: () => textStatistics(long),
    });
    return [
      name,
      duration(times.short),
      duration(times.long),
      report.atMost(`${name}, 1 MB to 100 kB`, times.long / times.short, 12, (ratio) =>
        ratio.toFixed(1),
      ),
    ];
  });
  report.table(
    'Text statistics with the most frequent words: time grows with the length and no faster',
    ['text', '100,000 characters', '1,000,000 characters', 'ratio'],
    rows,
  );
}

/** Sentences of words drawn with the frequencies of natural text (Zipf's law). */
function write(words, { space, comma, stop }) {
  const random = createRandom(7);
  let text = '';
  let length = 0;
  while (text.length < SAMPLE_CHARS) {
    const word = words[Math.floor(words.length ** random()) - 1] ?? words[0];
    text += length === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word;
    length += 1;
    if (length > 5 && random() < 0.12) {
      text += random() < 0.1 ? `${stop.trim()}\n\n` : stop;
      length = 0;
    } else {
      text += random() < 0.08 ? comma : space;
    }
  }
  return text.slice(0, SAMPLE_CHARS);
}

function segment(text) {
  let count = 0;
  for (const granularity of ['grapheme', 'word', 'sentence']) {
    for (const { index } of new Intl.Segmenter('und', { granularity }).segment(text))
      count += index;
  }
  return count;
}
