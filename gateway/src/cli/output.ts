import { isolateText } from '@vitae/kit/isolate-text';
import { CommanderError } from 'commander';

/** Prints the lines, or the result as JSON if `lines` is undefined. */
export function printResult(lines: readonly string[] | undefined, result: unknown): void {
  process.stdout.write(lines ? lines.map((line) => `${line}\n`).join('') : `${JSON.stringify(result)}\n`);
}

/** Prints the error on standard error. Returns the exit status. */
export function printFailure(thrown: unknown, json: boolean): 1 {
  const { code, message } = describe(thrown);
  process.stderr.write(json ? `${JSON.stringify({ error: { code, message } })}\n` : `vitae: ${message}\n`);
  return 1;
}

/** Aligns the cells of rows in columns. Names cannot change the direction of a row. */
export function columns(rows: readonly (readonly (string | number)[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, String(cell).length);
  }
  return rows.map((row) =>
    row
      .map((cell, index) => isolateText(String(cell)) + ' '.repeat((widths[index] ?? 0) - String(cell).length))
      .join('  ')
      .trimEnd(),
  );
}

// VitaeError is recognized by its properties, because commands without a system do not load its class.
function describe(thrown: unknown): { code: string; message: string } {
  if (thrown instanceof CommanderError) return { code: 'USAGE', message: thrown.message.replace(/^error: /, '') };
  if (!(thrown instanceof Error)) return { code: 'INTERNAL', message: String(thrown) };
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'INTERNAL';
  return { code, message: thrown.message };
}
