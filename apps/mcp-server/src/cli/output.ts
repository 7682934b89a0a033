/** A line on stderr. */
export function complain(line: string): void {
  process.stderr.write(`mini-agent: ${line}\n`);
}

/** A line on stdout. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * For commands that print and end. A reader that closes the pipe early (`… | head`) is no failure; output that is lost, as on a
 * full disk, is one.
 */
export function endWithoutReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
    complain(`The output cannot be written: ${error.code ?? error.message}.`);
    process.exit(1);
  });
  process.stderr.on('error', () => undefined);
}
