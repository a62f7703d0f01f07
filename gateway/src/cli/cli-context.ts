import { type Command, InvalidArgumentError } from 'commander';
import type { RunningSystem } from './running-system.ts';

/** What a command works with. */
export type CliContext = {
  program: Command;
  /** The running system, opened when it is first asked for. */
  system(): Promise<RunningSystem>;
  /** Prints a result: its JSON, or the lines for a person. */
  print(result: unknown, lines: readonly string[]): void;
};

/** An option or argument that is an id. */
export function readId(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError('It must be a positive whole number.');
}

export function readLimit(text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) <= 1_000_000_000) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of calls per minute.');
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
    throw new InvalidArgumentError('It must be a time zone such as Europe/Paris.');
  }
}

export function readEmail(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 254) return text;
  throw new InvalidArgumentError('It must be an e-mail address.');
}
