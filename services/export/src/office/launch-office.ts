import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@vitae/kit/log';
import { CONFINE_SCRIPT, confined } from '../processes/confine.ts';
import { killProcessGroup, lowerTreePriority, RENDERER_NICE } from '../processes/process-tree.ts';
import { asUser, giveTo, type RendererUser, rendererUserFor } from '../processes/renderer-user.ts';
import { rendererEnvironment } from '../processes/start-renderer.ts';
import { createUserData, officeProfileFolder, removeUserData } from '../processes/user-data.ts';
import { OfficeCrashed, OfficeUnavailable } from './office-errors.ts';
import { DEAD_PROXY, writeOfficeProfile } from './office-profile.ts';

/** A running LibreOffice. It converts one document at a time. */
export type Office = {
  /** Rejects with OfficeCrashed if LibreOffice exits during the conversion. */
  convert(input: string, output: string, filter: string): Promise<void>;
  readonly running: boolean;
  pid: number;
  /** Its temporary folder, where input and output files belong as well. */
  folder: string;
  /** The owner of its files, if it does not run as the user of this process. */
  user?: RendererUser | undefined;
  close(): Promise<void>;
};

export type OfficePrograms = {
  soffice: string;
  python: string;
  /** Runs LibreOffice in the sandbox of confine.py. */
  confine?: boolean;
};

type Driver = ChildProcessByStdio<Writable, Readable, Readable>;
type DriverMessage = { ready?: boolean; id?: number; ok?: boolean; error?: string };

const DRIVER_SCRIPT = fileURLToPath(new URL('../../office/convert.py', import.meta.url));
const START_TIMEOUT_MS = 40_000;
const MAX_OUTPUT_LINES = 5;
const MAX_LINE_LENGTH = 200;

/**
 * Starts LibreOffice with a new profile, as an unprivileged user if this process is root. LibreOffice and its driver
 * exit together with this process. `onSpawn` is called once LibreOffice starts without further work of this process.
 */
export async function launchOffice(
  { soffice, python, confine = false }: OfficePrograms,
  log: Logger,
  onSpawn?: () => void,
): Promise<Office> {
  const user = await rendererUserFor([soffice, python, DRIVER_SCRIPT, CONFINE_SCRIPT], log);
  const folder = await createUserData('office');
  const profile = officeProfileFolder(folder);
  await writeOfficeProfile(profile);
  await giveTo(user, folder);
  const args = [DRIVER_SCRIPT, soffice, profile];
  const command = confine ? confined('office', { python, folder }, python, args) : ([python, args] as const);
  const driver: Driver = spawn(...asUser(user, ...command), {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    env: officeEnvironment(folder, python),
  });
  onSpawn?.();
  const office = createOffice(driver, { folder, user });
  try {
    await office.ready(START_TIMEOUT_MS);
    await lowerTreePriority(office.pid, RENDERER_NICE);
    return office;
  } catch (cause) {
    await office.close();
    throw new OfficeUnavailable(`LibreOffice failed to start: ${soffice}`, { cause });
  }
}

function createOffice(
  driver: Driver,
  { folder, user }: Pick<Office, 'folder' | 'user'>,
): Office & { ready(timeoutMs: number): Promise<void> } {
  const pending = new Map<number, PromiseWithResolvers<void>>();
  const started = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<void>();
  let running = true;
  let lastId = 0;
  const output: string[] = [];
  const onExit = (): void => {
    running = false;
    const error = new OfficeCrashed('LibreOffice exited', output);
    for (const { reject } of [started, ...pending.values()]) reject(error);
    pending.clear();
    exited.resolve();
  };
  started.promise.catch(() => undefined); // It may fail before `ready` is called.
  // Not `exit`, which may be emitted before all output is read.
  driver.once('close', onExit);
  driver.once('error', onExit);
  driver.stdin.on('error', () => undefined); // The `close` event reports it.
  createInterface({ input: driver.stderr }).on('line', (line) => {
    output.push(line.slice(0, MAX_LINE_LENGTH));
    if (output.length > MAX_OUTPUT_LINES) output.shift();
  });
  createInterface({ input: driver.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as DriverMessage;
    if (message.ready) return started.resolve();
    const conversion = pending.get(message.id ?? 0);
    pending.delete(message.id ?? 0);
    if (message.ok) conversion?.resolve();
    else conversion?.reject(new Error(`LibreOffice rejected the document: ${message.error}`));
  });
  return {
    pid: driver.pid ?? 0,
    folder,
    user,
    get running() {
      return running;
    },
    ready: async (timeoutMs) => {
      const timer = setTimeout(() => killProcessGroup(driver.pid), timeoutMs);
      await started.promise.finally(() => clearTimeout(timer));
    },
    convert: (input, output, filter) => {
      if (!running) return Promise.reject(new OfficeCrashed('LibreOffice exited'));
      lastId += 1;
      const conversion = Promise.withResolvers<void>();
      pending.set(lastId, conversion);
      driver.stdin.write(`${JSON.stringify({ id: lastId, input, output, filter })}\n`);
      return conversion.promise;
    },
    close: async () => {
      killProcessGroup(driver.pid);
      if (running) await exited.promise;
      await removeUserData(folder);
    },
  };
}

/**
 * The home folder of LibreOffice is its temporary folder, so it reads no user files, and the files that a killed
 * LibreOffice leaves behind are removed with the folder. Its embedded Python finds its library through the first python3
 * in PATH, so PATH leads to `python` even if another one is active (virtualenv, conda, pyenv).
 */
function officeEnvironment(folder: string, python: string): NodeJS.ProcessEnv {
  const proxies = ['http_proxy', 'https_proxy', 'ftp_proxy', 'all_proxy'].map((name) => [name, DEAD_PROXY]);
  const path = { PATH: `${dirname(python)}:/usr/bin:/bin`, HOME: folder, TMPDIR: folder };
  return { ...rendererEnvironment(), ...Object.fromEntries(proxies), no_proxy: '', ...path };
}
