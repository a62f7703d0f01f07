import { existsSync } from 'node:fs';
import { buildDocument } from '@vitae/document/build-document';
import { sampleSource } from '@vitae/document/sample-source';
import { createLogger } from '@vitae/kit/log';
import { createOfficeFixture, officePrograms } from '@vitae/test/support/export/renderer-fixtures';
import { killProcessGroup } from '../processes/process-tree.ts';
import { wordDocument } from '../word/word-document.ts';
import { createOfficeConverter } from './converter.ts';
import { launchOffice } from './launch-office.ts';
import { OfficeCrashed, OfficeTimeout } from './office-errors.ts';

const log = createLogger({ name: 'test', level: 'silent' });

describe('LibreOffice', () => {
  let docx: Buffer;
  beforeAll(async () => {
    docx = await wordDocument(buildDocument(sampleSource(), Date.UTC(2026, 10, 21)));
  });

  test('is replaced after a crash, and the document is converted again', async () => {
    const { office, launched } = createOfficeFixture();
    await office.convert(docx, 'odt');
    const converting = office.convert(docx, 'odt');
    killProcessGroup(launched[0]?.pid);
    expect((await converting).length).toBeGreaterThan(1_000);
    expect(launched).toHaveLength(2);
    await office.close();
  });

  test('fails a document after a second crash and converts the next one', async () => {
    let kills = 0;
    const office = createOfficeConverter({
      launch: async () => {
        const started = await launchOffice(officePrograms, log);
        return {
          ...started,
          running: true,
          convert: async (input, output, filter) => {
            if (kills >= 2) return started.convert(input, output, filter);
            kills += 1;
            await started.close();
            throw new OfficeCrashed('killed by the test');
          },
        };
      },
      limits: { convertTimeoutMs: 60_000, maxConversions: 100 },
      log,
    });
    await expect(office.convert(docx, 'doc')).rejects.toBeInstanceOf(OfficeCrashed);
    expect((await office.convert(docx, 'doc')).subarray(0, 4).toString('hex')).toBe('d0cf11e0');
    await office.close();
  });

  test('is closed after a timeout', async () => {
    const { office, launched } = createOfficeFixture({ convertTimeoutMs: 1 });
    await expect(office.convert(docx, 'odt')).rejects.toBeInstanceOf(OfficeTimeout);
    expect(launched[0]?.running).toBe(false);
    await office.close();
  });

  test('is replaced after the maximum number of documents and leaves no folder behind', async () => {
    const { office, launched } = createOfficeFixture({ maxConversions: 2 });
    for (let index = 0; index < 3; index += 1) await office.convert(docx, 'doc');
    expect(launched).toHaveLength(2);
    await office.close();
    for (const { folder } of launched) expect(existsSync(folder)).toBe(false);
  });

  test('rejects an invalid document and converts the next one', async () => {
    const { office, launched } = createOfficeFixture();
    await expect(office.convert(Buffer.from([0, 1, 2, 3]), 'doc')).rejects.toThrow();
    expect((await office.convert(docx, 'doc')).length).toBeGreaterThan(1_000);
    expect(launched.length).toBeLessThanOrEqual(2);
    await office.close();
  });
});
