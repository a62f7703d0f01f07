import picocolors from 'picocolors';
import { SetupError } from '../setup-error.ts';
import { renderLogLine } from '../terminal/log-line.ts';
import type { LaunchedProcess } from './launch.ts';
import type { ProcessSpec } from './process-spec.ts';

/** A process exited for a known reason that a restart does not fix. */
export class KnownFailureError extends SetupError {}

// Another process ended it: its last output is not the reason.
const KILLED = /^SIG(KILL|TERM|INT|HUP)$/;
const plain = picocolors.createColors(false);

/** Explains the exit of a process to the user, with its last output. */
export function explainExit(
  spec: Pick<ProcessSpec, 'name' | 'knownFailures'>,
  exited: Pick<LaunchedProcess, 'exitReason' | 'lastLines' | 'logFile'>,
): SetupError {
  const lines = exited.lastLines();
  const reason = exited.exitReason();
  const known = KILLED.test(reason)
    ? undefined
    : spec.knownFailures?.find(({ pattern }) => lines.some((line) => pattern.test(line)));
  const shown = lines.flatMap((line) => renderLogLine(line, { colors: plain, quiet: false }) ?? []);
  const details = [
    ...(shown.length > 0 ? ['Last output:'] : []),
    ...shown.map((line) => `  ${line.slice(0, 400)}`),
    `Log file: ${exited.logFile}`,
  ];
  if (known)
    return new KnownFailureError([known.explanation, `${spec.name} exited (${reason}).`, ...details].join('\n'));
  return new SetupError([`${spec.name} exited before it was ready (${reason}).`, ...details].join('\n'));
}
