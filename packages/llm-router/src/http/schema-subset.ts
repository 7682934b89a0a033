/** The part of JSON Schema that an endpoint's tools may use, as plain data. */
export interface SchemaSubset {
  /** Keywords that are left out wherever they stand. */
  readonly without: readonly string[];
  /** The only keywords that are sent; null = all. */
  readonly only: readonly string[] | null;
  /** `$ref` as it is, or with the schema it means in its place. */
  readonly references: 'keep' | 'inline';
  /** `type` may stand beside `anyOf`; otherwise it moves into the alternatives. */
  readonly typeBesideAnyOf: boolean;
  /** `items` and `prefixItems` may be lists of schemas. */
  readonly tuples: boolean;
  /** A list of types: as it is, or as `nullable` (OpenAPI 3.0) and `anyOf`. */
  readonly typeLists: 'keep' | 'nullable';
  /** `enum` and `const` with any values, or texts only; then the other values are told in the description. */
  readonly enums: 'any' | 'text';
  /** Values that `format` of a text may have; null = any. */
  readonly textFormats: readonly string[] | null;
  /** An array says what its items are. */
  readonly arraysNeedItems: boolean;
}

export const wholeSchema: SchemaSubset = {
  without: [],
  only: null,
  references: 'keep',
  typeBesideAnyOf: true,
  tuples: true,
  typeLists: 'keep',
  enums: 'any',
  textFormats: null,
  arraysNeedItems: false,
};

/** Moonshot's MFJS: no `type` beside `anyOf`, no tuples. */
export const moonshotSchema: SchemaSubset = {
  ...wholeSchema,
  typeBesideAnyOf: false,
  tuples: false,
};

/** Gemini's `Schema` object (OpenAPI 3.0, a part of it). */
export const geminiSchema: SchemaSubset = {
  without: [],
  only: [
    'type',
    'format',
    'title',
    'description',
    'nullable',
    'enum',
    'items',
    'minItems',
    'maxItems',
    'properties',
    'required',
    'minProperties',
    'maxProperties',
    'minLength',
    'maxLength',
    'pattern',
    'minimum',
    'maximum',
    'anyOf',
  ],
  references: 'inline',
  typeBesideAnyOf: false,
  tuples: false,
  typeLists: 'nullable',
  enums: 'text',
  textFormats: ['enum', 'date-time'],
  arraysNeedItems: true,
};
