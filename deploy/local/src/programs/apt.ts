import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { SetupError } from '../setup-error.ts';

const LISTS = '/var/lib/apt/lists';

/** Returns whether this is a Debian-based system and the user is root. */
export const canInstall = () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

/** Installs all packages with one command. Updates the package lists if they are missing or outdated. */
export async function aptInstall(packages: string[], logFile: string): Promise<void> {
  mkdirSync(dirname(logFile), { recursive: true, mode: 0o700 });
  const hadLists = readdirSync(LISTS).some((name) => name.includes('_Packages'));
  if (!hadLists) await apt(['update'], logFile);
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  try {
    await apt(install, logFile);
  } catch (error) {
    if (!hadLists) throw error;
    await apt(['update'], logFile);
    await apt(install, logFile);
  }
}

/** The command that installs the packages, for users who are not root. */
export const aptLine = (packages: string[]) =>
  `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`;

function apt(args: string[], logFile: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const log = createWriteStream(logFile, { flags: 'a' });
    // Waits for the lock: a machine that has just booted often runs an automatic update.
    const command = ['DEBIAN_FRONTEND=noninteractive', 'apt-get', '-o', 'DPkg::Lock::Timeout=120', ...args];
    const child = spawn('env', command, { stdio: ['ignore', 'pipe', 'pipe'] });
    let last = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        log.write(chunk);
        last = (last + chunk.toString()).slice(-1_500);
      });
    }
    child.once('error', reject);
    child.once('close', (status) => {
      log.end();
      if (status === 0) resolve();
      else
        reject(
          new SetupError(
            `"apt-get ${args.join(' ')}" failed (status ${status}):\n${last.trim()}\nLog file: ${logFile}`,
          ),
        );
    });
  });
}
