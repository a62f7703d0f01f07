import picocolors from 'picocolors';
import { SetupError } from '../setup-error.ts';
import { renderLogLine } from '../terminal/log-line.ts';
import type { Launched } from './launch.ts';
import type { ProcessSpec } from './process-spec.ts';

/** A death whose reason is known, and that starting again does not mend. */
export class KnownFailure extends SetupError {}

// Somebody else ended it: what it last said is not why.
const KILLED = /^SIG(KILL|TERM|INT|HUP)$/;
const plain = picocolors.createColors(false);

/** Why a process ended, as the person at the terminal needs it. */
export function explainDeath(
  spec: Pick<ProcessSpec, 'name' | 'knownFailures'>,
  death: Pick<Launched, 'how' | 'lastLines' | 'logFile'>,
): SetupError {
  const words = death.lastLines();
  const known = KILLED.test(death.how())
    ? undefined
    : spec.knownFailures?.find(({ says }) => words.some((line) => says.test(line)));
  const shown = words.flatMap((line) => renderLogLine(line, { colors: plain, quiet: false }) ?? []);
  const story = [
    ...(shown.length > 0 ? ['Its last words:'] : []),
    ...shown.map((line) => `  ${line.slice(0, 400)}`),
    `Its log: ${death.logFile}`,
  ];
  if (known) return new KnownFailure([known.sentence, `${spec.name} ended (${death.how()}).`, ...story].join('\n'));
  return new SetupError([`${spec.name} ended before it was ready (${death.how()}).`, ...story].join('\n'));
}
