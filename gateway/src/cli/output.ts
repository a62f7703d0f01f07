import { CommanderError } from 'commander';

/** One JSON value when there are no lines, else the lines. */
export function printResult(lines: readonly string[] | undefined, result: unknown): void {
  process.stdout.write(lines ? lines.map((line) => `${line}\n`).join('') : `${JSON.stringify(result)}\n`);
}

/** Says what failed on standard error; answers the exit status. */
export function printFailure(thrown: unknown, json: boolean): 1 {
  const { code, message } = describe(thrown);
  process.stderr.write(json ? `${JSON.stringify({ error: { code, message } })}\n` : `vitae: ${message}\n`);
  return 1;
}

/** Rows in columns that line up. */
export function columns(rows: readonly (readonly (string | number)[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, String(cell).length);
  }
  return rows.map((row) =>
    row
      .map((cell, index) => String(cell).padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

// A VitaeError is known by its form: its class is not loaded for commands that need no system.
function describe(thrown: unknown): { code: string; message: string } {
  if (thrown instanceof CommanderError) return { code: 'USAGE', message: thrown.message.replace(/^error: /, '') };
  if (!(thrown instanceof Error)) return { code: 'INTERNAL', message: String(thrown) };
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'INTERNAL';
  return { code, message: thrown.message };
}
