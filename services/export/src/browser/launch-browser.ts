import puppeteer, { type Browser } from 'puppeteer';
import { lowerTreePriority } from '../processes/process-tree.ts';
import { createUserData, removeUserData } from '../processes/user-data.ts';

export type LaunchedBrowser = {
  browser: Browser;
  pid: number;
  /** Ends it, gently for a moment, then by force, and removes its profile. */
  close(): Promise<void>;
};

// The first time on a machine its files come from the disk; it takes a second or less after that.
const START_WITHIN_MS = 40_000;
const CLOSE_WITHIN_MS = 1_500;
/** Who waits for a page of JSON should not wait for somebody's PDF. */
export const RENDERER_NICE = 5;

// Every name resolves to nothing and every connection goes to a proxy that is not there (port 9,
// discard), loopback included: should a request ever slip past the interception, it ends here.
const NO_NETWORK = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://0.0.0.0:9',
  '--proxy-bypass-list=<-loopback>',
];

const QUIET = [
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

// What is printed is seen by nobody before. Without the threads that draw it a renderer costs a fifth less, and gives no picture.
const UNSEEN = ['--disable-threaded-compositing'];

/** What a browser is for: to print documents, or to take pictures of them. */
export type Purpose = 'print' | 'picture';

/** A browser that ends when this process does: its commands come through a pipe that closes with us. */
export async function launchBrowser(
  executablePath: string,
  { purpose = 'print', sandbox = true }: { purpose?: Purpose; sandbox?: boolean } = {},
): Promise<LaunchedBrowser> {
  const userDataDir = await createUserData('browser');
  try {
    const browser = await puppeteer.launch({
      executablePath,
      userDataDir,
      headless: 'shell',
      pipe: true,
      args: [...NO_NETWORK, ...QUIET, ...(purpose === 'print' ? UNSEEN : []), ...sandboxArguments(sandbox)],
      env: environment(),
      handleSIGHUP: false,
      handleSIGINT: false,
      handleSIGTERM: false,
      timeout: START_WITHIN_MS,
    });
    ignoreBrokenPipe(browser);
    const pid = browser.process()?.pid ?? 0;
    await lowerTreePriority(pid, RENDERER_NICE);
    return { browser, pid, close: () => closeBrowser(browser, userDataDir) };
  } catch (cause) {
    await removeUserData(userDataDir);
    throw new Error(`The browser does not start: ${executablePath}`, { cause });
  }
}

/** A browser that was killed breaks its pipe; that it is gone is told by `disconnected`. */
function ignoreBrokenPipe(browser: Browser): void {
  for (const stream of browser.process()?.stdio ?? []) stream?.on('error', () => undefined);
}

// Chromium refuses its sandbox to root alone.
function sandboxArguments(sandbox: boolean): string[] {
  return !sandbox || process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/**
 * What a browser needs of our environment, and no address or secret. VITAE_FAMILY says to whom it belongs: `npm start`
 * finds by it what a killed worker has left.
 */
function environment(): Record<string, string> {
  const names = [
    'PATH',
    'HOME',
    'LANG',
    'LC_ALL',
    'TMPDIR',
    'XDG_CACHE_HOME',
    'FONTCONFIG_FILE',
    'FONTCONFIG_PATH',
    'LD_LIBRARY_PATH',
    'VITAE_FAMILY',
  ];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

async function closeBrowser(browser: Browser, userDataDir: string): Promise<void> {
  const pid = browser.process()?.pid;
  const force = setTimeout(() => killProcessGroup(pid), CLOSE_WITHIN_MS);
  try {
    await browser.close();
  } catch {
    // It crashed, or no longer listens: nothing to close gently.
  } finally {
    clearTimeout(force);
    killProcessGroup(pid);
  }
  await removeUserData(userDataDir);
}

/** The program may be a script that starts the browser (as Debian's is): all of its group has to go. */
export function killProcessGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // All have ended.
  }
}
