import { writeFileSync } from 'node:fs';
import type { FileCounts } from './counts.ts';

/** What is used of jest's AggregatedResult. */
type Results = { testResults: FileResult[] };
type FileResult = { testFilePath: string; testExecError?: unknown } & Record<
  'numPassingTests' | 'numFailingTests' | 'numPendingTests' | 'numTodoTests',
  number
>;

/** Tells `npm test` jest's own counts, through the file that it names. Jest wants a default export. */
export default class CountsReporter {
  onRunComplete(_contexts: unknown, { testResults }: Results): void {
    const file = process.env.VITAE_COUNTS_FILE;
    if (file) writeFileSync(file, JSON.stringify(testResults.map(countsOf)));
  }
}

const countsOf = (result: FileResult): FileCounts => ({
  file: result.testFilePath,
  passed: result.numPassingTests,
  // A file that could not even be run counts as a failure: its tests are in no other count.
  failed: result.numFailingTests + (result.testExecError ? 1 : 0),
  skipped: result.numPendingTests + result.numTodoTests,
});
