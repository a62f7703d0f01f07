import { fileURLToPath } from 'node:url';

/** The script that runs a program in a sandbox of Landlock and seccomp. The sandbox needs no user namespaces. */
export const CONFINE_SCRIPT = fileURLToPath(new URL('../../confine/confine.py', import.meta.url));

export type Confinement = {
  python: string;
  /** The only folder that the program may change. */
  folder: string;
};

/**
 * Returns the command that runs a program in the sandbox. The program keeps the process id. Without a program, returns
 * the prefix of such a command.
 */
export function confined(
  kind: 'browser' | 'page' | 'office',
  { python, folder }: Confinement,
  ...command: [] | [program: string, args: string[]]
): [string, string[]] {
  // Without site packages and variables of Python, which slow down the start.
  return [python, ['-IS', CONFINE_SCRIPT, kind, folder, ...command.flat()]];
}
