import { failedFiles, withReruns } from './counts.ts';
import { type JestRun, ONE_AT_A_TIME, runJest, type Suite, withOptions } from './jest.ts';
import { mayRerun } from './rerun-policy.ts';
import type { RunAttached } from './run-attached.ts';

type Options = { env: NodeJS.ProcessEnv; say(line: string): void };

export type RerunResult = JestRun & {
  /** Files that failed at first and passed when they were rerun. */ unsteady: string[];
};

// More failures than this are not caused by a busy machine.
const MAX_RERUNS = 2;

/**
 * Runs a suite and reruns one or two failed files, if the policy allows it for all of them. For CI: a test that lost a
 * race on a busy machine should not block a change, but it is reported.
 */
export async function runWithReruns(run: RunAttached, suite: Suite, options: Options): Promise<RerunResult> {
  const { say } = options;
  const first = await runJest(run, suite, options);
  const failed = failedFiles(first.files);
  if (failed.length === 0 || failed.length > MAX_RERUNS || !failed.every(mayRerun)) return { ...first, unsteady: [] };
  say(`Rerunning ${failed.join(', ')}`);
  const second = await runJest(run, withOptions({ ...suite, files: failed }, ONE_AT_A_TIME), options);
  const files = withReruns(first.files, second.files);
  const unsteady = failed.filter((file) => !failedFiles(files).includes(file));
  for (const file of unsteady) say(`UNSTEADY: ${file} failed, then passed. Find the cause: its failure is above.`);
  return { status: second.status, files, unsteady };
}
