import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@vitae/kit/log';
import { createOfficeConverter } from './converter.ts';
import { OfficeUnavailable } from './office-errors.ts';

const log = createLogger({ name: 'test', level: 'silent' });

test('what is given up is not begun while it waits, and its LibreOffice replaced while it runs', async () => {
  const begun = Promise.withResolvers<void>();
  let conversions = 0;
  let closed = 0;
  const launch = async () => ({
    pid: 0,
    folder: tmpdir(),
    running: true,
    convert: () => {
      conversions += 1;
      begun.resolve();
      return new Promise<void>(() => undefined);
    },
    close: async () => {
      closed += 1;
    },
  });
  const { convert } = createOfficeConverter({ launch, limits: { convertTimeoutMs: 60_000, maxConversions: 9 }, log });
  const [running, waiting] = [new AbortController(), new AbortController()];
  const ends = Promise.allSettled([
    convert(Buffer.from('a'), 'odt', running.signal),
    convert(Buffer.from('b'), 'odt', waiting.signal),
  ]);
  await begun.promise;
  waiting.abort();
  running.abort();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([conversions, closed]).toEqual([1, 1]);
});

describe('LibreOffice that ends while it starts', () => {
  function failingOffice(failures: number) {
    let starts = 0;
    const launch = async () => {
      starts += 1;
      if (starts <= failures) throw new OfficeUnavailable(`LibreOffice does not start: ${starts}`);
      return {
        pid: 0,
        folder,
        running: true,
        convert: (_: string, output: string) => writeFile(output, 'made'),
        close: async () => undefined,
      };
    };
    const { convert } = createOfficeConverter({ launch, limits: { convertTimeoutMs: 60_000, maxConversions: 9 }, log });
    const made = async () => (await convert(Buffer.from('a'), 'odt')).toString();
    return { made, starts: () => starts };
  }

  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitae-converter-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('is started once more for the same document', async () => {
    const { made, starts } = failingOffice(1);
    expect([await made(), starts()]).toEqual(['made', 2]);
  });

  test('twice is said to be unavailable, and tried anew for the next document', async () => {
    const { made, starts } = failingOffice(2);
    await expect(made()).rejects.toBeInstanceOf(OfficeUnavailable);
    expect([await made(), starts()]).toEqual(['made', 3]);
  });
});
