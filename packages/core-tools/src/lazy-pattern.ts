/**
 * A regular expression that is made when it is first used. Engines check literals when they load the code, and a class
 * such as `\p{L}` costs a tenth of a millisecond there, so patterns with Unicode properties are not written as literals.
 *
 * @param source - the pattern, as between the slashes of a literal.
 * @param flags - default `u`.
 */
export function lazyPattern(source: string, flags = 'u'): () => RegExp {
  let pattern: RegExp | undefined;
  return () => (pattern ??= new RegExp(source, flags));
}
