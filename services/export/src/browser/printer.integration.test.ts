import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@vitae/kit/log';
import { until } from '@vitae/test/support/until';
import { userDataParent } from '../processes/user-data.ts';
import { killProcessGroup, type LaunchedBrowser, launchBrowser, type Purpose } from './launch-browser.ts';
import { openPage } from './printable-page.ts';
import { createPrinter, type Printer } from './printer.ts';
import { RendererCrashed, RenderTimeout } from './render-failures.ts';
import type { BrowserLimits } from './warm-browser.ts';

const executable = process.env.PUPPETEER_EXECUTABLE_PATH ?? '';
const log = createLogger({ name: 'test', level: 'silent' });
const limits: BrowserLimits = { renderTimeoutMs: 60_000, maxRenders: 1_000, maxMemoryMb: 5_000 };
const patience = 120_000;

type Bench = { printer: Printer; launched: LaunchedBrowser[] };

function bench(changes: Partial<BrowserLimits> = {}): Bench {
  const launched: LaunchedBrowser[] = [];
  const launch = async (purpose: Purpose) => {
    const browser = await launchBrowser(executable, { purpose });
    launched.push(browser);
    return browser;
  };
  return {
    printer: createPrinter({ launch, limits: { ...limits, ...changes }, warmUp: { pages: 1, html: '<p>warm' }, log }),
    launched,
  };
}

const textOf = (pdf: Buffer) => execFileSync('pdftotext', ['-', '-'], { input: pdf }).toString();

async function profiles(): Promise<string[]> {
  const names = await readdir(await userDataParent());
  return names.filter((name) => name.startsWith(`vitae-browser-${process.pid}-`));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended since it was listed
  }
}

describe('what a document can reach', () => {
  let canary: Server;
  let requests: string[];
  let folder: string;
  let file: string;
  const secret = 'canary-7f3a91';

  beforeAll(async () => {
    requests = [];
    canary = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end(secret);
    });
    canary.on('connection', () => requests.push('connection'));
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    folder = await mkdtemp(join(tmpdir(), 'canary-'));
    file = join(folder, 'secret.txt');
    await writeFile(file, secret);
  });
  afterAll(async () => {
    canary.close();
    await rm(folder, { recursive: true });
  });

  test(
    'is nothing: no server, no file, no script',
    async () => {
      const { port } = canary.address() as AddressInfo;
      const { printer } = bench();
      const addresses = [
        `http://127.0.0.1:${port}/`,
        `http://localhost:${port}/`,
        `http://2130706433:${port}/`,
        `http://[::1]:${port}/`,
        `file://${file}`,
      ];
      const pdf = await printer.print(`<!doctype html><title>x</title><base href="${addresses[0]}">
      <link rel="dns-prefetch" href="//localhost"><link rel="preconnect" href="${addresses[0]}"><link rel="prefetch" href="${addresses[0]}prefetch">
      ${addresses.map((address) => hostile(address)).join('')}
      <script>document.body.append('script ran'); fetch('${addresses[0]}fetch')</script><p>still here`);
      await printer.print(`<meta http-equiv="refresh" content="0;url=${addresses[0]}refresh"><p>gone elsewhere`);
      await printer.close();
      const text = textOf(pdf);
      expect(text).toContain('still here');
      expect(text).not.toContain('script ran');
      expect(text).not.toContain(secret);
      expect(pdf.includes(secret)).toBe(false);
      expect(requests).toEqual([]);
    },
    patience,
  );
});

function hostile(address: string): string {
  return `<img src="${address}img"><iframe src="${address}iframe"></iframe><object data="${address}object"></object><embed src="${address}embed">
    <link rel="stylesheet" href="${address}css"><style>@import "${address}import"; @font-face { font-family: f; src: url(${address}font) }
    p { font-family: f; background: url(${address}background); list-style-image: url(${address}list) }</style>
    <svg><image href="${address}svg"/><use href="${address}use#x"/></svg><video src="${address}video" poster="${address}poster"></video>
    <audio src="${address}audio" autoplay></audio><input type="image" src="${address}input"><body background="${address}body" onload="fetch('${address}onload')">`;
}

describe('a document that ends its renderer', () => {
  test(
    'is printed again in a fresh browser, once',
    async () => {
      const made = bench();
      await made.printer.ready();
      const printing = made.printer.print(slow('twice'));
      killProcessGroup(made.launched[0]?.pid);
      expect(textOf(await printing)).toContain('twice');
      expect(made.launched).toHaveLength(2);
      await made.printer.close();
    },
    patience,
  );

  test(
    'is given up after the second time, while others go on',
    async () => {
      const made = bench();
      await made.printer.ready();
      const printing = made.printer.print(slow('never'));
      printing.catch(() => undefined);
      killProcessGroup(made.launched[0]?.pid);
      await until('a second browser', () => made.launched.length === 2);
      killProcessGroup(made.launched[1]?.pid);
      await expect(printing).rejects.toBeInstanceOf(RendererCrashed);
      expect(textOf(await made.printer.print('<p>next'))).toContain('next');
      await made.printer.close();
    },
    patience,
  );

  test(
    'is told from others by the crash of its page alone',
    async () => {
      const made = bench();
      await made.printer.ready();
      const printing = made.printer.print(slow('page'));
      const [launched] = made.launched;
      await until('the renderer processes', () => renderersOf(launched?.pid ?? 0).length > 1);
      for (const pid of renderersOf(launched?.pid ?? 0)) killIfRunning(pid);
      expect(textOf(await printing)).toContain('page');
      await made.printer.close();
    },
    patience,
  );
});

// Long enough to be printed that a kill falls into it.
function slow(text: string): string {
  return `<p>${text}</p>${'<table><tr><td>cell</td></tr></table>'.repeat(4_000)}`;
}

function renderersOf(pid: number): number[] {
  const listing = execFileSync('ps', ['-eo', 'pid,ppid,args'])
    .toString()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const children = (parent: number): number[] =>
    listing
      .filter(([, ppid]) => Number(ppid) === parent)
      .flatMap(([child]) => [Number(child), ...children(Number(child))]);
  const below = new Set(children(pid));
  return listing
    .filter(([child, , ...args]) => below.has(Number(child)) && args.includes('--type=renderer'))
    .map(([child]) => Number(child));
}

describe('a page that was warmed up', () => {
  test(
    'shows nothing of what it was warmed up with',
    async () => {
      const launched = await launchBrowser(executable);
      const warmUp = '<html lang="de"><title>Warm-up</title><p>Warm-up';
      const page = await openPage(launched.browser, warmUp, limits.renderTimeoutMs);
      const pdf = await page.render('<html lang="fr"><title>Document</title><p>Contenu', 'pdf', limits.renderTimeoutMs);
      await page.close();
      await launched.close();
      const info = execFileSync('pdfinfo', ['-'], { input: pdf }).toString();
      expect(textOf(pdf).trim()).toBe('Contenu');
      expect(info).toMatch(/^Title:\s+Document$/m);
      expect(pdf.toString('latin1')).toMatch(/\/Lang \(fr\)/);
      expect(info + pdf.toString('latin1')).not.toContain('Warm-up');
    },
    patience,
  );
});

describe('a picture', () => {
  test(
    'has the size that was asked for',
    async () => {
      const { printer } = bench();
      const png = await printer.screenshot('<p>Picture', { width: 1200, height: 630 });
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
      await printer.close();
    },
    patience,
  );
});

describe('the browser', () => {
  test(
    'gives up a document that takes too long, and prints the next',
    async () => {
      const made = bench({ renderTimeoutMs: 200 });
      await made.printer.ready();
      await expect(made.printer.print(slow('late').repeat(20))).rejects.toBeInstanceOf(RenderTimeout);
      const { printer } = bench();
      expect(textOf(await printer.print('<p>next'))).toContain('next');
      await Promise.all([printer.close(), made.printer.close()]);
    },
    patience,
  );

  test(
    'is replaced after its number of documents, and leaves nothing behind',
    async () => {
      const made = bench({ maxRenders: 2 });
      for (let index = 0; index < 5; index += 1) await made.printer.print(`<p>${index}`);
      expect(made.launched).toHaveLength(3);
      await made.printer.close();
      for (const { pid } of made.launched) await until('the browser to exit', () => !isRunning(pid));
      expect(await profiles()).toEqual([]);
    },
    patience,
  );

  test(
    'is replaced when it holds too much memory',
    async () => {
      const made = bench({ maxMemoryMb: 1 });
      // Its memory is measured beside every 25th document: what comes of it is seen at the next, or the one after.
      for (let index = 0; made.launched.length < 2; index += 1) await made.printer.print(`<p>${index}`);
      await made.printer.close();
    },
    patience,
  );

  test(
    'prints many at once, each its own',
    async () => {
      const { printer } = bench();
      const pdfs = await Promise.all(Array.from({ length: 12 }, (_, index) => printer.print(`<p>number ${index}.`)));
      for (const [index, pdf] of pdfs.entries()) expect(textOf(pdf)).toContain(`number ${index}.`);
      await printer.close();
    },
    patience,
  );

  test(
    'that cannot be started is said so, and tried anew for the next document',
    async () => {
      let attempts = 0;
      const launch = async () => {
        attempts += 1;
        if (attempts <= 2) return launchBrowser('/no/such/browser');
        return launchBrowser(executable);
      };
      const printer = createPrinter({ launch, limits, warmUp: { pages: 1, html: '<p>warm' }, log });
      await expect(printer.print('<p>x')).rejects.toThrow('The browser does not start: /no/such/browser');
      expect(textOf(await printer.print('<p>next'))).toContain('next');
      await printer.close();
    },
    patience,
  );

  test(
    'that is killed while it starts is started once more for the same document',
    async () => {
      let attempts = 0;
      const launch = async () => {
        attempts += 1;
        return launchBrowser(attempts === 1 ? '/bin/false' : executable);
      };
      const printer = createPrinter({ launch, limits, warmUp: { pages: 1, html: '<p>warm' }, log });
      expect(textOf(await printer.print('<p>same'))).toContain('same');
      expect(attempts).toBe(2);
      await printer.close();
    },
    patience,
  );

  test(
    'keeps its profile to itself and takes it away',
    async () => {
      const launched = await launchBrowser(executable);
      expect(await profiles()).toHaveLength(1);
      await launched.close();
      expect(await profiles()).toEqual([]);
    },
    patience,
  );
});
