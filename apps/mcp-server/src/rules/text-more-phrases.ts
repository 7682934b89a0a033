export const letterPhrases: readonly string[] = [
  'how many letters (are|is)? (there)? <of> <noun>? <colon>? {quoted}',
  'how many letters (does|do) <noun>? {quoted} (have|contain)',
  '(count|count the number of|number of|the number of) (the)? letters <of> <noun>? <colon>? {quoted}',
  'how many letters (are|is)? (there)? in (the)? (word|name)? {spelled}',
  'how many letters does (the)? (word|name) {spelled} (have|contain)',
  '(count|count the number of|number of|the number of) (the)? letters in (the)? (word|name)? {spelled}',
  '(统计|计算|数一下|数)? (单词|英文|字符串)? {quoted} (这个单词|这个词)? (里|中|里面)? (一共|总共)? (有|包含|含有)? (多少|几) 个 (英文)? 字母',
  '(单词|英文) {spelled} (这个单词|这个词)? (里|中)? (一共|总共)? (有|包含)? (多少|几) 个 (英文)? 字母',
];

export const chineseCharacterPhrases: readonly string[] = [
  '(统计|计算|数一下|数)? (一下)? <zhNoun>? <colon>? {quoted} (这句话|这段话|这段文字)? (里面|里|中)? (的)? (一共|总共)? (有|共有|包含|含有)? (多少|几) (个)? 汉字',
  '(统计|计算|数一下|数)? (一下)? <zhNoun>? <colon>? {quoted} (里面|里|中)? (的)? 汉字 (数|数量|个数|字数)? (是)? (多少)?',
];

export const jsonPhrases: readonly string[] = [
  '(format|pretty print|pretty-print|prettify|prettyprint|beautify|indent|reformat) (this|the|the following|following)? (json)? (string|object|data|text|array)? <colon>? {json} (as json|nicely)? {pretty}',
  '(minify|compact|uglify) (this|the|the following|following)? (json)? (string|object|data|text|array)? <colon>? {json} {minify}',
  '(格式化|美化|排版) (一下)? (这个|这段|以下|下面的|下面这段|以下的)? (json)? (字符串|数据|文本|对象)? <colon>? {json} {pretty}',
  '(压缩) (一下)? (这个|这段|以下|下面的|下面这段|以下的)? json (字符串|数据|文本|对象)? <colon>? {json} {minify}',
  '(把|将) (json)? {json} (格式化|美化) (一下)? {pretty}',
  '(把|将) (json)? {json} 压缩 (一下|成一行)? {minify}',
];

export const decodePhrases: readonly string[] = [
  '(base64 decode|base64-decode|decode base64|decode from base64|decode this base64|decode the base64) (string|text)? <colon>? {base64}',
  'decode {base64} from base64',
  '(url decode|url-decode|urldecode|decode url|decode the url|percent-decode) (string|text)? <colon>? {percent}',
  '(用)? (base64解码|base64 解码|解码base64|解码 base64) <colon>? {base64}',
  '(把|将|对)? {base64} (进行)? (用)? base64 解码',
  '(url解码|url 解码) <colon>? {percent}',
];

export const extractPhrases: readonly string[] = [
  '(extract|find|list|get|pull out) (all)? (of)? (the)? (emails|email addresses|e-mail addresses|e-mails|email) (from|in|out of) <noun>? <colon>? {quoted} {emails}',
  '(extract|find|list|get|pull out) (all)? (of)? (the)? (urls|links|web addresses|url) (from|in|out of) <noun>? <colon>? {quoted} {urls}',
  '(extract|find|list|get|pull out) (all)? (of)? (the)? (numbers) (from|in|out of) <noun>? <colon>? {quoted} {numbers}',
  '(extract) (all)? (of)? (the)? (emails|email addresses) (from|in|out of) <noun>? <colon> {emails} {rest}',
  '(extract) (all)? (of)? (the)? (urls|links) (from|in|out of) <noun>? <colon> {urls} {rest}',
  '(extract) (all)? (of)? (the)? numbers (from|in|out of) <noun>? <colon> {numbers} {rest}',
  '(提取|找出|列出|抽取) {quoted} (里|中|里面)? (的)? (所有|全部)? (的)? (邮箱|邮箱地址|电子邮件|电子邮箱|邮件地址) {emails}',
  '(提取|找出|列出|抽取) {quoted} (里|中|里面)? (的)? (所有|全部)? (的)? (网址|链接|url) {urls}',
  '(提取|找出|列出|抽取) {quoted} (里|中|里面)? (的)? (所有|全部)? (的)? (数字) {numbers}',
  '(从) {quoted} (里|中|里面)? (提取|找出|抽取) (所有|全部)? (的)? (邮箱|邮箱地址|电子邮件) {emails}',
  '(从) {quoted} (里|中|里面)? (提取|找出|抽取) (所有|全部)? (的)? (网址|链接|url) {urls}',
  '(从) {quoted} (里|中|里面)? (提取|找出|抽取) (所有|全部)? (的)? (数字) {numbers}',
];

/** More ways to ask for an operation of `text-phrases.ts`. */
export const moreTransformPhrases: readonly string[] = [
  '(replace|substitute|change) (all|every|all the|each)? (occurrences of|instances of|occurrence of)? {pattern} (in|inside|within) <noun>? {quoted} (with|by|to) {replacement} {replace}',
  '(replace|change) (all|every|each)? (occurrence of|occurrences of|instances of) {pattern} (with|by|to) {replacement} (in|inside|within) <noun>? {quoted} {replace}',
  '(remove|delete|strip) (all|every|all the|all occurrences of|each|every occurrence of)? (the)? (word|letter|letters|character)? {pattern} (from|in) <noun>? {quoted} {removed}',
  '<zhPut> {quoted} (里|中|里面)? (的)? (所有)? (的)? {pattern} (全部|都)? (删除|去掉|删掉|去除|移除) {removed}',
  '(删除|去掉|去除|移除|删掉) {quoted} (里|中|里面) (的)? (所有)? (的)? {pattern} {removed}',
  '<zhPut>? {quoted} (中的|里的) {pattern} (全部|都)? (替换成|替换为|换成|换为|改成|改为) {replacement} {replace}',
  '(capitalize|capitalise|uppercase) (the)? first letter (of|in) <noun>? <colon>? {small} {title}',
  '<zhPut>? {quoted} (的|中的|里的)? (每个单词|每个词|各单词) (的)? (首字母|第一个字母) (<zhInto>|变)? 大写 {title}',
  '<zhPut>? {quoted} (的)? 首字母 (<zhInto>|变)? 大写 {title}',
  '(reverse|flip) 一下 <zhNoun>? <colon>? {quoted} {reverse}',
  '(uppercase) 一下 <zhNoun>? <colon>? {quoted} {upper}',
  '(lowercase) 一下 <zhNoun>? <colon>? {quoted} {lower}',
  '(encode) <noun>? <colon>? {quoted} (as|in|to|into|with|using) (a)? {encoder} (encoding|string)?',
  '(decode) <noun>? <colon>? {quoted} (from|as|with|using) {decoder} (encoding)?',
  '(hash) <noun>? <colon>? {quoted} (with|using|by|to|as) {hasher}',
  '(decode) (this|the)? {decoder} (string|text)? <colon>? {quoted}',
  '<zhPut> {quoted} (全部|全|都)? (变)? 大写 (字母)? {upper}',
  '<zhPut> {quoted} (全部|全|都)? (变)? 小写 (字母)? {lower}',
  '<zhPut> {latin} (全部|全|都)? (变)? 大写 {upper}',
  '<zhPut> {latin} (全部|全|都)? (变)? 小写 {lower}',
  '<zhPut> {quoted} (里的|中的|里面的) {plain} (全部|都)? (替换成|替换为|换成|换为|改成|改为) {replacementPlain} {replace}',
  '(to|into) {coded} : {rest}',
  '(删除|去掉|去除|移除|删掉) {quoted} (里|中|里面) (的)? (所有|全部)? (的)? 空格 {unspaced}',
  '(删除|去掉|去除|移除|删掉) {quoted} (的)? (所有|全部) (的)? 空格 {unspaced}',
  '<zhPut> {quoted} (里|中|里面) (的)? (所有|全部)? (的)? 空格 (全部|都)? (删除|去掉|去除|移除|删掉) {unspaced}',
  '(给|为) {quoted} (进行|做|作) (一下|个)? {coded}',
  '(把|将)? (以下|下面|下列) (这段|的)? (文本|文字|内容|字符串|句子|英文) <zhInto> (全)? (大写|大写字母) <colon> {upper} {rest}',
  '(把|将)? (以下|下面|下列) (这段|的)? (文本|文字|内容|字符串|句子|英文) <zhInto> (全)? (小写|小写字母) <colon> {lower} {rest}',
  '(把|将)? (以下|下面|下列) (这段|的)? (文本|文字|内容|字符串|句子) (反转|倒序|颠倒|倒过来) <colon> {reverse} {rest}',
  '(字符串|文本|文字) (反转|倒序|颠倒) <colon>? {quoted} {reverse}',
  '{quoted} (倒着|反着) (读|念|写|拼) (是什么|怎么写)? {reverse}',
  '(用|使用)? {coded} (一下)? <zhNoun>? <colon>? {quoted}',
  "(what is|what's|whats)? (the)? {coded} <colon>? {quoted}",
  '(把|给|对|将)? (这几行|下面几行|以下几行|以下各行|下面这几行|这些行|以下行|下列各行|下面各行|下面的行|以下的行) (文本|文字)? (按字母|按字母顺序|按行|按字典序)? (排序|排一下序|排个序|排列) <colon>? {sort} {rest}',
  '(按字母顺序|按行|逐行|按字典序)? (排序) (这几行|以下行|下面几行|以下几行|下面这几行|以下各行) <colon>? {sort} {rest}',
  '(sort|alphabetize|alphabetise) (the|these|the following|this list of)? (lines|lines of text) (alphabetically|in alphabetical order)? <colon>? {sort} {rest}',
  '(sort alphabetically|alphabetically sort|alphabetize|alphabetise) (these|the following)? (lines|lines of text)? <colon> {sort} {rest}',
  '(把|给|对|将)? (这几行|下面几行|以下几行|以下各行|下面这几行|这些行|以下行) (去重|去除重复行|删除重复行|去掉重复行|去掉重复的|去除重复) <colon>? {unique} {rest}',
  '(去重|删除重复行|去除重复行|去掉重复行|移除重复行|按行去重) <colon>? {unique} {rest}',
];
