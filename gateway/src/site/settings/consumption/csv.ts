/** Excel takes a file without it for the code page of the machine, and breaks every accent; others leave it out. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One line as RFC 4180 has it. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * A text that a spreadsheet would read as a formula begins with an apostrophe instead (OWASP, CSV
 * injection): names are chosen by whoever makes a key. Numbers are numbers.
 */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
