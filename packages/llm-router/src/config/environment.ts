/** Environment variables, as `process.env` or as read from a file. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable without the blanks around it; undefined where nothing is left. */
export function readVariable(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

/** A value as a message may show it: short, on one line. Never used for a key. */
export function shown(value: unknown): string {
  const text = (JSON.stringify(value) as string | undefined) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
