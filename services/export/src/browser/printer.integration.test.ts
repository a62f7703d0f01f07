import { execFileSync, spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createLogger } from '@vitae/kit/log';
import { type Canary, openCanary } from '@vitae/test/support/export/canary';
import { readPdf } from '@vitae/test/support/export/read-pdf';
import { browserExecutable, createPrinterFixture } from '@vitae/test/support/export/renderer-fixtures';
import { until } from '@vitae/test/support/until';
import { isRunning, killProcessGroup, processTree } from '../processes/process-tree.ts';
import { userDataParent } from '../processes/user-data.ts';
import { RendererCrashed, RenderTimeout } from './browser-errors.ts';
import { launchBrowser } from './launch-browser.ts';
import { openPage } from './printable-page.ts';
import { createPrinter } from './printer.ts';

const log = createLogger({ name: 'test', level: 'silent' });

const TIMEOUT_MS = 60_000;

const textOf = (pdf: Buffer) => readPdf(pdf).text();

/** A document that takes long enough to print to kill a process during it. */
const slowDocument = (text: string) => `<p>${text}</p>${'<table><tr><td>cell</td></tr></table>'.repeat(4_000)}`;

async function browserProfiles(): Promise<string[]> {
  const names = await readdir(await userDataParent());
  return names.filter((name) => name.startsWith(`vitae-browser-${process.pid}-`));
}

describe('document', () => {
  let canary: Canary;
  beforeAll(async () => {
    canary = await openCanary();
  });
  afterAll(() => canary.close());

  test('cannot reach a server, read a file or run a script', async () => {
    const { printer } = createPrinterFixture();
    const addresses = [
      `http://127.0.0.1:${canary.port}/`,
      `http://localhost:${canary.port}/`,
      `http://2130706433:${canary.port}/`,
      `http://[::1]:${canary.port}/`,
      `file://${canary.file}`,
    ];
    const pdf = await printer.print(`<!doctype html><title>x</title><base href="${addresses[0]}">
      <link rel="dns-prefetch" href="//localhost"><link rel="preconnect" href="${addresses[0]}"><link rel="prefetch" href="${addresses[0]}prefetch">
      ${addresses.map(everyReference).join('')}
      <script>document.body.append('script ran'); fetch('${addresses[0]}fetch')</script><p>still here`);
    await printer.print(`<meta http-equiv="refresh" content="0;url=${addresses[0]}refresh"><p>redirected`);
    await printer.close();
    const text = textOf(pdf);
    expect(text).toContain('still here');
    expect(text).not.toContain('script ran');
    expect(text).not.toContain(canary.secret);
    expect(pdf.includes(canary.secret)).toBe(false);
    expect(canary.contacts).toBe(0);
  });
});

/** Every HTML and CSS construct that loads an address. */
function everyReference(address: string): string {
  return `<img src="${address}img"><iframe src="${address}iframe"></iframe><object data="${address}object"></object><embed src="${address}embed">
    <link rel="stylesheet" href="${address}css"><style>@import "${address}import"; @font-face { font-family: f; src: url(${address}font) }
    p { font-family: f; background: url(${address}background); list-style-image: url(${address}list) }</style>
    <svg><image href="${address}svg"/><use href="${address}use#x"/></svg><video src="${address}video" poster="${address}poster"></video>
    <audio src="${address}audio" autoplay></audio><input type="image" src="${address}input"><body background="${address}body" onload="fetch('${address}onload')">`;
}

describe('crash', () => {
  test('of the browser is followed by one retry in a new browser', async () => {
    const { printer, launched } = createPrinterFixture();
    await printer.ready();
    const printing = printer.print(slowDocument('twice'));
    killProcessGroup(launched[0]?.pid);
    expect(textOf(await printing)).toContain('twice');
    expect(launched).toHaveLength(2);
    await printer.close();
  });

  test('of a second browser fails the document, but not others', async () => {
    const { printer, launched } = createPrinterFixture();
    await printer.ready();
    const printing = printer.print(slowDocument('never'));
    printing.catch(() => undefined);
    killProcessGroup(launched[0]?.pid);
    await until('a second browser', () => launched.length === 2);
    killProcessGroup(launched[1]?.pid);
    await expect(printing).rejects.toBeInstanceOf(RendererCrashed);
    expect(textOf(await printer.print('<p>next'))).toContain('next');
    await printer.close();
  });

  test('of a renderer process is followed by a retry', async () => {
    const { printer, launched } = createPrinterFixture();
    await printer.ready();
    const printing = printer.print(slowDocument('page'));
    const browserPid = launched[0]?.pid ?? 0;
    await until('the renderer processes', () => rendererPids(browserPid).length > 1);
    for (const pid of rendererPids(browserPid)) killIfRunning(pid);
    expect(textOf(await printing)).toContain('page');
    await printer.close();
  });
});

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It exited after it was listed.
  }
}

function rendererPids(browserPid: number): number[] {
  const processes = execFileSync('ps', ['-eo', 'pid,ppid,args'])
    .toString()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const descendants = (parent: number): number[] =>
    processes
      .filter(([, ppid]) => Number(ppid) === parent)
      .flatMap(([pid]) => [Number(pid), ...descendants(Number(pid))]);
  const pids = new Set(descendants(browserPid));
  return processes
    .filter(([pid, , ...args]) => pids.has(Number(pid)) && args.includes('--type=renderer'))
    .map(([pid]) => Number(pid));
}

describe('prewarmed page', () => {
  test('contains nothing of the warm-up document', async () => {
    const launched = await launchBrowser(browserExecutable, { log });
    const warmUp = '<html lang="de"><title>Warm-up</title><p>Warm-up';
    const page = await openPage(launched.browser, warmUp, TIMEOUT_MS);
    const pdf = await page.render('<html lang="fr"><title>Document</title><p>Contenu', 'pdf', TIMEOUT_MS);
    await page.close();
    await launched.close();
    const info = readPdf(pdf).info();
    expect(textOf(pdf).trim()).toBe('Contenu');
    expect(info).toMatch(/^Title:\s+Document$/m);
    expect(pdf.toString('latin1')).toMatch(/\/Lang \(fr\)/);
    expect(info + pdf.toString('latin1')).not.toContain('Warm-up');
  });
});

describe('screenshot', () => {
  test('has the requested size', async () => {
    const { printer } = createPrinterFixture();
    const png = await printer.screenshot('<p>Picture', { width: 1200, height: 630 });
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    await printer.close();
  });
});

describe('browser', () => {
  test('rejects a document that exceeds the time limit', async () => {
    const { printer } = createPrinterFixture({ renderTimeoutMs: 200 });
    await printer.ready();
    await expect(printer.print(slowDocument('late').repeat(20))).rejects.toBeInstanceOf(RenderTimeout);
    await printer.close();
  });

  test('is replaced after the maximum number of documents and leaves no files behind', async () => {
    const { printer, launched } = createPrinterFixture({ maxRenders: 2 });
    for (let index = 0; index < 5; index += 1) await printer.print(`<p>${index}`);
    expect(launched).toHaveLength(3);
    await printer.close();
    for (const { pid } of launched) await until('the browser to exit', () => !isRunning(pid));
    expect(await browserProfiles()).toEqual([]);
  });

  test('is replaced when it exceeds the memory limit', async () => {
    const { printer, launched } = createPrinterFixture({ maxMemoryMb: 1 });
    // Memory is measured in the background, at every 25th document.
    for (let index = 0; launched.length < 2 && index < 200; index += 1) await printer.print(`<p>${index}`);
    expect(launched).toHaveLength(2);
    await printer.close();
  });

  test('prints documents in parallel', async () => {
    const { printer } = createPrinterFixture();
    const pdfs = await Promise.all(Array.from({ length: 12 }, (_, index) => printer.print(`<p>number ${index}.`)));
    for (const [index, pdf] of pdfs.entries()) expect(textOf(pdf)).toContain(`number ${index}.`);
    await printer.close();
  });

  test('removes its profile when it is closed', async () => {
    const launched = await launchBrowser(browserExecutable, { log });
    expect(await browserProfiles()).toHaveLength(1);
    await launched.close();
    expect(await browserProfiles()).toEqual([]);
  });
});

// Linux tells how a process runs in /proc/<pid>/status (proc(5)).
describe('browser of a worker that runs as root', () => {
  const asRoot = process.getuid?.() === 0 ? test : test.skip;
  const permitsNamespaces = () => {
    const unshare = ['--reuid=65534', '--clear-groups', 'unshare', '--user', '--pid', '--net', '--fork', 'true'];
    return spawnSync('setpriv', unshare).status === 0;
  };

  asRoot('runs as an unprivileged user, with its sandbox where the system permits it, and can be killed', async () => {
    const launched = await launchBrowser(browserExecutable, { log });
    const tree = await processTree(launched.pid);
    const read = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '');
    const statuses = await Promise.all(tree.map((pid) => read(pid, 'status')));
    const privileged = statuses.filter((status) => /^(?:Uid|Gid):.*\t0(?:\t|$)/m.test(status));
    expect(privileged.map((status) => status.split('\n')[0])).toEqual([]);
    expect(statuses.filter((status) => /^NoNewPrivs:\t0$/m.test(status))).toEqual([]);
    const commandLines = await Promise.all(tree.map((pid) => read(pid, 'cmdline')));
    const isSandboxed = !commandLines.some((line) => line.includes('--no-sandbox'));
    expect(isSandboxed).toBe(permitsNamespaces());
    // A sandboxed renderer has a process namespace and a filter of system calls of its own, soon after its start.
    const isIsolated = (status: string) => [/^NSpid:\t\d+\t\d+/m, /^Seccomp:\t2$/m].every((line) => line.test(status));
    const isRenderer = async (pid: number) => (await read(pid, 'cmdline')).includes('--type=renderer');
    await until('a renderer with the expected sandbox', async () => {
      for (const pid of await processTree(launched.pid))
        if ((await isRenderer(pid)) && isIsolated(await read(pid, 'status')) === isSandboxed) return true;
      return false;
    });
    killProcessGroup(launched.pid);
    for (const pid of tree) await until('the browser to exit', () => !isRunning(pid));
    await launched.close();
    expect(await browserProfiles()).toEqual([]);
  });

  asRoot('runs without a sandbox if the worker is configured so', async () => {
    const launched = await launchBrowser(browserExecutable, { log, sandbox: 'off' });
    expect(await readFile(`/proc/${launched.pid}/cmdline`, 'latin1')).toContain('--no-sandbox');
    expect(await readFile(`/proc/${launched.pid}/status`, 'latin1')).toMatch(/^Uid:\t65534\t65534/m);
    await launched.close();
  });
});

describe('browser start', () => {
  /** A printer whose first browsers are programs that fail to start. */
  function failingPrinter(failures: number, program: string) {
    let starts = 0;
    const printer = createPrinter({
      launch: () => {
        starts += 1;
        return launchBrowser(starts <= failures ? program : browserExecutable, { log });
      },
      limits: { renderTimeoutMs: TIMEOUT_MS, maxRenders: 100, maxMemoryMb: 5_000 },
      warmUp: { pages: 1, html: '<p>warm' },
      log,
    });
    return { printer, starts: () => starts };
  }

  test('is retried for the same document after a failure', async () => {
    const { printer, starts } = failingPrinter(1, '/bin/false');
    expect(textOf(await printer.print('<p>same'))).toContain('same');
    expect(starts()).toBe(2);
    await printer.close();
  });

  test('is reported as failed after two failures and retried for the next document', async () => {
    const { printer } = failingPrinter(2, '/no/such/browser');
    await expect(printer.print('<p>x')).rejects.toThrow('The browser failed to start: /no/such/browser');
    expect(textOf(await printer.print('<p>next'))).toContain('next');
    await printer.close();
  });
});
