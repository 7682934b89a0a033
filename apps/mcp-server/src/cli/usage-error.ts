export interface UsageError {
  readonly kind: 'usage_error';
  readonly message: string;
}

export function usageError(message: string): UsageError {
  return { kind: 'usage_error', message };
}

const longestQuoted = 100;

/** What was given, in quotes and not endless. */
export function quote(text: string): string {
  return JSON.stringify(
    text.length > longestQuoted ? `${text.slice(0, longestQuoted - 1)}…` : text,
  );
}
