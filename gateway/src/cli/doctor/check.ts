import type { DoctorContext } from './doctor-context.ts';

/**
 * `warning`: should be corrected, but requests are not affected. `skipped`: could not or was not asked to be checked.
 * Only problems make an installation unhealthy.
 */
export type CheckStatus = 'ok' | 'warning' | 'problem' | 'skipped';

/** `fix` says how to correct a warning or problem, or how to enable a skipped check. */
export type Outcome = { status: CheckStatus; message: string; fix?: string };

export type Check = {
  name: string;
  run(context: DoctorContext): Promise<Outcome>;
  /** Default: 10 s. */
  timeoutMs?: number;
};

export const ok = (message: string): Outcome => ({ status: 'ok', message });
export const warning = (message: string, fix: string): Outcome => ({ status: 'warning', message, fix });
export const problem = (message: string, fix: string): Outcome => ({ status: 'problem', message, fix });
export const skipped = (message: string, fix?: string): Outcome => ({
  status: 'skipped',
  message,
  ...(fix !== undefined && { fix }),
});

const SEVERITY: readonly CheckStatus[] = ['problem', 'warning', 'ok', 'skipped'];

/** Returns one outcome for several: the worst status, with the messages and fixes of this status. */
export function combined(outcomes: readonly Outcome[]): Outcome {
  const status = SEVERITY.find((one) => outcomes.some((outcome) => outcome.status === one)) ?? 'skipped';
  const worst = outcomes.filter((outcome) => outcome.status === status);
  const fixes = [...new Set(worst.flatMap(({ fix }) => fix ?? []))];
  return {
    status,
    message: [...new Set(worst.map(({ message }) => message))].join(' '),
    ...(fixes.length > 0 && { fix: fixes.join(' ') }),
  };
}

/** Returns the message of an error, or of its cause if that says more, such as ECONNREFUSED. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { cause } = thrown;
  if (cause instanceof Error) return reasonOf(cause);
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  return (thrown.message.split('\n', 1)[0] || code || thrown.name).replace(/\.$/, '');
}
