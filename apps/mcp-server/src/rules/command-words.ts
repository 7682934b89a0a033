/**
 * Words that begin an order. Text and list items without quotation marks must not hold one: "uppercase hello and write a poem" is two
 * orders, of which one is not understood.
 */
const english =
  /(?:^|[\s,;.!?:，；。！？：])(?:and |then |also |please |but |next |finally )*(?:write|tell|explain|translate|send|find|search|book|summari[sz]e|generate|convert|calculate|compute|show|give|make|create|open|delete|call|list|draw|play|remind|email|compose|draft|describe|look up|buy|order|add|multiply|subtract|divide|count|reverse|uppercase|lowercase|shuffle|pick|choose|roll|flip|toss|format|sort|replace|remove|what|what's|whats|who|why|how|when|where|which|don't|do not|let me|let's|can you|could you|help)(?=[\s'?]|$)/i;

const chinese =
  /(?:^|[，,；;。、！!？?\s]|然后|接着|再|并且|并|同时|和|还有|最后|以及)(?:请|帮我|给我|把|将|再|也|并)*(?:写|翻译|告诉|解释|发|查|搜|订|总结|生成|换算|转换|计算|算|显示|画|播放|打开|删除|列|统计|反转|替换|掷|抛|选|说|介绍|推荐|讲|提醒|打电话|不要|别)/;

/** Whether a clause behind the first word of `text` begins like an order. */
export function holdsCommand(text: string): boolean {
  const sample = text.length > longestChecked ? text.slice(-longestChecked) : text;
  return english.test(` ${sample}`) || chinese.test(sample);
}

/** Texts above this are checked at their end only, where a second order would stand. */
const longestChecked = 2_000;

/** Connecting words behind which a new part begins. */
const laterPart =
  /(?:^|[\s,;.!?])(?:and then|then|and also|after that|afterwards|followed by|but)[\s,]|并(?:解释|说明|翻译|告诉|发送|保存|生成|计算|总结|统计|掷|反转)|然后|接着|随后|并且|而且|但是|再/i;

/** Whether there is a connecting word in `text` behind which something else may be asked for. */
export function holdsLaterPart(text: string): boolean {
  return laterPart.test(text);
}
