import { VitaeError } from '@vitae/kit/errors';
import { type Check, type CheckStatus, type Outcome, problem, reasonOf, skipped } from './check.ts';
import type { DoctorContext } from './doctor-context.ts';

/** The JSON result of `vitae doctor`. */
export type Report = { healthy: boolean; checks: CheckReport[] };
type CheckReport = { name: string; status: CheckStatus; message: string; fix: string | null };

const CHECK_TIMEOUT_MS = 10_000;

/** Replaces secrets in a text. */
export type Redact = (text: string) => string;

/** Runs all checks at the same time. A check that does not finish in time is a problem. */
export async function runChecks(checks: readonly Check[], context: DoctorContext, redact: Redact): Promise<Report> {
  const outcomes = await Promise.all(checks.map((check) => runCheck(check, context)));
  return reportOf(
    checks.map(({ name }, index) => ({ name, ...(outcomes[index] as Outcome) })),
    redact,
  );
}

/** Control characters in a response could change the terminal. */
const withoutControls = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');

export function reportOf(outcomes: readonly (Outcome & { name: string })[], redact: Redact): Report {
  return {
    healthy: outcomes.every(({ status }) => status !== 'problem'),
    checks: outcomes.map(({ name, status, message, fix }) => ({
      name,
      status,
      message: withoutControls(redact(message)),
      fix: fix === undefined ? null : withoutControls(redact(fix)),
    })),
  };
}

async function runCheck({ run, timeoutMs = CHECK_TIMEOUT_MS }: Check, context: DoctorContext): Promise<Outcome> {
  const late = Promise.withResolvers<Outcome>();
  const timer = setTimeout(() => {
    const message = `The check did not finish within ${timeoutMs / 1_000} s.`;
    late.resolve(
      problem(message, 'Check whether the network or the process is overloaded, then run the command again.'),
    );
  }, timeoutMs);
  try {
    return await Promise.race([run(context), late.promise]);
  } catch (error) {
    return failureOf(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Databases that are not reachable are reported once, by their own checks. */
const MISSING_DEPENDENCIES: Record<string, string> = {
  database_unavailable: 'MongoDB is not reachable.',
  redis_unavailable: 'Redis is not reachable.',
};

function failureOf(error: unknown): Outcome {
  const dependency = error instanceof VitaeError ? MISSING_DEPENDENCIES[error.reason] : undefined;
  if (dependency) return skipped(dependency, 'Correct the problem above first.');
  return problem(`The check failed: ${reasonOf(error)}.`, 'Correct the cause, then run the command again.');
}

const SHORTEST_SECRET = 4;

/** Returns a function that replaces the secrets of the settings and of the given values. */
export function createRedact(environment: NodeJS.ProcessEnv, secrets: readonly string[]): Redact {
  const ofSettings = Object.entries(environment).flatMap(([name, value = '']) =>
    /KEY|SECRET|PASSWORD/.test(name) && !name.endsWith('_FILE') ? [value] : passwordsIn(value),
  );
  const known = [...ofSettings, ...secrets]
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length);
  return (text) => known.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}

/** Returns the password in a URL, as written and decoded. */
function passwordsIn(value: string): string[] {
  const password = /^[\w+]+:\/\/[^/:@]*:([^/@]+)@/.exec(value)?.[1];
  if (password === undefined) return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password]; // not percent-encoded
  }
}
