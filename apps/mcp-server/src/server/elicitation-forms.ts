/**
 * Whether a client that declared this `elicitation` capability shows forms. An empty one stands for forms, as it did before there were
 * modes (2025-06-18); one that names only `url` opens pages and nothing else.
 */
export function hasForms(capability: unknown): boolean {
  if (typeof capability !== 'object' || capability === null) return false;
  return 'form' in capability || !('url' in capability);
}
