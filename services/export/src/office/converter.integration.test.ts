import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildDocument } from '@vitae/document/build-document';
import { createLogger } from '@vitae/kit/log';
import type { ExportResult } from '@vitae/proto/export-job';
import { longCareerSource } from '@vitae/test/support/document/hard-cases';
import { type Canary, openCanary } from '@vitae/test/support/export/canary';
import { createOfficeFixture, officePrograms } from '@vitae/test/support/export/renderer-fixtures';
import { startWorkerFixture } from '@vitae/test/support/export/worker-fixture';
import { until } from '@vitae/test/support/until';
import { zipOf } from '@vitae/test/support/zip-of';
import { wordDocument } from '../word/word-document.ts';
import { createOfficeConverter } from './converter.ts';
import { launchOffice, type Office } from './launch-office.ts';
import { ConversionCancelled } from './office-errors.ts';

const log = createLogger({ name: 'test', level: 'silent' });

const { soffice, python } = officePrograms;

let canary: Canary;
let folder: string;
beforeAll(async () => {
  canary = await openCanary();
  folder = await mkdtemp(join(tmpdir(), 'vitae-converter-'));
});
afterAll(async () => {
  await canary.close();
  await rm(folder, { recursive: true });
});

/** Returns the LibreOffice process that a driver started. */
async function sofficePid(driver: number | undefined): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''); // It exited after it was listed.
    if (/\) [A-Z] (\d+) /.exec(stat)?.[1] === String(driver)) return Number(pid);
  }
  throw new Error('LibreOffice is not running');
}

/** Returns the paths of the Unix sockets on which a process listens. */
async function listeningSockets(pid: number): Promise<string[]> {
  const links = await Promise.all((await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`)));
  const lines = (await readFile(`/proc/${pid}/net/unix`, 'utf8')).trim().split('\n').slice(1);
  const listening = lines.map((line) => line.trim().split(/\s+/)).filter(([, , , flags]) => flags === '00010000');
  const paths = listening.flatMap(([, , , , , , inode, path]) => (links.includes(`socket:[${inode}]`) ? [path] : []));
  return paths.filter((path) => path !== undefined).toSorted();
}

/** Waits until a killed process is gone or a zombie. */
function waitForExit(pid: number): Promise<boolean> {
  return until('LibreOffice to exit', async () => {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
    return stat === undefined || stat.includes(') Z ');
  });
}

/** Returns whether this machine allows a network namespace, for root or in a user namespace (unshare(1)). */
function allowsNetworkNamespace(): boolean {
  return ['-n', '-Urn'].some((flags) => spawnSync('unshare', [flags, 'true']).status === 0);
}

/** Returns a Python that runs as user 1000, like our images, if the test runs as root. */
async function unprivilegedPython(): Promise<string> {
  if (process.getuid?.() !== 0) return python;
  const program = join(folder, 'unprivileged-python');
  // Copies the driver, because other users may have no access to the project folder.
  const script = `#!/bin/sh
set -e
own=$(dirname "$3")
cp "$(dirname "$1")"/*.py "$own"
chown -R 1000:1000 "$own"
exec setpriv --reuid 1000 --regid 1000 --clear-groups ${python} "$own/convert.py" "$2" "$3"
`;
  await writeFile(program, script, { mode: 0o700 });
  return program;
}

/** Returns a Python in which unshare(2) fails, as under a seccomp profile that forbids it. */
async function pythonWithoutUnshare(): Promise<string> {
  const program = join(folder, 'python-without-unshare');
  const patch = `import ctypes,runpy,sys; real=ctypes.CDLL; ctypes.CDLL=lambda name: type('Libc',(),{'unshare':staticmethod(lambda flags: -1),'prctl':real(name).prctl}); sys.argv=sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')`;
  await writeFile(program, `#!/bin/sh\nexec ${python} -c "${patch}" "$@"\n`);
  await chmod(program, 0o700);
  return program;
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** A Word document whose template, images and included text are at `address`. */
function linkedDocument(address: string): Promise<Buffer> {
  const field = (code: string) =>
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
  const drawing = `<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="x"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="x"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
  const link = (id: string, type: string, target: string, mode = '') =>
    `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"${mode}/>`;
  const external = ' TargetMode="External"';
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/settings.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">${link('rId1', 'officeDocument', 'word/document.xml')}</Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${link('rId1', 'image', `${address}/p.png`, external)}${link('rId2', 'settings', 'settings.xml')}</Relationships>`,
    'word/_rels/settings.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${link('rId1', 'attachedTemplate', `${address}/t.dotm`, external)}</Relationships>`,
    'word/settings.xml': `<w:settings xmlns:w="${WORD}" xmlns:r="${RELATION}"><w:attachedTemplate r:id="rId1"/></w:settings>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}" xmlns:r="${RELATION}"><w:body><w:p><w:r><w:t>seen</w:t></w:r></w:p><w:p><w:r>${drawing}</w:r></w:p>${field(` INCLUDEPICTURE "${address}/i.png" \\d `)}${field(` INCLUDETEXT "${address}/t.txt" `)}</w:body></w:document>`,
  };
  return zipOf(parts);
}

describe('office converter', () => {
  test('replaces a LibreOffice that hangs, and the job succeeds', async () => {
    const { office, launched } = createOfficeFixture({ convertTimeoutMs: 20_000 });
    const exports = await startWorkerFixture(process.env, { renderers: { office } });
    const exportOdt = async (cvId: number) =>
      exports.resultOf<ExportResult>(await exports.add({ cvId, companyId: 7, format: 'odt' }));
    await exportOdt(31);
    process.kill(await sofficePid(launched[0]?.pid), 'SIGSTOP');
    expect(await exportOdt(32)).toMatchObject({ format: 'odt', reused: false });
    expect(launched).toHaveLength(2);
    expect(launched[0]?.running).toBe(false);
    await office.close();
    await exports.close();
  });

  test('replaces a LibreOffice that exceeds the memory limit', async () => {
    const { office, launched } = createOfficeFixture({ maxMemoryMb: 1 });
    const document = await linkedDocument(canary.addresses[0] ?? '');
    for (let index = 0; index < 9; index += 1) await office.convert(document, 'odt');
    expect(launched).toHaveLength(2);
    await office.close();
    expect(canary.contacts).toBe(0);
  });

  test('requests no external content, with and without a network namespace', async () => {
    const networks: string[] = [];
    for (const program of [python, await pythonWithoutUnshare()]) {
      const { office, launched } = createOfficeFixture({}, { soffice, python: program });
      for (const address of canary.addresses)
        expect((await office.convert(await linkedDocument(address), 'doc')).length).toBeGreaterThan(1_000);
      networks.push(await readlink(`/proc/${await sofficePid(launched[0]?.pid)}/ns/net`));
      await office.close();
    }
    expect(networks[1]).toBe(await readlink('/proc/self/ns/net'));
    expect(canary.contacts).toBe(0);
    expect(networks[0] !== networks[1]).toBe(allowsNetworkNamespace());
  });

  test('works for an unprivileged user, as in a container', async () => {
    const { office } = createOfficeFixture({}, { soffice, python: await unprivilegedPython() });
    const odt = await office.convert(await linkedDocument(canary.addresses[0] ?? ''), 'odt');
    expect(odt.length).toBeGreaterThan(1_000);
    await office.close();
    expect(canary.contacts).toBe(0);
  });

  test('ignores the Python of an active virtualenv', async () => {
    const active = join(folder, 'virtualenv');
    await mkdir(join(active, 'bin'), { recursive: true });
    await symlink(python, join(active, 'bin', 'python3'));
    await writeFile(join(active, 'pyvenv.cfg'), `home = ${dirname(python)}\ninclude-system-site-packages = false\n`);
    const path = process.env.PATH;
    process.env.PATH = `${join(active, 'bin')}:${path}`;
    const { office } = createOfficeFixture();
    try {
      const odt = await office.convert(await linkedDocument(canary.addresses[0] ?? ''), 'odt');
      expect(odt.length).toBeGreaterThan(1_000);
    } finally {
      process.env.PATH = path;
      await office.close();
    }
  });

  test('reports what LibreOffice wrote last when it exits', async () => {
    const broken = join(folder, 'broken-python');
    await writeFile(broken, '#!/bin/sh\nfor line in 1 2 3 4 5 6 7; do echo "line $line" >&2; done\nexit 1\n', {
      mode: 0o755,
    });
    const failure = launchOffice({ soffice, python: broken }, createLogger({ name: 'test', level: 'silent' }));
    await expect(failure).rejects.toMatchObject({
      name: 'OfficeUnavailable',
      cause: { name: 'OfficeCrashed', programOutput: ['line 3', 'line 4', 'line 5', 'line 6', 'line 7'] },
    });
  });

  test('removes temporary files and sockets when it is closed', async () => {
    const { office, launched } = createOfficeFixture();
    await office.convert(await linkedDocument(canary.addresses[0] ?? ''), 'odt');
    const userData = launched[0]?.folder ?? '';
    const temporaryFiles = (await readdir(userData)).filter((name) => /^lu\w+\.tmp$/.test(name));
    expect(temporaryFiles).not.toEqual([]);
    const sockets = await listeningSockets(await sofficePid(launched[0]?.pid));
    expect(sockets.map((path) => existsSync(path))).toEqual([true, true]);
    await office.close();
    expect(existsSync(userData)).toBe(false);
    expect(sockets.map((path) => existsSync(path))).toEqual([false, false]);
  });

  test('kills LibreOffice when a conversion is cancelled, and uses a new one for the next document', async () => {
    const launched: Office[] = [];
    const sofficePids: number[] = [];
    const started = Promise.withResolvers<void>();
    let completed = 0;
    const office = createOfficeConverter({
      launch: async () => {
        const one = await launchOffice(officePrograms, log);
        launched.push(one);
        sofficePids.push(await sofficePid(one.pid));
        const { convert } = one;
        one.convert = (...files) => {
          const conversion = convert(...files);
          conversion.then(() => (completed += 1)).catch(() => undefined); // LibreOffice is killed.
          started.resolve();
          return conversion;
        };
        return one;
      },
      limits: { convertTimeoutMs: 60_000, maxConversions: 100 },
      log,
    });
    const abort = new AbortController();
    // A document of hundreds of pages, which takes seconds to convert.
    const long = await wordDocument(buildDocument(longCareerSource(600), Date.now()));
    const converting = office.convert(long, 'odt', abort.signal);
    await started.promise;
    abort.abort();
    await expect(converting).rejects.toBeInstanceOf(ConversionCancelled);
    expect([completed, launched[0]?.running, launched.length]).toEqual([0, false, 1]);
    await waitForExit(sofficePids[0] ?? 0);
    expect(await readdir(launched[0]?.folder ?? '').catch(() => [])).toEqual([]);
    const short = await wordDocument(buildDocument(longCareerSource(1), Date.now()));
    expect((await office.convert(short, 'doc')).length).toBeGreaterThan(1_000);
    expect(launched).toHaveLength(2);
    await office.close();
  });
});

describe('LibreOffice of a worker that runs as root', () => {
  const asRoot = process.getuid?.() === 0 ? test : test.skip;

  asRoot('runs as an unprivileged user, leaves no sockets, and is killed with its driver', async () => {
    const office = await launchOffice(officePrograms, log);
    const pids = [office.pid, await sofficePid(office.pid)];
    const sockets = await listeningSockets(pids[1] ?? 0);
    const statuses = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/status`, 'latin1')));
    expect(statuses.map((status) => /^Uid:\t(\d+)\t(\d+)/m.exec(status)?.slice(1))).toEqual([
      ['65534', '65534'],
      ['65534', '65534'],
    ]);
    expect(sockets.length).toBeGreaterThan(0);
    await office.close();
    for (const pid of pids) await waitForExit(pid);
    expect([office.folder, ...sockets].filter((path) => existsSync(path))).toEqual([]);
  });
});

describe('LibreOffice with default settings', () => {
  test('contacts the canary, so these tests can detect a request', async () => {
    const path = join(folder, 'linked.docx');
    await writeFile(path, await linkedDocument(canary.addresses[0] ?? ''));
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    await promisify(execFile)(soffice, ['--headless', profile, '--convert-to', 'odt', '--outdir', folder, path]);
    expect(canary.contacts).toBeGreaterThan(0);
  });
});
