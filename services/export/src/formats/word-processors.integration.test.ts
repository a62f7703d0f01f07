import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDocument, documentTexts } from '@vitae/document/build-document';
import { sampleSource } from '@vitae/document/sample-source';
import { templateIds } from '@vitae/document/templates/template';
import { directionOfPhrase } from '@vitae/document/writing-system';
import { createLogger } from '@vitae/kit/log';
import type { ExportSource } from '@vitae/proto/export-source';
import { arabicSource } from '@vitae/test/support/document/right-to-left';
import { killProcessGroup } from '../browser/launch-browser.ts';
import { createOfficeConverter, type OfficeConverter } from '../office/converter.ts';
import { launchOffice, type Office } from '../office/launch-office.ts';
import { OfficeCrashed, OfficeTimeout } from '../office/office-errors.ts';
import { doc } from './doc.ts';
import { docx } from './docx.ts';
import type { Format, Renderers } from './format.ts';
import { odt } from './odt.ts';
import { txt } from './txt.ts';

const patience = 120_000;
const now = Date.UTC(2026, 10, 21);
const soffice = process.env.SOFFICE_BINARY ?? '/usr/bin/soffice';
const python = process.env.OFFICE_PYTHON ?? '/usr/bin/python3';
const log = createLogger({ name: 'test', level: 'silent' });
const printer = {
  print: async () => Buffer.alloc(0),
  screenshot: async () => Buffer.alloc(0),
  ready: async () => undefined,
  close: async () => undefined,
};

let folder: string;
let launched: Office[];
let office: OfficeConverter;

function converter(limits = { convertTimeoutMs: 60_000, maxConversions: 100 }): OfficeConverter {
  return createOfficeConverter({
    launch: async () => {
      const started = await launchOffice({ soffice, python });
      launched.push(started);
      return started;
    },
    limits,
    log,
  });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'word-processors-'));
  launched = [];
  office = converter();
});
afterAll(async () => {
  await office.close();
  rmSync(folder, { recursive: true });
}, patience);

const tools = (): Renderers => ({ printer, office });
const make = (format: Format, source: ExportSource) =>
  format.render({ model: buildDocument(source, now), source }, tools());
const tight = (text: string) => text.normalize('NFKC').replace(/[\s·•\-=]/g, '');

/** What a reader of the file sees, by LibreOffice's own way to PDF. */
function textOf(file: Buffer, extension: string): string {
  const path = join(folder, `read.${extension}`);
  writeFileSync(path, file);
  const profile = `-env:UserInstallation=file://${join(folder, 'reader')}`;
  execFileSync(soffice, ['--headless', profile, '--convert-to', 'pdf', '--outdir', folder, path], { stdio: 'ignore' });
  return execFileSync('pdftotext', [join(folder, 'read.pdf'), '-']).toString();
}

function expectInOrder(text: string, parts: string[]): void {
  let from = 0;
  const rest = tight(text);
  for (const part of parts) {
    const at = rest.indexOf(tight(part), from);
    if (at < 0) throw new Error(`${part} does not come after ${rest.slice(Math.max(0, from - 60), from)}`);
    from = at + tight(part).length;
  }
}

const partOf = (file: Buffer, part: string) => {
  const path = join(folder, 'part.zip');
  writeFileSync(path, file);
  return execFileSync(python, [
    '-c',
    'import sys,zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))',
    path,
    part,
  ]).toString();
};

describe('word processor files', () => {
  test.each([docx, odt, doc])(
    '$id holds the text of the document in its order',
    async (format) => {
      const source = sampleSource();
      expectInOrder(textOf(await make(format, source), format.extension), documentTexts(buildDocument(source, now)));
    },
    patience,
  );

  test('txt holds the text of the document in its order', async () => {
    const source = sampleSource();
    expectInOrder((await make(txt, source)).toString(), documentTexts(buildDocument(source, now)));
  });

  test.each(templateIds)(
    'in %s, what is from the left among words from the right is never cut at the end of a line',
    async (template) => {
      const source = arabicSource();
      const styled = { ...source, printDisplay: { ...source.printDisplay, id: template } };
      const lines = textOf(await make(docx, styled), 'docx')
        .replaceAll('\u00a0', ' ')
        .split('\n');
      const { contacts, facts } = buildDocument(styled, now).header;
      const fromTheLeft = [...contacts.map(({ text }) => text), ...facts].filter(
        (text) => directionOfPhrase(text) === 'ltr',
      );
      expect(fromTheLeft).toContain('35\u00a0ans');
      for (const phrase of fromTheLeft) {
        const whole = phrase.replaceAll('\u00a0', ' ');
        expect([whole, lines.some((line) => line.includes(whole))]).toEqual([whole, true]);
      }
    },
    patience,
  );

  test(
    'are what they say',
    async () => {
      const [word, open, old] = await Promise.all([docx, odt, doc].map((format) => make(format, sampleSource())));
      expect(word?.subarray(0, 2).toString()).toBe('PK');
      expect(open?.subarray(30, 77).toString()).toContain('mimetypeapplication/vnd.oasis.opendocument.text');
      // Compound File Binary, the container of Word 97 to 2003.
      expect(old?.subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1');
    },
    patience,
  );

  test(
    'are made of headings and lists that a person can edit',
    async () => {
      const word = partOf(await make(docx, sampleSource()), 'word/document.xml');
      for (const style of ['Title', 'Heading1', 'Heading2']) expect(word).toContain(`<w:pStyle w:val="${style}"/>`);
      expect(word).toContain('<w:numPr>');
      const open = partOf(await make(odt, sampleSource()), 'content.xml');
      expect(open).toMatch(/<text:h [^>]*text:outline-level="1"/);
      expect(open).toContain('<text:list ');
    },
    patience,
  );

  test(
    'name nobody when the CV is anonymised',
    async () => {
      const source = sampleSource({ anonymized: true, displayName: '', photo: null });
      const hidden = { ...source, cv: { ...source.cv, contacts: { contact: [] }, links: { link: [] }, url: '' } };
      const word = await make(docx, hidden);
      const open = await make(odt, hidden);
      const all = [
        ...['word/document.xml', 'docProps/core.xml', 'docProps/app.xml'].map((part) => partOf(word, part)),
        ...['content.xml', 'meta.xml', 'settings.xml'].map((part) => partOf(open, part)),
        (await make(doc, hidden)).toString('latin1'),
        (await make(doc, hidden)).toString('utf16le'),
      ].join('\n');
      expect(all).not.toMatch(/Jane|jane@/);
    },
    patience,
  );

  test(
    'hold hostile text as text: no field, no script, no link outside',
    async () => {
      const hostile =
        '<w:fldSimple w:instr="INCLUDETEXT file:///etc/passwd"/> =cmd|calc {INCLUDEPICTURE "http://127.0.0.1:9/x"} ]]></w:t>';
      const kept = new Set(['id', 'color', 'contentType', 'base64', 'culture', 'isoCode', 'start', 'end', 'birthdate']);
      const source = JSON.parse(JSON.stringify(sampleSource()), (key, value: unknown) =>
        typeof value === 'string' && !kept.has(key) ? hostile : value,
      ) as ExportSource;
      const word = await make(docx, source);
      const xml = partOf(word, 'word/document.xml');
      expect(xml).not.toContain('<w:fldSimple');
      expect(xml).not.toContain('INCLUDETEXT file:///etc/passwd</w:instrText>');
      expect(partOf(word, 'word/_rels/document.xml.rels')).not.toMatch(/Target="(file:|http:\/\/127)/);
      expect(tight(textOf(await make(odt, source), 'odt'))).toContain(tight(hostile));
    },
    patience,
  );
});

describe('LibreOffice', () => {
  test(
    'that ends under a document is started again for it',
    async () => {
      const own = converter();
      const before = launched.length;
      await own.convert(await make(docx, sampleSource()), 'odt');
      const file = await make(docx, sampleSource());
      const converting = own.convert(file, 'odt');
      killProcessGroup(launched[before]?.pid);
      expect((await converting).length).toBeGreaterThan(1_000);
      expect(launched).toHaveLength(before + 2);
      await own.close();
    },
    patience,
  );

  test(
    'that ends twice under one document gives it up, and converts the next',
    async () => {
      let kills = 0;
      const own = createOfficeConverter({
        launch: async () => {
          const started = await launchOffice({ soffice, python });
          return {
            ...started,
            running: true,
            convert: async (input, output, filter) => {
              if (kills >= 2) return started.convert(input, output, filter);
              kills += 1;
              killProcessGroup(started.pid);
              await started.close();
              throw new OfficeCrashed('killed by the test');
            },
          };
        },
        limits: { convertTimeoutMs: 60_000, maxConversions: 100 },
        log,
      });
      const file = await make(docx, sampleSource());
      await expect(own.convert(file, 'doc')).rejects.toBeInstanceOf(OfficeCrashed);
      expect((await own.convert(file, 'doc')).subarray(0, 4).toString('hex')).toBe('d0cf11e0');
      await own.close();
    },
    patience,
  );

  test(
    'that hangs is ended, and the next document has a fresh one',
    async () => {
      const own = converter({ convertTimeoutMs: 1, maxConversions: 100 });
      const file = await make(docx, sampleSource());
      await expect(own.convert(file, 'odt')).rejects.toBeInstanceOf(OfficeTimeout);
      expect(launched.at(-1)?.running).toBe(false);
      await own.close();
    },
    patience,
  );

  test(
    'is replaced after its number of documents, and leaves no folder behind',
    async () => {
      const own = converter({ convertTimeoutMs: 60_000, maxConversions: 2 });
      const before = launched.length;
      const file = await make(docx, sampleSource());
      for (let index = 0; index < 3; index += 1) await own.convert(file, 'doc');
      expect(launched).toHaveLength(before + 2);
      await own.close();
      for (const { folder } of launched.slice(before)) expect(existsSync(folder)).toBe(false);
    },
    patience,
  );

  test(
    'refuses what is no document, and goes on',
    async () => {
      const before = launched.length;
      await expect(office.convert(Buffer.from([0, 1, 2, 3]), 'doc')).rejects.toThrow();
      expect((await make(doc, sampleSource())).length).toBeGreaterThan(1_000);
      expect(launched.length - before).toBeLessThanOrEqual(1);
    },
    patience,
  );
});
