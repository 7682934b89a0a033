import type { Segment } from '@mini-agent/llm-router/rules';

const signs = /([$£€¥￥]) ?(?=\.?\d)/g;
const english = / ?\b(?:us )?(dollars?|bucks?|euros?|yuan|rmb|rupees?)\b/gi;
/** Not before a digit: 3块5 is 3.5. */
const chinese =
  /(?<=[\d零一二两三四五六七八九十百千万亿半] ?)(美元|欧元|日元|港元|港币|人民币|元钱|块钱|元|块)(?![\d零一二两三四五六七八九十半]| \d)/g;
const anyMoney = /[$£€¥￥元块币]|dollar|buck|euro|yuan|rmb|rupee/i;

/**
 * The segment without its currency, where all amounts are of one: the sign of a currency changes nothing about a sum, a share or a
 * percentage. Undefined where there is no money in it, or where two currencies or cents make it another question.
 */
export function withoutMoney(segment: Segment): Segment | undefined {
  if (!anyMoney.test(segment.text)) return undefined;
  const currencies = new Set<string>();
  const text = segment.text
    .replace(signs, (_all, sign: string) => {
      currencies.add(currencyOf(sign));
      return '';
    })
    .replace(english, (_all, name: string) => {
      currencies.add(currencyOf(name.toLowerCase().replace(/s$/, '')));
      return '';
    })
    .replace(chinese, (_all, name: string) => {
      currencies.add(currencyOf(name));
      return '';
    });
  if (currencies.size !== 1 || /[$£€¥￥]|\bcents?\b|[角毛]/i.test(text)) return undefined;
  return { ...segment, text };
}

function currencyOf(name: string): string {
  switch (name) {
    case 'dollar':
    case 'buck':
    case '美元':
      return '$';
    case 'euro':
    case '欧元':
      return '€';
    case '￥':
    case 'yuan':
    case 'rmb':
    case '人民币':
    case '元钱':
    case '块钱':
    case '元':
    case '块':
      return '¥';
    default:
      return name;
  }
}
