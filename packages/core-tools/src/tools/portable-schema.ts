/** Keywords that every common endpoint takes; bounds and patterns stay with the validation, which explains itself. */
const KEPT = new Set(['type', 'description', 'enum', 'required', 'additionalProperties']);

/**
 * Reduces a JSON Schema to what hosted models agree on. Strict modes and schema subsets refuse type lists, `$schema`,
 * non-text enumerations, bounds or lengths; the first type of a list is the one to write.
 */
export function portableSchema(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { properties, items, anyOf } = schema;
  const first = Array.isArray(anyOf) ? anyOf.find(isRecord) : undefined;
  const portable: Record<string, unknown> = first === undefined ? {} : portableSchema(first);
  for (const [keyword, value] of Object.entries(schema)) {
    if (KEPT.has(keyword)) portable[keyword] = value;
  }
  if (Array.isArray(portable['type'])) portable['type'] = portable['type'][0] as unknown;
  if (portable['type'] !== 'string') delete portable['enum'];
  if (isRecord(items)) portable['items'] = portableSchema(items);
  if (isRecord(properties)) {
    portable['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        isRecord(property) ? portableSchema(property) : {},
      ]),
    );
  }
  return portable;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
