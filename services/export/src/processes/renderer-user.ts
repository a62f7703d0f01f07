import { execFile } from 'node:child_process';
import { lchown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from '@vitae/kit/log';
import { userDataParent } from './user-data.ts';

/** The user that runs renderers if the worker runs as root. */
export type RendererUser = { uid: number; gid: number };

/** The overflow user of Linux, which owns no files. */
const UNPRIVILEGED: RendererUser = { uid: 65_534, gid: 65_534 };

/** Part of util-linux. */
const SETPRIV = '/usr/bin/setpriv';

const run = promisify(execFile);

/**
 * Returns the user for a program that needs these files, or undefined if the worker is not root. It is also undefined,
 * with a warning, if the user cannot read the files or the worker may not change users.
 */
export async function rendererUserFor(files: readonly string[], log: Logger): Promise<RendererUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const conditions = [...files, await userDataParent()].flatMap((file) => ['-a', '-r', file]).slice(1);
  try {
    await run(...asUser(UNPRIVILEGED, 'test', conditions));
    return UNPRIVILEGED;
  } catch (err) {
    log.warn({ err, file: files[0] }, 'A renderer runs as root: user 65534 cannot run it');
    return undefined;
  }
}

/** Returns whether Chromium can start its sandbox: it needs user namespaces, and does not support root. */
export async function supportsSandbox(user: RendererUser | undefined, log: Logger): Promise<boolean> {
  if (!user) return process.getuid?.() !== 0;
  try {
    await run(...asUser(user, 'unshare', ['--user', '--pid', '--net', '--fork', 'true']));
    return true;
  } catch (err) {
    log.warn({ err }, 'The browser runs without its sandbox: user namespaces are not permitted');
    return false;
  }
}

/** Returns the command that runs a program as the user. The program replaces setpriv(1), so it keeps the process id. */
export function asUser(user: RendererUser | undefined, program: string, args: string[]): [string, string[]] {
  if (!user) return [program, args];
  return [
    SETPRIV,
    [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--no-new-privs', program, ...args],
  ];
}

/** Makes the user the owner of a file, or of a folder with its content. */
export async function giveTo(user: RendererUser | undefined, path: string): Promise<void> {
  if (!user) return;
  const content = await readdir(path, { recursive: true }).catch(() => []); // It is a file.
  for (const name of ['', ...content]) await lchown(join(path, name), user.uid, user.gid);
}
