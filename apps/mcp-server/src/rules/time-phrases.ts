export const timeParts: Readonly<Record<string, string>> = {
  what: "(what is|what's|tell me|calculate|compute|find|give me)",
  zhWhen: '(几点|几点钟|几点了|几点几分|什么时间|什么时候|多少点)',
};

/** From one time of day to another. */
export const spanPhrases: readonly string[] = [
  'how (many hours|many minutes|long|much time|many hours and minutes) (is it|is there|are there|is|are)? (between|from) {from} (and|to|till|until) {to}',
  '(<what>)? (the)? (number of)? (hours|minutes|time|duration|time difference|difference) (between|from) {from} (and|to|till|until) {to} (in hours|in minutes)?',
  '(从)? {from} (到|至|和) {to} (之间)? (一共|总共)? (有|是|相差|差)? (多少|几) (个)? (小时|分钟|钟头)',
  '(从)? {from} (到|至) {to} (一共|总共)? (有|是)? (多久|多长时间)',
];

/** A time some hours or minutes from now, or from a time of day. */
export const timeShiftPhrases: readonly string[] = [
  '(what|which) time (will it be|is it|would it be|will it be in) (in|after) {added} (from now)?',
  '(what|which) time (will it be|is it|would it be) {added} (from now|later|from right now)',
  '(in|after) {added} (,|，)? (what|which) time (will it be|is it|would it be)',
  "(what is|what's|what will be) the time (in)? {added} (from now|later)?",
  '{added} from (now|right now)',
  '(what|which) time was it {taken} (ago|earlier|before)',
  "(what was|what is|what's) the time {taken} (ago|earlier)",
  '{taken} ago',
  '(what|which) time (is|was|will be|is it|will it be|would it be) {added} (after|past|from) {clock}',
  '(<what>|what time is)? {added} (after|from) {clock}',
  '(what|which) time (is|was|is it|was it|will be) {taken} (before|prior to) {clock}',
  '(<what>|what time is)? {taken} before {clock}',
  'add {added} to {clock}',
  'subtract {taken} from {clock}',
  "(what is|what's)? {clock} (plus|\\+) {added}",
  "(what is|what's)? {clock} (minus) {taken}",
  '(现在|从现在起|从现在开始)? (再)? (过)? {added} (后|之后|以后) (是)? <zhWhen> (了)?',
  '(现在)? {taken} (前|之前|以前) (是)? <zhWhen>',
  '现在 (加|加上|往后) {added} (是)? <zhWhen>',
  '{clock} (的)? (再)? (过|加|加上)? {added} (后|之后|以后)? (是)? <zhWhen>',
  '{clock} (的)? (往前)? {taken} (前|之前|以前) (是)? <zhWhen>',
];
