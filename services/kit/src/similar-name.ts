/**
 * Returns the candidate with the fewest edits from `name`, in any case, or undefined if all need more than
 * `maxDistance`.
 */
export function nearestName(name: string, candidates: Iterable<string>, maxDistance: number): string | undefined {
  let nearest: string | undefined;
  let distance = maxDistance + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= distance) continue;
    const edits = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (edits < distance) [nearest, distance] = [candidate, edits];
  }
  return nearest;
}

/** Counts insertions, deletions, substitutions and transpositions of neighbors (optimal string alignment). */
export function editDistance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= to.length; column += 1) {
      const substitution = from[row - 1] === to[column - 1] ? 0 : 1;
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + substitution,
        swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(from.length, to.length);
}
