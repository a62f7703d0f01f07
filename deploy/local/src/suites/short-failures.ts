import { stripVTControlCharacters } from 'node:util';

const MAX_LINE_LENGTH = 400;
const MAX_LINES = 80;

/** Shortens a failure message: a page or document in it would hide the difference. */
export function shortened(message: string): string {
  const lines = message.split('\n').map((line) => {
    const cut = line.length - MAX_LINE_LENGTH;
    return cut > 0 ? `${line.slice(0, MAX_LINE_LENGTH)}… (${cut} more characters)` : line;
  });
  const isDifference = (line: string) => /^\s*[-+] /.test(stripVTControlCharacters(line));
  const cut = lines.length - MAX_LINES;
  if (cut <= 0) return lines.join('\n');
  // Lines that differ are more useful than their context.
  const differences = lines
    .slice(MAX_LINES)
    .filter(isDifference)
    .slice(0, MAX_LINES / 2);
  return [...lines.slice(0, MAX_LINES), `… (${cut} more lines)`, ...differences].join('\n');
}
