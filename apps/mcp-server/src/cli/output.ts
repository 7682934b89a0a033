/** A line on stderr. */
export function complain(line: string): void {
  process.stderr.write(`mini-agent: ${line}\n`);
}

/** A line on stdout. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * For commands that print and end. A reader that closes the pipe early (`… | head`) is no failure: what follows is not printed,
 * and the command ends in order. Output that is lost in another way, as on a full disk, sets the exit code 1.
 */
export function endWithoutReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || process.exitCode === 1) return;
    complain(`The output cannot be written: ${error.code ?? error.message}.`);
    process.exitCode = 1;
  });
  process.stderr.on('error', () => undefined);
}
