import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { JobFormat } from '@vitae/proto/export-job';
import { type Canary, openCanary } from '@vitae/test/support/export/canary';
import { readableText } from '@vitae/test/support/export/expect-harmless';
import {
  createHostileFileRenderer,
  type HostileFileRenderer,
  hostileSource,
  truncations,
} from '@vitae/test/support/export/hostile-files';

const run = promisify(execFile);
const patience = 300_000;
const soffice = process.env.SOFFICE_BINARY ?? '/usr/bin/soffice';

let canary: Canary;
let files: HostileFileRenderer;
let folder: string;

beforeAll(async () => {
  canary = await openCanary();
  files = createHostileFileRenderer(process.env);
  folder = await mkdtemp(join(tmpdir(), 'vitae-hostile-'));
}, patience);
afterAll(async () => {
  await Promise.all([files.close(), canary.close()]);
  await rm(folder, { recursive: true, force: true });
}, patience);

test(
  'a LibreOffice that knows nothing of ours opens the files without asking anybody for anything',
  async () => {
    const source = hostileSource(canary, { texts: () => truncations(canary.payloads.join('\n')) });
    const made = await files.render(source, 'classic');
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const paths = (['docx', 'odt', 'doc', 'txt'] as const).map((id) => join(folder, `${id}.${id}`));
    for (const path of paths) await writeFile(path, made.get(path.split('.').at(-1) as JobFormat) ?? '');
    await run(soffice, ['--headless', profile, '--convert-to', 'pdf', '--outdir', folder, ...paths]);
    for (const path of paths) {
      const shown = await readFile(path.replace(/\w+$/, 'pdf'));
      expect(shown.includes(canary.secret) || readableText('pdf', shown).includes(canary.secret)).toBe(false);
    }
    expect(canary.contacts).toBe(0);
  },
  patience,
);

test(
  'words without a space, each as long as a field takes and a megabyte in all, are a file in every format',
  async () => {
    const word = 'x'.repeat(20_000);
    const source = hostileSource(canary, {
      texts: (path) => (path.endsWith('experience.description') ? [word] : ['x']),
      items: (path) => (path.endsWith('experience') ? 50 : 1),
    });
    expect(JSON.stringify(source.cv).length).toBeGreaterThan(1_000_000);
    const made = await files.render(source, 'classic');
    const held = (['pdf', 'docx', 'odt', 'txt'] as const).filter(
      (id) => readableText(id, made.get(id) ?? Buffer.alloc(0)).split('x').length > 1_000_000,
    );
    expect(held).toEqual(['pdf', 'docx', 'odt', 'txt']);
    expect(made.get('doc')?.length).toBeGreaterThan(1_000_000);
  },
  patience,
);
