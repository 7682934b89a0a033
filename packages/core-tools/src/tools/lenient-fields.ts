import { z } from 'zod';

import { booleanFromText, listFromText, numberFromText } from './lenient-values.ts';

/** An optional boolean, also as `"true"` or `"false"`. */
export function optionalFlag(): z.ZodType<boolean | undefined> {
  return z.preprocess(booleanFromText, z.boolean().optional()).optional();
}

/** An optional whole number of at least 0, also as digits in a text. */
export function optionalCount(most: number): z.ZodType<number | undefined> {
  return z.preprocess(numberFromText, z.int().min(0).max(most).optional()).optional();
}

/** An optional list, also as a JSON array in a text. One that is too long is refused before its items are looked at. */
export function optionalList<Item>(
  item: z.ZodType<Item>,
  mostItems: number,
): z.ZodType<readonly Item[] | undefined> {
  return z
    .preprocess((given, { issues }) => {
      const list = listFromText(given);
      if (Array.isArray(list) && list.length > mostItems) {
        issues.push({ code: 'too_big', origin: 'array', maximum: mostItems, input: given });
      }
      return list;
    }, z.array(item).optional())
    .optional();
}
