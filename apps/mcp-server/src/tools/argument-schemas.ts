import { z } from 'zod';

/** A text that must be there. The messages follow the field's name. */
export function requiredText(description: string): z.ZodString {
  const problem = 'is required and must be a text that is not empty';
  return z.string({ error: problem }).trim().min(1, { error: problem }).describe(description);
}

/** Tags as a list, or as text that splits at the commas of both scripts. */
export const tagList: z.ZodType<readonly string[]> = z
  .union([z.array(z.string()), z.string()], {
    error: 'must be a list of texts, or a text with commas between the tags',
  })
  .transform((tags) => (typeof tags === 'string' ? splitTags(tags) : tags.flatMap(splitTags)));

function splitTags(text: string): string[] {
  return text
    .split(/[,，、､]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** Steps as a list, or as text with one on each line. */
export const stepList: z.ZodType<readonly string[]> = z
  .union([z.array(z.string()), z.string()], {
    error: 'is required and must be a list of texts, or a text with one step on each line',
  })
  .transform((steps) =>
    (typeof steps === 'string' ? steps.split(/\r?\n/) : steps)
      .map((step) => step.trim())
      .filter((step) => step !== ''),
  );
