import type picocolors from 'picocolors';

type Colors = ReturnType<typeof picocolors.createColors>;

const OWN_FIELDS = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err', 'v']);

export type LineOptions = {
  colors: Colors;
  /** Hides everything below a warning. */
  quiet: boolean;
};

/** Formats one line of a process's output for the terminal; returns undefined for lines that are not shown. */
export function renderLogLine(line: string, { colors, quiet }: LineOptions): string | undefined {
  const entry = parse(line);
  if (!entry) return quiet || line.trim() === '' ? undefined : line;
  if (entry.c !== undefined) return mongodLine(entry, colors);
  const level = String(entry.level ?? 'info');
  if (quiet && (level === 'info' || level === 'debug' || level === 'trace')) return undefined;
  const rest = [fieldsOf(entry), errorOf(entry.err)].filter((part) => part !== '').map(colors.dim);
  return [emphasise(level, String(entry.msg ?? ''), colors), ...rest].join('  ');
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined; // not JSON: shown unchanged
  }
}

/** mongod has its own JSON format with the severities F, E, W, I and D. Only fatal errors and errors are shown. */
function mongodLine({ s, msg, attr }: Record<string, unknown>, colors: Colors): string | undefined {
  if (s !== 'F' && s !== 'E') return undefined;
  return [colors.red(String(msg)), colors.dim(JSON.stringify(attr ?? {}).slice(0, 300))].join('  ');
}

function emphasise(level: string, message: string, colors: Colors): string {
  if (level === 'error' || level === 'fatal') return colors.red(message);
  if (level === 'warn') return colors.yellow(message);
  return message;
}

function fieldsOf(entry: Record<string, unknown>): string {
  const shown = Object.entries(entry).filter(([key]) => !OWN_FIELDS.has(key));
  return shown.map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`).join(' ');
}

function errorOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { name, code, message, reason, cause } = error as Record<string, unknown>;
  const own = [name, reason ?? code, message].filter((part) => part !== undefined).join(' ');
  const below = errorOf(cause);
  return below === '' ? own : `${own} ← ${below}`;
}
