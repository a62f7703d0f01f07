import type { Logger } from '@vitae/kit/log';
import puppeteer, { type Browser } from 'puppeteer';
import { CONFINE_SCRIPT, type Confinement, confined } from '../processes/confine.ts';
import { killProcessGroup, lowerTreePriority, RENDERER_NICE } from '../processes/process-tree.ts';
import { asUser, giveTo, rendererUserFor, supportsSandbox } from '../processes/renderer-user.ts';
import { rendererEnvironment } from '../processes/start-renderer.ts';
import { createUserData, removeUserData } from '../processes/user-data.ts';

export type LaunchedBrowser = {
  browser: Browser;
  pid: number;
  /** Closes the browser, kills it if that takes too long, and removes its profile. */
  close(): Promise<void>;
};

// A start takes at most a second, except for the first one on a machine, which reads the program from disk.
const START_TIMEOUT_MS = 40_000;
const CLOSE_TIMEOUT_MS = 1_500;

// A second barrier behind request interception: no name resolves, and every connection, to loopback as well, goes to a
// proxy that does not exist (port 9, discard).
const NO_NETWORK = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://0.0.0.0:9',
  '--proxy-bypass-list=<-loopback>',
];

const NO_BACKGROUND_ACTIVITY = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-gpu',
  '--disable-remote-fonts',
  '--disable-sync',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--mute-audio',
  '--no-first-run',
  '--no-pings',
];

// Printing needs no compositor threads. Without them a renderer costs a fifth less, but cannot take screenshots.
const PRINT_ONLY = ['--disable-threaded-compositing'];

export type Purpose = 'print' | 'screenshot';

/** `on` is Chromium's own sandbox; `landlock` is that of confine.py, which needs no user namespaces. */
export type Sandbox = 'on' | 'landlock' | 'off';

export type LaunchOptions = {
  log: Logger;
  purpose?: Purpose;
  sandbox?: Sandbox;
  /** Runs confine.py. */
  python?: string;
};

/**
 * Starts a browser that receives commands through a pipe, so that it exits together with this process. If this process
 * is root, the browser runs as an unprivileged user, so that its sandbox works where the system permits it.
 */
export async function launchBrowser(
  program: string,
  { log, purpose = 'print', sandbox = 'on', python = '/usr/bin/python3' }: LaunchOptions,
): Promise<LaunchedBrowser> {
  const user = await rendererUserFor(sandbox === 'landlock' ? [program, python, CONFINE_SCRIPT] : [program], log);
  const hasOwnSandbox = sandbox === 'on' && (await supportsSandbox(user, log));
  const userDataDir = await createUserData('browser');
  const confine = { python, folder: userDataDir };
  const args = await puppeteer.defaultArgs({
    userDataDir,
    headless: 'shell',
    args: [
      ...NO_NETWORK,
      ...NO_BACKGROUND_ACTIVITY,
      ...(purpose === 'print' ? PRINT_ONLY : []),
      ...(hasOwnSandbox ? [] : ['--no-sandbox']),
      ...(sandbox === 'landlock' ? confinedPages(confine) : []),
    ],
  });
  const command = sandbox === 'landlock' ? confined('browser', confine, program, args) : ([program, args] as const);
  const [executablePath, allArguments] = asUser(user, ...command);
  try {
    await giveTo(user, userDataDir);
    const browser = await puppeteer.launch({
      executablePath,
      pipe: true,
      ignoreDefaultArgs: true,
      args: allArguments,
      env: browserEnvironment(user !== undefined || sandbox === 'landlock', userDataDir),
      handleSIGHUP: false,
      handleSIGINT: false,
      handleSIGTERM: false,
      timeout: START_TIMEOUT_MS,
    });
    ignoreBrokenPipe(browser);
    const pid = browser.process()?.pid ?? 0;
    await lowerTreePriority(pid, RENDERER_NICE);
    return { browser, pid, close: () => closeBrowser(browser, userDataDir) };
  } catch (cause) {
    await removeUserData(userDataDir);
    throw new Error(`The browser failed to start: ${program}`, { cause });
  }
}

/** A killed browser breaks its pipe. The `disconnected` event reports it. */
function ignoreBrokenPipe(browser: Browser): void {
  for (const stream of browser.process()?.stdio ?? []) stream?.on('error', () => undefined);
}

/** Confines the process of each page once more. Pages then do not start from a copy of a process (zygote). */
function confinedPages(confine: Confinement): string[] {
  const [python, args] = confined('page', confine);
  return ['--no-zygote', '--disable-dev-shm-usage', `--renderer-cmd-prefix=${[python, ...args].join(' ')}`];
}

/** A browser of another user cannot read root's home folder, and a confined browser can read only its own folder. */
function browserEnvironment(isIsolated: boolean, folder: string): Record<string, string> {
  if (isIsolated) return { ...rendererEnvironment('LD_LIBRARY_PATH'), HOME: folder, TMPDIR: folder };
  return rendererEnvironment('HOME', 'TMPDIR', 'XDG_CACHE_HOME', 'LD_LIBRARY_PATH');
}

async function closeBrowser(browser: Browser, userDataDir: string): Promise<void> {
  const pid = browser.process()?.pid;
  const killTimer = setTimeout(() => killProcessGroup(pid), CLOSE_TIMEOUT_MS);
  try {
    await browser.close();
  } catch {
    // It crashed or does not respond, so it is killed below.
  } finally {
    clearTimeout(killTimer);
    killProcessGroup(pid);
  }
  await removeUserData(userDataDir);
}
