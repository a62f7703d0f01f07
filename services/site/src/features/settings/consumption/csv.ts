/** Without it, Excel reads a file in the code page of the machine and breaks accented letters. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Returns one line as defined in RFC 4180. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Where a spreadsheet would read a formula stands an apostrophe instead (OWASP, CSV injection): names
 * are chosen by whoever makes a key. Excel splits at the list separator of its language, which is a
 * semicolon in German or French, and knows a quoted cell only behind that one: so what follows any
 * separator or line break inside a text is looked at too. Numbers are numbers.
 */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const inside = value.replace(/([;,|\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g, "$1'");
  const safe = /^\s*[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${inside}` : inside;
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
