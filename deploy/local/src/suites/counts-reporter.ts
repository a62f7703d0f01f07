import { writeFileSync } from 'node:fs';
import type { Counts } from './counts.ts';

/** What is used of jest's AggregatedResult. */
type Results = Record<
  'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests' | 'numRuntimeErrorTestSuites',
  number
>;

/** Tells `npm test` jest's own counts, through the file that it names. Jest wants a default export. */
export default class CountsReporter {
  onRunComplete(_contexts: unknown, results: Results): void {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } = results;
    const counts: Counts = {
      passed: numPassedTests,
      // A file that could not even be run counts as a failure: its tests are in no other count.
      failed: numFailedTests + numRuntimeErrorTestSuites,
      skipped: numPendingTests + numTodoTests,
    };
    const file = process.env.VITAE_COUNTS_FILE;
    if (file) writeFileSync(file, JSON.stringify(counts));
  }
}
