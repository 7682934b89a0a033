// Prints what was measured as a Markdown table, and remembers which limits were missed.

export function createReport() {
  const missed = [];
  return {
    missed,
    /**
     * @param title the heading of the table
     * @param columns names of the columns; each row has as many texts
     */
    table: (title, columns, rows) => {
      const lines = [columns, columns.map(() => '---'), ...rows].map(
        (cells) => `| ${cells.join(' | ')} |`,
      );
      console.log(`\n### ${title}\n\n${lines.join('\n')}`);
    },
    /** A cell that says whether `value` keeps the limit. */
    atMost: (what, value, limit, format = (number) => number.toFixed(2)) => {
      const isKept = value <= limit;
      if (!isKept) missed.push(`${what}: ${format(value)}, at most ${format(limit)}`);
      return `${format(value)} ${isKept ? '≤' : '**>**'} ${format(limit)}`;
    },
    atLeast: (what, value, limit, format = (number) => number.toFixed(1)) => {
      const isKept = value >= limit;
      if (!isKept) missed.push(`${what}: ${format(value)}, at least ${format(limit)}`);
      return `${format(value)} ${isKept ? '≥' : '**<**'} ${format(limit)}`;
    },
  };
}

/** Nanoseconds as people read them. */
export function duration(nanoseconds) {
  if (nanoseconds < 1000) return `${nanoseconds.toFixed(0)} ns`;
  if (nanoseconds < 1e6) return `${(nanoseconds / 1000).toFixed(1)} µs`;
  return `${(nanoseconds / 1e6).toFixed(1)} ms`;
}
