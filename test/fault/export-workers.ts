import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stopChild } from '../support/child-process.ts';
import { freePorts } from '../support/free-port.ts';

export type Victim = { pid: number; kind: 'worker' | 'browser' | 'renderer' | 'office' };

export type ExportWorkers = {
  /** All running processes of the workers except the helper processes of browsers. */
  victims(): Promise<Victim[]>;
  /** Number of zombie processes among the children of the workers. */
  zombies(): Promise<number>;
  starts(): number;
  stop(): Promise<void>;
};

/** Starts export workers and restarts each one that exits. Linux only: reads /proc. */
export async function startExportWorkers(count: number, environment: NodeJS.ProcessEnv): Promise<ExportWorkers> {
  const group = randomUUID();
  const running = new Map<number, ChildProcess>();
  const first = await freePorts(count);
  let stopping = false;
  let starts = 0;
  const start = (port: number): void => {
    starts += 1;
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../services/export/dist/main.js')], {
      env: {
        ...environment,
        NODE_OPTIONS: '',
        VITAE_PROCESS_GROUP: group,
        HTTP_PORT: String(port),
        LOG_LEVEL: 'fatal',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    running.set(port, child);
    child.once('exit', () => {
      if (!stopping) start(port);
    });
  };
  for (let index = 0; index < count; index += 1) start(first + index);
  return {
    victims: () => victimsOf(group),
    zombies: async () => {
      const workers = [...running.values()].map(({ pid }) => pid);
      const stats = await Promise.all(
        (await pids()).map((pid) => readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')),
      );
      return stats.filter((stat) => {
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return state === 'Z' && workers.includes(Number(parent));
      }).length;
    },
    starts: () => starts,
    stop: async () => {
      stopping = true;
      await Promise.all([...running.values()].map((child) => stopChild(child)));
    },
  };
}

/** Finds the process group and its descendants, because the environment of Chromium's children is not readable. */
async function victimsOf(group: string): Promise<Victim[]> {
  const all = await Promise.all(
    (await pids()).map(async (pid) => {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => ''); // it has exited
      const [environment, commandLine, stat] = await Promise.all([read('environ'), read('cmdline'), read('stat')]);
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return { pid, commandLine, parent, isMember: environment.includes(`VITAE_PROCESS_GROUP=${group}`) };
    }),
  );
  const byPid = new Map(all.map((one) => [one.pid, one]));
  const belongs = (pid: number): boolean => {
    const one = byPid.get(pid);
    return one !== undefined && (one.isMember || belongs(one.parent));
  };
  return all.flatMap(({ pid, commandLine }) => {
    const kind = belongs(pid) ? kindOf(commandLine) : undefined;
    return kind ? [{ pid, kind }] : [];
  });
}

function kindOf(commandLine: string): Victim['kind'] | undefined {
  if (commandLine.includes('export/dist/main.js')) return 'worker';
  if (/soffice|convert\.py/.test(commandLine)) return 'office';
  if (commandLine.includes('--type=renderer')) return 'renderer';
  return commandLine.includes('--remote-debugging-pipe') && !commandLine.includes('--type=') ? 'browser' : undefined;
}

async function pids(): Promise<number[]> {
  return (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
}
