import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { projectRoot } from '../project-root.ts';
import type { FileCounts } from './counts.ts';

/** The part of jest's AggregatedResult that is used. */
type Results = { testResults: FileResult[] };
type FileResult = { testFilePath: string; testExecError?: unknown } & Record<
  'numPassingTests' | 'numFailingTests' | 'numPendingTests' | 'numTodoTests',
  number
>;

/** Writes jest's counts to the file that `npm test` names. Jest requires a default export. */
export default class CountsReporter {
  onRunComplete(_contexts: unknown, { testResults }: Results): void {
    const file = process.env.VITAE_COUNTS_FILE;
    if (file) writeFileSync(file, JSON.stringify(testResults.map(countsOf)));
  }
}

const countsOf = (result: FileResult): FileCounts => ({
  file: relative(projectRoot, result.testFilePath),
  passed: result.numPassingTests,
  // A file that cannot be loaded counts as one failure, because its tests are unknown.
  failed: result.numFailingTests + (result.testExecError ? 1 : 0),
  skipped: result.numPendingTests + result.numTodoTests,
});
