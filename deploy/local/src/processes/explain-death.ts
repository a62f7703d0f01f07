import { SetupError } from '../setup-error.ts';
import type { Launched } from './launch.ts';
import type { ProcessSpec } from './process-spec.ts';

/** A death whose reason is known, and that starting again does not mend. */
export class KnownFailure extends SetupError {}

/** Why a process ended before it was ready, as the person at the terminal needs it. */
export function explainDeath(
  spec: Pick<ProcessSpec, 'name' | 'knownFailures'>,
  death: Pick<Launched, 'how' | 'lastLines' | 'logFile'>,
): SetupError {
  const words = death.lastLines();
  const known = spec.knownFailures?.find(({ says }) => says.test(words.join('\n')));
  const story = `Its last words:\n${words.map((line) => `  ${line.slice(0, 400)}`).join('\n')}\nAll of them: ${death.logFile}`;
  if (known) return new KnownFailure(`${known.sentence}\n${spec.name} ended (${death.how()}).\n${story}`);
  return new SetupError(`${spec.name} ended before it was ready (${death.how()}).\n${story}`);
}
