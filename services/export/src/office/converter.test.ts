import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@vitae/kit/log';
import { createOfficeConverter } from './converter.ts';
import { OfficeUnavailable } from './office-errors.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const limits = { convertTimeoutMs: 60_000, maxConversions: 9 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-converter-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a cancelled conversion', () => {
  test('does not start while it waits, and replaces LibreOffice while it runs', async () => {
    const started = Promise.withResolvers<void>();
    let conversions = 0;
    let closed = 0;
    const launch = async () => ({
      pid: 0,
      folder,
      running: true,
      convert: () => {
        conversions += 1;
        started.resolve();
        return new Promise<void>(() => undefined);
      },
      close: async () => {
        closed += 1;
      },
    });
    const { convert } = createOfficeConverter({ launch, limits, log });
    const [running, waiting] = [new AbortController(), new AbortController()];
    const settled = Promise.allSettled([
      convert(Buffer.from('a'), 'odt', running.signal),
      convert(Buffer.from('b'), 'odt', waiting.signal),
    ]);
    await started.promise;
    waiting.abort();
    running.abort();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([conversions, closed]).toEqual([1, 1]);
  });
});

test('a converter does not read a file to which LibreOffice links as its output', async () => {
  const secret = join(folder, 'secret');
  await writeFile(secret, 'private key');
  const convert = (_input: string, output: string) => symlink(secret, output);
  const launch = async () => ({ pid: 0, folder, running: true, convert, close: async () => undefined });
  const office = createOfficeConverter({ launch, limits, log });
  await expect(office.convert(Buffer.from('docx'), 'odt')).rejects.toMatchObject({ code: 'ELOOP' });
});

describe('LibreOffice that exits during its start', () => {
  function failingOffice(failures: number) {
    let starts = 0;
    const launch = async () => {
      starts += 1;
      if (starts <= failures) throw new OfficeUnavailable(`start ${starts}`);
      return {
        pid: 0,
        folder,
        running: true,
        convert: (_: string, output: string) => writeFile(output, 'converted'),
        close: async () => undefined,
      };
    };
    const converter = createOfficeConverter({ launch, limits, log });
    return {
      convert: async () => (await converter.convert(Buffer.from('a'), 'odt')).toString(),
      starts: () => starts,
    };
  }

  test('is started once more for the same document', async () => {
    const { convert, starts } = failingOffice(1);
    expect([await convert(), starts()]).toEqual(['converted', 2]);
  });

  test('is reported as unavailable after the second failure and started again for the next document', async () => {
    const { convert, starts } = failingOffice(2);
    await expect(convert()).rejects.toBeInstanceOf(OfficeUnavailable);
    expect([await convert(), starts()]).toEqual(['converted', 3]);
  });
});
