import { tmpdir } from 'node:os';
import { createLogger } from '@vitae/kit/log';
import { createOfficeConverter } from './converter.ts';

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
  const { convert } = createOfficeConverter({ launch, limits: { convertMs: 60_000, conversions: 9 }, log });
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
