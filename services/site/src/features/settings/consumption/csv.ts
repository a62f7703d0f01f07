/** Without it, Excel reads a file in the code page of the machine and breaks accented letters. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Returns one line as defined in RFC 4180. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Prefixes formulas with an apostrophe (OWASP, CSV injection), because users choose the names of keys. Excel splits at
 * the list separator of its language, for example a semicolon in German or French, so text after any separator or line
 * break is checked too. Numbers stay numbers.
 */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const inside = value.replace(/([;,|\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g, "$1'");
  const safe = /^\s*[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${inside}` : inside;
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
