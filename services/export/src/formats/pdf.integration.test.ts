import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildDocument, documentTexts } from '@vitae/document/build-document';
import { sampleSource } from '@vitae/document/sample-source';
import { createLogger } from '@vitae/kit/log';
import type { ExportSource } from '@vitae/proto/export-source';
import { launchBrowser } from '../browser/launch-browser.ts';
import { createPrinter, type Printer } from '../browser/printer.ts';
import { pdf } from './pdf.ts';

const now = Date.UTC(2026, 10, 21);
const patience = 120_000;
const noOffice = { convert: () => Promise.reject(new Error('not in this test')), close: async () => undefined };
let printer: Printer;

beforeAll(() => {
  printer = createPrinter({
    launch: () => launchBrowser(process.env.PUPPETEER_EXECUTABLE_PATH ?? ''),
    limits: { renderTimeoutMs: 20_000, maxRenders: 500, maxMemoryMb: 2_000 },
    warmUp: { pages: 1, html: '<p>warm' },
    log: createLogger({ name: 'test', level: 'silent' }),
  });
});
afterAll(() => printer.close(), patience);

const make = (source: ExportSource) =>
  pdf.render({ model: buildDocument(source, now), source }, { printer, office: noOffice });
const read = (file: Buffer, program: string, ...options: string[]) =>
  execFileSync(program, [...options, '-'], { input: file }).toString();
const textOf = (file: Buffer, ...options: string[]) =>
  execFileSync('pdftotext', [...options, '-', '-'], { input: file }).toString();
const tight = (text: string) => text.normalize('NFKC').replace(/[\s·]/g, '');

function expectInOrder(text: string, parts: string[]): void {
  let from = 0;
  const rest = tight(text);
  for (const part of parts) {
    const at = rest.indexOf(tight(part), from);
    expect([part, at]).toEqual([part, expect.any(Number)]);
    if (at < 0) throw new Error(`Not in order: ${part} is not after ${rest.slice(Math.max(0, from - 60), from)}`);
    from = at + tight(part).length;
  }
}

function longSource(): ExportSource {
  const source = sampleSource();
  const [first] = source.cv.experiences.experience;
  const experience = Array.from({ length: 40 }, (_, index) => ({
    ...(first as NonNullable<typeof first>),
    title: `Position number ${index}`,
    missions: {
      mission: Array.from({ length: index % 6 }, (_, mission) => ({
        description: `Mission ${mission} of ${index}, ${'and more '.repeat(15)}`,
      })),
    },
  }));
  return { ...source, cv: { ...source.cv, experiences: { experience } } };
}

describe('a CV as PDF', () => {
  test(
    'is tagged, titled, on the paper of its country, in its language, with an outline',
    async () => {
      const file = await make(sampleSource({ culture: 'en_UK' }));
      const info = read(file, 'pdfinfo');
      expect(info).toMatch(/^Title:\s+Jane Developer – Full Stack Software Engineer$/m);
      expect(info).toMatch(/^Tagged:\s+yes$/m);
      expect(info).toMatch(/^Page size:\s+612 x 792 pts \(letter\)$/m);
      expect(info).toMatch(/^JavaScript:\s+no$/m);
      expect(file.toString('latin1')).toMatch(/\/Lang \(en-GB\)/);
      expect(file.toString('latin1')).toContain('/Outlines');
      const structure = read(file, 'pdfinfo', '-struct');
      expect(structure.match(/^ *(?:H1|H2|H3|L|LI|Figure|Link)\b/gm)?.length).toBeGreaterThan(20);
    },
    patience,
  );

  test(
    'reads in the order of the document',
    async () => {
      const source = sampleSource();
      const parts = documentTexts(buildDocument(source, now));
      const file = await make(source);
      expectInOrder(textOf(file), parts);
      expectInOrder(textOf(file, '-raw'), parts);
    },
    patience,
  );

  test(
    'reads in order over many pages, no page beginning or ending with a heading alone',
    async () => {
      const file = await make(longSource());
      const pages = textOf(file).split('\f').slice(0, -1);
      expect(pages.length).toBeGreaterThan(4);
      expectInOrder(
        pages.join('\n').replace(/\n\s*Jane Developer\s+\d+ \/ \d+\s*/g, '\n'),
        Array.from({ length: 40 }, (_, index) => `Position number ${index}`),
      );
      pages.forEach((page, index) => {
        const lines = page
          .split('\n')
          .filter((line) => line.trim() !== '' && !/^(Jane Developer|\d+ \/ \d+)$/.test(line.trim()));
        expect(lines.at(-1)).not.toMatch(/^(Position number|Mar 2021|Work experience|Education|Skills)/);
        expect(lines.length).toBeGreaterThan(1);
        if (index > 0) expect(lines[0]).not.toMatch(/^(Leads the platform|Mar 2021)/);
      });
    },
    patience,
  );

  test.each([
    ['Arabic', 'مهندسة'],
    ['Japanese', '東京の山田たろう'],
    ['Chinese', '软件工程师'],
    ['Korean', '백엔드개발자'],
    ['Greek and Cyrillic', 'Ελληνικά Русский'],
    ['Hindi and Thai', 'हिन्दी ไทย'],
    ['Vietnamese and Turkish', 'Tiếng Việt ğışç'],
  ])(
    '%s has a glyph for each letter, in embedded fonts',
    async (_script, text) => {
      const source = sampleSource();
      const file = await make({ ...source, cv: { ...source.cv, presentation: { title: null, text } } });
      const bare = (written: string) => written.normalize('NFKC').replace(/[\s\u200e\u200f\u202a-\u202e]/g, '');
      expect(bare(textOf(file))).toContain(bare(text));
      const fonts = read(file, 'pdffonts').split('\n').slice(2).filter(Boolean);
      for (const font of fonts) expect(font).toMatch(/\s(yes) +(yes|no) +yes +\d+ +\d+$/);
    },
    patience,
  );

  test(
    'links to the web, to an address and to a telephone, and to nothing else',
    async () => {
      const source = sampleSource();
      const links = {
        link: [
          ...source.cv.links.link,
          { id: 9, type: 'x', url: 'javascript:alert(1)' },
          { id: 10, type: 'y', url: 'file:///etc/passwd' },
        ],
      };
      const file = await make({ ...source, cv: { ...source.cv, links } });
      const targets = [...file.toString('latin1').matchAll(/\/URI \(([^)]*)\)/g)].map(([, target]) => target);
      expect(targets).toContain('mailto:jane@example.com');
      expect(targets).toContain('tel:+15551234567');
      expect(targets).toContain('https://hachyderm.io/@jane');
      for (const target of targets) expect(target).toMatch(/^(https?:|mailto:|tel:)/);
    },
    patience,
  );

  test(
    'prints the photo, described for those who do not see it',
    async () => {
      const images = (file: Buffer) => read(file, 'pdfimages', '-list').match(/^\s*\d+\s+\d+\s+image /gm)?.length ?? 0;
      const withPhoto = await make(sampleSource());
      expect(images(withPhoto)).toBe(1);
      expect(read(withPhoto, 'pdfinfo', '-struct')).toContain('Figure');
      expect(images(await make(sampleSource({ photo: null })))).toBe(0);
    },
    patience,
  );

  test(
    'an anonymised CV names nobody, in its text or beside it',
    async () => {
      const source = sampleSource({ anonymized: true, displayName: '', photo: null });
      const file = await make({
        ...source,
        cv: { ...source.cv, contacts: { contact: [] }, links: { link: [] }, url: '' },
      });
      expect(textOf(file) + read(file, 'pdfinfo')).not.toMatch(/Jane|Developer/);
      expect(file.includes('/Author')).toBe(false);
    },
    patience,
  );
});

describe('hostile text in every field', () => {
  let canary: Server;
  const connections: number[] = [];
  beforeAll(async () => {
    canary = createServer((_request, response) => response.end('canary-7f3a91'));
    canary.on('connection', () => connections.push(Date.now()));
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void canary.close());

  test(
    'is printed as text, and reaches no server',
    async () => {
      const { port } = canary.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/x`;
      const hostile = `<img src="${url}"><script>fetch("${url}")</script></style><style>@import "${url}";</style>url(${url}) file:///etc/passwd "></title>`;
      const kept = new Set(['id', 'color', 'contentType', 'base64', 'culture', 'isoCode', 'start', 'end', 'birthdate']);
      const source = JSON.parse(JSON.stringify(sampleSource()), (key, value: unknown) =>
        typeof value === 'string' && !kept.has(key) ? hostile : value,
      ) as ExportSource;
      const file = await make(source);
      expect(tight(textOf(file))).toContain(tight(hostile));
      expect(connections).toEqual([]);
      expect(textOf(file)).not.toMatch(/canary-7f3a91|root:x:0/);
    },
    patience,
  );
});
