export type Counts = { passed: number; failed: number; skipped: number };
export type FileCounts = Counts & { file: string };

/** The last line of `npm test`, which scripts read. */
export const countsLine = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

export function sum(files: Counts[]): Counts {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of files) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

export const failedFiles = (files: FileCounts[]) => files.filter(({ failed }) => failed > 0).map(({ file }) => file);

/** Replaces the counts of the files that were rerun. */
export const withReruns = (files: FileCounts[], rerun: FileCounts[]): FileCounts[] =>
  files.map((one) => rerun.find(({ file }) => file === one.file) ?? one);
