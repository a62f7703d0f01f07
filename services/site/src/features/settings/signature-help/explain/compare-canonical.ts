/** The first difference of two strings: line and column from 1, with the context in each. */
export type Difference = { line: number; column: number; ours: string; theirs: string };

const AROUND = 24;

/** The first difference to the nearest of our strings; undefined when one of them is the same. */
export function firstDifference(ours: readonly string[], theirs: string): Difference | undefined {
  if (ours.length === 0 || ours.includes(theirs)) return undefined;
  const nearest = ours.reduce((best, one) => (commonPrefix(one, theirs) > commonPrefix(best, theirs) ? one : best));
  const at = commonPrefix(nearest, theirs);
  const before = nearest.slice(0, at);
  const line = before.split('\n').length;
  return {
    line,
    column: at - (before.lastIndexOf('\n') + 1) + 1,
    ours: around(nearest, at),
    theirs: around(theirs, at),
  };
}

function commonPrefix(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** Returns the context with invisible characters made visible. */
function around(text: string, at: number): string {
  const from = Math.max(0, at - AROUND / 2);
  const piece = text.slice(from, at + AROUND);
  return `${from > 0 ? '…' : ''}${visible(piece)}${at + AROUND < text.length ? '…' : ''}`;
}

function visible(text: string): string {
  return text.replaceAll('\r', '␍').replaceAll('\n', '␊').replaceAll('\t', '␉');
}
