import { fileURLToPath } from 'node:url';

/** Runs a program in a sandbox of Landlock and seccomp, which needs no user namespaces. */
export const CONFINE_SCRIPT = fileURLToPath(new URL('../../confine/confine.py', import.meta.url));

export type Confinement = {
  python: string;
  /** The only folder that the program may change. */
  folder: string;
};

/**
 * Returns the command that runs a program in the sandbox. It keeps its process id. Without a program, the command is the
 * prefix of one.
 */
export function confined(
  kind: 'browser' | 'page' | 'office',
  { python, folder }: Confinement,
  ...command: [] | [program: string, args: string[]]
): [string, string[]] {
  // Without site packages and variables of Python, which slow down the start.
  return [python, ['-IS', CONFINE_SCRIPT, kind, folder, ...command.flat()]];
}
