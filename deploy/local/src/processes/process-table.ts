import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Identifies a process: `start`, its start time, distinguishes it from a later process with the same pid. */
export type ProcessIdentity = { pid: number; start: string };

/**
 * The environment variable that marks every process of a launch. Child processes inherit it, even if they create their
 * own session, as browsers and LibreOffice do.
 */
export const GROUP_VARIABLE = 'VITAE_PROCESS_GROUP';

const linux = process.platform === 'linux';

/** Returns the start time in the format of the system; undefined if the process does not run. A zombie does not run. */
export function startTimeOf(pid: number): string | undefined {
  try {
    if (!linux)
      return (
        execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }).trim() || undefined
      );
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // proc(5): the command in parentheses may contain spaces and parentheses; field 3 is the state, field 22 the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined; // no such process
  }
}

export const isRunning = ({ pid, start }: ProcessIdentity) => startTimeOf(pid) === start;

export function identify(pid: number): ProcessIdentity | undefined {
  const start = startTimeOf(pid);
  return start === undefined ? undefined : { pid, start };
}

/**
 * Returns the running processes of a group, which is `launch` or `launch/name`. It includes processes in other sessions
 * and processes whose parent has exited.
 */
export function groupMembers(group: string): ProcessIdentity[] {
  const pids = linux ? pidsByEnvironment(group) : pidsByPs(group);
  return pids.filter((pid) => pid !== process.pid).flatMap((pid) => identify(pid) ?? []);
}

const belongs = (environment: string, group: string) => environment.includes(`${GROUP_VARIABLE}=${group}/`);

function pidsByEnvironment(group: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return belongs(readFileSync(`/proc/${pid}/environ`, 'latin1'), group);
    } catch {
      return false; // it has exited or belongs to another user
    }
  });
}

function pidsByPs(group: string): number[] {
  const lines = execFileSync('ps', ['-axwwE', '-o', 'pid=,command='], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }).split('\n');
  return lines.filter((line) => belongs(line, group)).map((line) => Number.parseInt(line, 10));
}
