import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { buildDocument } from '@vitae/document/build-document';
import { createLogger } from '@vitae/kit/log';
import type { ExportResult } from '@vitae/proto/export-job';
import { longCareerSource } from '@vitae/test/support/document/hard-cases';
import { type Canary, openCanary } from '@vitae/test/support/export/canary';
import { startWorkerFixture } from '@vitae/test/support/export/worker-fixture';
import { until } from '@vitae/test/support/until';
import { archiveOf } from '../batch/archive.ts';
import { wordDocument } from '../word/word-document.ts';
import { type ConverterOptions, createOfficeConverter } from './converter.ts';
import { launchOffice, type Office } from './launch-office.ts';
import { ConversionCancelled } from './office-errors.ts';

const patience = 120_000;
const soffice = process.env.SOFFICE_BINARY ?? '/usr/bin/soffice';
const python = process.env.OFFICE_PYTHON ?? '/usr/bin/python3';
const log = createLogger({ name: 'test', level: 'silent' });

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

function converter(limits: Partial<ConverterOptions['limits']> = {}, programs = { soffice, python }) {
  const launched: Office[] = [];
  const launch = async () => {
    const started = await launchOffice(programs);
    launched.push(started);
    return started;
  };
  return {
    launched,
    ...createOfficeConverter({ launch, limits: { convertTimeoutMs: 60_000, maxConversions: 100, ...limits }, log }),
  };
}

/** LibreOffice itself, below the process that drives it. */
async function sofficeOf(driver: number): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''); // ended between the two reads
    if (/\) [A-Z] (\d+) /.exec(stat)?.[1] === String(driver)) return Number(pid);
  }
  throw new Error('No LibreOffice runs');
}

/** Where in the file system a process listens. */
async function socketsOf(pid: number): Promise<string[]> {
  const links = await Promise.all((await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`)));
  const lines = (await readFile(`/proc/${pid}/net/unix`, 'utf8')).trim().split('\n').slice(1);
  const listening = lines.map((line) => line.trim().split(/\s+/)).filter(([, , , flags]) => flags === '00010000');
  const paths = listening.flatMap(([, , , , , , inode, path]) => (links.includes(`socket:[${inode}]`) ? [path] : []));
  return paths.filter((path) => path !== undefined).toSorted();
}

/** Waits for a killed process to exit. A zombie counts as exited. */
function processExit(pid: number): Promise<boolean> {
  return until(`process ${pid} to exit`, async () => {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
    return stat === undefined || stat.includes(') Z ');
  });
}

/** Whether this machine lets a process into a network of its own: unshare(1), as root or in a namespace of users. */
function mayHaveNetwork(): boolean {
  return ['-n', '-Urn'].some((flags) => spawnSync('unshare', [flags, 'true']).status === 0);
}

/** Under root: a Python that gives up its rights, for the user of our images, and owns the folder that it works in. */
async function pythonWithoutRights(): Promise<string> {
  if (process.getuid?.() !== 0) return python;
  const program = join(folder, 'python-without-rights');
  // The converter goes along: the folder of the project may be closed to others.
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

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** A Word document that has a template, a picture and a text elsewhere. */
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
  const entries = Object.entries(parts).map(([name, xml]) => ({
    name,
    compress: true,
    open: async () => Readable.from([Buffer.from(xml)]),
  }));
  return buffer(archiveOf(entries, new Date()));
}

describe('LibreOffice', () => {
  test(
    'that has stopped is ended and started again, and the job is done',
    async () => {
      const office = converter({ convertTimeoutMs: 20_000 });
      const exports = await startWorkerFixture(process.env, { tools: { office } });
      const make = async (cvId: number) =>
        exports.resultOf<ExportResult>(await exports.add({ cvId, companyId: 7, format: 'odt' }));
      await make(31);
      const [first] = office.launched;
      process.kill(await sofficeOf(first?.pid ?? 0), 'SIGSTOP');
      expect(await make(32)).toMatchObject({ format: 'odt', reused: false });
      expect(office.launched).toHaveLength(2);
      expect(first?.running).toBe(false);
      await office.close();
      await exports.close();
    },
    patience,
  );

  test(
    'that holds more memory than it may is replaced',
    async () => {
      const office = converter({ maxMemoryMb: 1 });
      const document = await linkedDocument(canary.addresses[0] ?? '');
      for (let index = 0; index < 9; index += 1) await office.convert(document, 'odt');
      expect(office.launched).toHaveLength(2);
      await office.close();
      expect(canary.contacts).toBe(0);
    },
    patience,
  );

  test(
    'asks nobody for what a document names, where it may have a network of its own and where not',
    async () => {
      const refused = join(folder, 'python-without-unshare');
      // unshare(2) answers as under a seccomp profile that forbids it.
      const patch = `import ctypes,runpy,sys; real=ctypes.CDLL; ctypes.CDLL=lambda name: type('Libc',(),{'unshare':staticmethod(lambda flags: -1),'prctl':real(name).prctl}); sys.argv=sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')`;
      await writeFile(refused, `#!/bin/sh\nexec ${python} -c "${patch}" "$@"\n`);
      await chmod(refused, 0o700);
      const networks: string[] = [];
      for (const program of [python, refused]) {
        const office = converter({}, { soffice, python: program });
        for (const address of canary.addresses)
          expect((await office.convert(await linkedDocument(address), 'doc')).length).toBeGreaterThan(1_000);
        networks.push(await readlink(`/proc/${await sofficeOf(office.launched[0]?.pid ?? 0)}/ns/net`));
        await office.close();
      }
      expect(networks[1]).toBe(await readlink('/proc/self/ns/net'));
      expect(canary.contacts).toBe(0);
      expect(networks[0] !== networks[1]).toBe(mayHaveNetwork());
    },
    patience,
  );

  test(
    'serves a user without rights, as in a container: its id is kept in the network of its own',
    async () => {
      const office = converter({}, { soffice, python: await pythonWithoutRights() });
      const made = await office.convert(await linkedDocument(canary.addresses[0] ?? ''), 'odt');
      expect(made.length).toBeGreaterThan(1_000);
      await office.close();
      expect(canary.contacts).toBe(0);
    },
    patience,
  );

  test(
    'leaves no temporary file and no socket behind when it ends',
    async () => {
      const office = converter();
      await office.convert(await linkedDocument(canary.addresses[0] ?? ''), 'odt');
      const own = office.launched[0]?.folder ?? '';
      // As LibreOffice names them.
      expect((await readdir(own)).filter((name) => /^lu\w+\.tmp$/.test(name))).not.toEqual([]);
      const sockets = await socketsOf(await sofficeOf(office.launched[0]?.pid ?? 0));
      expect(sockets.map((path) => existsSync(path))).toEqual([true, true]);
      await office.close();
      expect(existsSync(own)).toBe(false);
      expect(sockets.map((path) => existsSync(path))).toEqual([false, false]);
    },
    patience,
  );

  test(
    'that converts what nobody wants any more is ended in the middle of it, and the next document has a fresh one',
    async () => {
      const launched: Office[] = [];
      const begun = Promise.withResolvers<void>();
      const programs: number[] = [];
      let converted = 0;
      const office = createOfficeConverter({
        launch: async () => {
          const started = await launchOffice({ soffice, python });
          launched.push(started);
          programs.push(await sofficeOf(started.pid));
          const { convert } = started;
          started.convert = (...files) => {
            const work = convert(...files);
            work.then(() => (converted += 1)).catch(() => undefined); // it is ended by us
            begun.resolve();
            return work;
          };
          return started;
        },
        limits: { convertTimeoutMs: 60_000, maxConversions: 100 },
        log,
      });
      const nobody = new AbortController();
      // Some hundred pages: LibreOffice takes seconds for what is given up in the same moment.
      const long = await wordDocument(buildDocument(longCareerSource(600), Date.now()));
      const converting = office.convert(long, 'odt', nobody.signal);
      await begun.promise;
      nobody.abort();
      await expect(converting).rejects.toBeInstanceOf(ConversionCancelled);
      expect([converted, launched[0]?.running, launched.length]).toEqual([0, false, 1]);
      await processExit(programs[0] ?? 0);
      expect(await readdir(launched[0]?.folder ?? '').catch(() => [])).toEqual([]);
      const short = await wordDocument(buildDocument(longCareerSource(1), Date.now()));
      expect((await office.convert(short, 'doc')).length).toBeGreaterThan(1_000);
      expect(launched).toHaveLength(2);
      await office.close();
    },
    patience,
  );

  test(
    'as it comes would ask, and the canary would hear it',
    async () => {
      const path = join(folder, 'linked.docx');
      await writeFile(path, await linkedDocument(canary.addresses[0] ?? ''));
      const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
      await promisify(execFile)(soffice, ['--headless', profile, '--convert-to', 'odt', '--outdir', folder, path]);
      expect(canary.contacts).toBeGreaterThan(0);
    },
    patience,
  );
});
