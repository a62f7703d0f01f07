import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildDocument } from '@vitae/document/build-document';
import { sampleSource } from '@vitae/document/sample-source';
import { systemClock } from '@vitae/kit/clock';
import { createLogger } from '@vitae/kit/log';
import { readPdf } from '@vitae/test/support/export/read-pdf';
import { browserExecutable, officePrograms } from '@vitae/test/support/export/renderer-fixtures';
import { projectRoot } from '@vitae/test/support/project-root';
import { until } from '@vitae/test/support/until';
import { launchBrowser } from '../browser/launch-browser.ts';
import { openPage } from '../browser/printable-page.ts';
import { createOfficeConverter } from '../office/converter.ts';
import { launchOffice } from '../office/launch-office.ts';
import { wordDocument } from '../word/word-document.ts';
import { confined } from './confine.ts';
import { asUser, giveTo, type RendererUser, rendererUserFor } from './renderer-user.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const run = promisify(execFile);
const { python } = officePrograms;
const TIMEOUT_MS = 60_000;

let folder: string;
let restrictedBrowser: string;
let restrictedOffice: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-confine-'));
  await chmod(folder, 0o755);
  for (const file of ['apply.py', 'profile.json'])
    await copyFile(join(projectRoot, 'test/support/export/runtime-default', file), join(folder, file));
  restrictedBrowser = await underRuntimeDefault('browser', browserExecutable);
  restrictedOffice = await underRuntimeDefault('office', officePrograms.soffice);
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns a script that runs the program with the seccomp profile of containers. It applies to the sandbox of pages, too. */
async function underRuntimeDefault(name: string, program: string): Promise<string> {
  const script = join(folder, name);
  await writeFile(script, `#!/bin/sh\nexec /usr/bin/python3 -IS ${join(folder, 'apply.py')} ${program} "$@"\n`, {
    mode: 0o755,
  });
  return script;
}

describe('in a container with the seccomp profile RuntimeDefault', () => {
  test("Chromium's own sandbox does not start", async () => {
    await expect(launchBrowser(restrictedBrowser, { log, sandbox: 'on' })).rejects.toThrow('failed to start');
  });

  test('the sandbox of Landlock prints documents, with each page confined on its own', async () => {
    const launched = await launchBrowser(restrictedBrowser, { log, sandbox: 'landlock', python });
    const page = await openPage(launched.browser, undefined, TIMEOUT_MS);
    const pdf = await page.render('<p lang="ja">confined 日本語</p>', 'pdf', TIMEOUT_MS);
    expect(readPdf(pdf).text()).toMatch(/confined\s+日本語/);
    await launched.close();
  });

  test('the sandbox of Landlock takes pictures of pages', async () => {
    const options = { log, sandbox: 'landlock', python, purpose: 'screenshot' } as const;
    const launched = await launchBrowser(restrictedBrowser, options);
    const page = await openPage(launched.browser, undefined, TIMEOUT_MS);
    const png = await page.render('<p>confined</p>', { width: 200, height: 100 }, TIMEOUT_MS);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    await launched.close();
  });

  test('the sandbox of Landlock converts documents', async () => {
    const programs = { ...officePrograms, soffice: restrictedOffice, confine: true };
    const office = createOfficeConverter({
      launch: () => launchOffice(programs, log),
      limits: { convertTimeoutMs: TIMEOUT_MS, maxConversions: 10 },
      log,
    });
    const odt = await office.convert(await wordDocument(buildDocument(sampleSource(), systemClock.now())), 'odt');
    expect(odt.subarray(0, 2).toString()).toBe('PK');
    await office.close();
  });
});

/** Tries the attacks of a compromised renderer. Prints those that succeed. */
const ATTACKS = `
import ctypes, json, os, socket, subprocess, sys
folder, secret, port, worker = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
libc = ctypes.CDLL(None, use_errno=True)

def tcp(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as client: client.connect((address, port))

def write_program(path):
    with open(path, "w") as file: file.write("#!/bin/sh\\n")
    os.chmod(path, 0o755)

def system_call(number, *arguments):
    if libc.syscall(number, *arguments) < 0: raise OSError(ctypes.get_errno(), "")

ATTACKS = {
    "own folder": lambda: write_program(os.path.join(folder, "program")),
    "environment of the worker": lambda: open("/proc/%d/environ" % worker).read(),
    "memory of the worker": lambda: open("/proc/%d/mem" % worker, "rb"),
    "signal to the worker": lambda: os.kill(worker, 0),
    "secret file": lambda: open(secret).read(),
    "list of a foreign folder": lambda: os.listdir(os.path.dirname(secret)),
    "file in a foreign folder": lambda: open(secret + "-2", "w"),
    "program of its own": lambda: subprocess.run([os.path.join(folder, "program")], check=True),
    "connection over IPv4": lambda: tcp(socket.AF_INET, "127.0.0.1"),
    "connection over IPv6": lambda: tcp(socket.AF_INET6, "::1"),
    "raw socket": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW),
    "io_uring": lambda: system_call(425, 8, ctypes.create_string_buffer(256)),
    "user namespace": lambda: system_call({"x86_64": 272, "aarch64": 97}[os.uname().machine], 0x10000000),
    "fonts": lambda: os.listdir("/usr/share/fonts"),
}

def works(attack):
    try: attack()
    except OSError: return False
    return True

print(json.dumps([name for name in ATTACKS if works(ATTACKS[name])]))
`;

describe('sandbox of Landlock', () => {
  let server: Server;
  let secret: string;
  let user: RendererUser | undefined;
  let worker: ChildProcess;
  beforeAll(async () => {
    server = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, '::', resolve));
    secret = join(folder, 'secret');
    await writeFile(secret, 'secret');
    user = await rendererUserFor([python], log);
    worker = spawn(...asUser(user, '/bin/sleep', ['600']), { stdio: 'ignore' });
    const commandLine = () => readFile(`/proc/${worker.pid}/cmdline`, 'latin1');
    await until('the worker to start', async () => (await commandLine()).startsWith('/bin/sleep'));
  });
  afterAll(() => {
    worker.kill();
    server.close();
  });

  /** Runs the attacks as a renderer, against a process of the same user. */
  async function successfulAttacks(kind?: 'browser' | 'page' | 'office'): Promise<string[]> {
    const own = await mkdtemp(join(folder, 'own-'));
    await giveTo(user, own);
    const { port } = server.address() as { port: number };
    const args = ['-c', ATTACKS, own, secret, String(port), String(worker.pid)];
    const command = kind ? confined(kind, { python, folder: own }, python, args) : ([python, args] as const);
    const { stdout } = await run(...asUser(user, ...command), { env: { PATH: '/usr/bin:/bin' } });
    return JSON.parse(stdout);
  }

  test('rejects the attacks that succeed without it', async () => {
    expect(await successfulAttacks()).toEqual(
      expect.arrayContaining([
        'own folder',
        'environment of the worker',
        'signal to the worker',
        'secret file',
        'program of its own',
        'connection over IPv4',
        'fonts',
      ]),
    );
    expect(await successfulAttacks('browser')).toEqual(['own folder', 'fonts']);
    expect(await successfulAttacks('page')).toEqual(['fonts']);
    expect(await successfulAttacks('office')).toEqual(['own folder', 'fonts']);
  });
});
