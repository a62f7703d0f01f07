import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Canary, openCanary } from '@vitae/test/support/export/canary';
import { readableText } from '@vitae/test/support/export/expect-harmless';
import {
  createHostileFileRenderer,
  type HostileFileRenderer,
  hostileSource,
  truncations,
} from '@vitae/test/support/export/hostile-files';
import { officePrograms } from '@vitae/test/support/export/renderer-fixtures';

const run = promisify(execFile);
const TIMEOUT_MS = 300_000;

let canary: Canary;
let renderer: HostileFileRenderer;
let folder: string;

beforeAll(async () => {
  canary = await openCanary();
  renderer = createHostileFileRenderer();
  folder = await mkdtemp(join(tmpdir(), 'vitae-hostile-'));
});
afterAll(async () => {
  await Promise.all([renderer.close(), canary.close()]);
  await rm(folder, { recursive: true, force: true });
});

describe('files of a hostile CV', () => {
  test(
    'cause no request and reveal no file when a plain LibreOffice opens them',
    async () => {
      const source = hostileSource(canary, { texts: () => truncations(canary.payloads.join('\n')) });
      const files = await renderer.render(source, 'classic');
      const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
      const formats = ['docx', 'odt', 'doc', 'txt'] as const;
      const pathOf = (format: string, extension: string) => join(folder, `${format}.${extension}`);
      for (const format of formats) await writeFile(pathOf(format, format), files.get(format) ?? '');
      const paths = formats.map((format) => pathOf(format, format));
      const options = ['--headless', profile, '--convert-to', 'pdf', '--outdir', folder];
      await run(officePrograms.soffice, [...options, ...paths]);
      for (const format of formats) {
        const pdf = await readFile(pathOf(format, 'pdf'));
        expect(pdf.includes(canary.secret) || readableText('pdf', pdf).includes(canary.secret)).toBe(false);
      }
      expect(canary.contacts).toBe(0);
    },
    TIMEOUT_MS,
  );

  test(
    'contain a megabyte of words without spaces in every format',
    async () => {
      const word = 'x'.repeat(20_000);
      const source = hostileSource(canary, {
        texts: (path) => (path.endsWith('experience.description') ? [word] : ['x']),
        items: (path) => (path.endsWith('experience') ? 50 : 1),
      });
      expect(JSON.stringify(source.cv).length).toBeGreaterThan(1_000_000);
      const files = await renderer.render(source, 'classic');
      const complete = (['pdf', 'docx', 'odt', 'txt'] as const).filter(
        (id) => readableText(id, files.get(id) ?? Buffer.alloc(0)).split('x').length > 1_000_000,
      );
      expect(complete).toEqual(['pdf', 'docx', 'odt', 'txt']);
      expect(files.get('doc')?.length).toBeGreaterThan(1_000_000);
    },
    TIMEOUT_MS,
  );
});
