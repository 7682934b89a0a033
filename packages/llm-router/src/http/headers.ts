/** Whether HTTP allows a header with this name and value (RFC 9110 §5.1, §5.5): a line break in a value would be a header of its own. */
export function isSendableHeader(name: string, value: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
