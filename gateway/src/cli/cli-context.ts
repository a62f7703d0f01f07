import { randomBytes } from 'node:crypto';
import type { Compatibility, CompatibilityChoice } from '@vitae/accounts/signatures/compatibility';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { RunningSystem } from './running-system.ts';

export type CliContext = {
  program: Command;
  environment: NodeJS.ProcessEnv;
  /** Connects to the running system on first use. */
  system(): Promise<RunningSystem>;
  /** Prints the result as JSON with `--json`, otherwise the lines. */
  print(result: unknown, lines: readonly string[]): void;
  /** Sets the exit status of a command that printed its result. Default: 0. */
  exitWith(status: number): void;
};

/** @throws {VitaeError} NOT_FOUND company_not_found */
export async function requireCompany({ companies }: RunningSystem, id: number): Promise<void> {
  const { companyNotFound } = await import('@vitae/accounts/companies/company-store');
  if (!(await companies.find(id))) throw companyNotFound(id);
}

/**
 * Returns the given password, or generates one with 120 random bits. `names` are those with which its user signs in.
 * @throws {VitaeError} INVALID_ARGUMENT if the password is too short, too long or easy to guess
 */
export async function choosePassword(given: string | undefined, names: readonly string[]): Promise<string> {
  if (given === undefined) return randomBytes(15).toString('base64url');
  const [{ passwordAdvice, passwordFault }, { invalid }] = await Promise.all([
    import('@vitae/accounts/credentials/password-policy'),
    import('@vitae/kit/errors'),
  ]);
  const fault = passwordFault(given, names);
  if (fault) throw invalid(`The password ${passwordAdvice(fault)}.`);
  return given;
}

/** The option `--compat`. Its value is read with `compatibilityFrom`. */
export function compatibilityOption(): Option {
  return new Option('--compat <profile>', 'compatibility profile; 2012 is for programs written around 2012').choices(
    CHOICES,
  );
}

const CHOICES: readonly CompatibilityChoice[] = ['2012', 'none'];

export function compatibilityFrom(choice: CompatibilityChoice): Compatibility | null {
  return choice === 'none' ? null : choice;
}

export function readId(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError('It must be a positive integer.');
}

/** A page of a list, as the services' contracts define it. */
export type ListOptions = { page: number; limit: number };

/** Adds the options `--page` and `--limit` of a list. */
export function addPaging(command: Command): Command {
  return command
    .option('--page <number>', 'number of the page', readId, 1)
    .option('--limit <number>', 'items per page, at most 100', readPageSize, 20);
}

/** Returns a line that says which part of the list is shown. */
export function pageLine(shown: number, list: Total & { next: string }, { page, limit }: ListOptions): string {
  const total = `${list.total}${list.atLeast ? '+' : ''}`;
  if (shown === 0) return `No items on page ${page} (${total} in total).`;
  const first = (page - 1) * limit + 1;
  const next = list.next === '' ? '' : ` Next: --page ${page + 1}`;
  return `${first}–${first + shown - 1} of ${total}.${next}`;
}

type Total = { total: number; atLeast: boolean };

/** The total of a list in the JSON output. */
export function totalOf({ total, atLeast }: Total): { total: number; atLeast?: true } {
  return atLeast ? { total, atLeast } : { total };
}

function readPageSize(text: string): number {
  const size = readId(text);
  if (size <= 100) return size;
  throw new InvalidArgumentError('It must be at most 100.');
}

export function readLimit(text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) <= 1_000_000_000) return Number(text);
  throw new InvalidArgumentError('It must be a number of requests per minute, up to 1000000000.');
}

export function readName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= 100) return name;
  throw new InvalidArgumentError('It must have 1 to 100 characters.');
}

export function readTimeZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidArgumentError('It must be an IANA time zone, for example Europe/Paris.');
  }
}

export function readEmail(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 254) return text;
  throw new InvalidArgumentError('It must be an email address.');
}
