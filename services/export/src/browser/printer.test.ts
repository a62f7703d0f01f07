import { createLogger } from '@vitae/kit/log';
import { asExportError } from './browser-errors.ts';
import type { LaunchedBrowser } from './launch-browser.ts';
import { createPrinter } from './printer.ts';

test('a browser that opens no page is tried once more, and then unavailable: no document is to blame', async () => {
  const gone = { connected: true, createBrowserContext: () => Promise.reject(new Error('Target closed')) };
  let launched = 0;
  const launch = async (): Promise<LaunchedBrowser> => {
    launched += 1;
    return { browser: gone as unknown as LaunchedBrowser['browser'], pid: 0, close: async () => undefined };
  };
  const printer = createPrinter({
    launch,
    limits: { renderTimeoutMs: 1_000, maxRenders: 10, maxMemoryMb: 1_000 },
    warmUp: { pages: 0, html: '' },
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  const failure = await printer.print('<p>A healthy document').catch(asExportError);
  await printer.close();
  expect(failure).toMatchObject({ reason: 'renderer_unavailable', retryable: true });
  expect(launched).toBe(2);
});
