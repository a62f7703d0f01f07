import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { killProcessGroup, RENDERER_NICE } from '../browser/launch-browser.ts';
import { lowerTreePriority } from '../processes/process-tree.ts';
import { createUserData, removeUserData } from '../processes/user-data.ts';
import { OfficeCrashed, OfficeUnavailable } from './office-errors.ts';
import { DEAD_END, writeOfficeProfile } from './office-profile.ts';
import { profileIn } from './office-sockets.ts';

/** A running LibreOffice; one conversion at a time. */
export type Office = {
  /** Rejects with OfficeCrashed when it ends meanwhile. */
  convert(input: string, output: string, filter: string): Promise<void>;
  readonly running: boolean;
  pid: number;
  /** Its own folder, for the files of conversions too. */
  folder: string;
  close(): Promise<void>;
};

export type OfficePrograms = { soffice: string; python: string };

type Converter = ChildProcessByStdio<Writable, Readable, null>;
type Answer = { ready?: boolean; id?: number; ok?: boolean; error?: string };

const CONVERTER = fileURLToPath(new URL('../../office/convert.py', import.meta.url));
const START_WITHIN_MS = 40_000;

/** Starts LibreOffice with a profile of its own. Both it and its driver end when this process does. */
export async function launchOffice({ soffice, python }: OfficePrograms): Promise<Office> {
  const folder = await createUserData('office');
  const profile = profileIn(folder);
  await writeOfficeProfile(profile);
  const converter: Converter = spawn(python, [CONVERTER, soffice, profile], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
    env: environment(folder),
  });
  const office = drive(converter, folder);
  try {
    await office.ready(START_WITHIN_MS);
    await lowerTreePriority(office.pid, RENDERER_NICE);
    return office;
  } catch (cause) {
    await office.close();
    throw new OfficeUnavailable(`LibreOffice does not start: ${soffice}`, { cause });
  }
}

function drive(converter: Converter, folder: string): Office & { ready(withinMs: number): Promise<void> } {
  const waiting = new Map<number, PromiseWithResolvers<void>>();
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let running = true;
  let next = 0;
  const end = (): void => {
    running = false;
    started.reject(new OfficeCrashed('LibreOffice ended'));
    for (const { reject } of waiting.values()) reject(new OfficeCrashed('LibreOffice ended'));
    waiting.clear();
    ended.resolve();
  };
  started.promise.catch(() => undefined); // nobody may be waiting for it
  converter.once('exit', end);
  converter.once('error', end);
  converter.stdin.on('error', () => undefined); // that it is gone is told by `exit`
  createInterface({ input: converter.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer;
    if (answer.ready) return started.resolve();
    const request = waiting.get(answer.id ?? 0);
    waiting.delete(answer.id ?? 0);
    if (answer.ok) request?.resolve();
    else request?.reject(new Error(`LibreOffice refused the document: ${answer.error}`));
  });
  return {
    pid: converter.pid ?? 0,
    folder,
    get running() {
      return running;
    },
    ready: async (withinMs) => {
      const timer = setTimeout(() => killProcessGroup(converter.pid), withinMs);
      await started.promise.finally(() => clearTimeout(timer));
    },
    convert: (input, output, filter) => {
      if (!running) return Promise.reject(new OfficeCrashed('LibreOffice ended'));
      next += 1;
      const request = Promise.withResolvers<void>();
      waiting.set(next, request);
      converter.stdin.write(`${JSON.stringify({ id: next, input, output, filter })}\n`);
      return request.promise;
    },
    close: async () => {
      killProcessGroup(converter.pid);
      if (running) await ended.promise;
      await removeUserData(folder);
    },
  };
}

/**
 * No address or secret of ours; a home of its own, so that nothing of this machine's user is read. Its temporary files
 * are there too: LibreOffice, which is always killed, leaves them.
 */
function environment(home: string): NodeJS.ProcessEnv {
  const names = ['PATH', 'LANG', 'LC_ALL', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH', 'VITAE_FAMILY'];
  const kept = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const proxies = ['http_proxy', 'https_proxy', 'ftp_proxy', 'all_proxy'].map((name) => [name, DEAD_END]);
  return { ...Object.fromEntries([...kept, ...proxies]), no_proxy: '', HOME: home, TMPDIR: home };
}
