import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process that may be ended later: `start` tells it from another that got the same pid since. */
export type ProcessIdentity = { pid: number; start: string };

/** The variable by which everything that a launcher started is known, and what those started in turn (browser, soffice). */
export const FAMILY = 'VITAE_FAMILY';

const linux = process.platform === 'linux';

/** When the process began, in the system's own words; nothing when it does not run (a zombie does not). */
export function startOf(pid: number): string | undefined {
  try {
    if (!linux)
      return (
        execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }).trim() || undefined
      );
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // proc(5): the command in brackets may hold blanks and brackets; field 3 is the state, field 22 the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined; // no such process
  }
}

export const isRunning = ({ pid, start }: ProcessIdentity) => startOf(pid) === start;

export function identify(pid: number): ProcessIdentity | undefined {
  const start = startOf(pid);
  return start === undefined ? undefined : { pid, start };
}

/**
 * The processes whose environment says that they belong to `family`: children in a session of their own too,
 * whose parent is gone. A family is `launch` or `launch/name`.
 */
export function familyMembers(family: string): ProcessIdentity[] {
  const pids = linux ? pidsByEnvironment(family) : pidsByPs(family);
  return pids.filter((pid) => pid !== process.pid).flatMap((pid) => identify(pid) ?? []);
}

const belongs = (environment: string, family: string) => environment.includes(`${FAMILY}=${family}/`);

function pidsByEnvironment(family: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return belongs(readFileSync(`/proc/${pid}/environ`, 'latin1'), family);
    } catch {
      return false; // ended meanwhile, or another user's
    }
  });
}

function pidsByPs(family: string): number[] {
  const lines = execFileSync('ps', ['-axwwE', '-o', 'pid=,command='], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }).split('\n');
  return lines.filter((line) => belongs(line, family)).map((line) => Number.parseInt(line, 10));
}
