import { createLogger } from '@vitae/kit/log';
import { throwExportError } from './browser-errors.ts';
import type { LaunchedBrowser } from './launch-browser.ts';
import { createPrinter } from './printer.ts';

describe('printer', () => {
  test('reports the renderer as unavailable when two browsers open no page', async () => {
    const broken = { connected: true, createBrowserContext: () => Promise.reject(new Error('Target closed')) };
    let launches = 0;
    const launch = async (): Promise<LaunchedBrowser> => {
      launches += 1;
      return { browser: broken as unknown as LaunchedBrowser['browser'], pid: 0, close: async () => undefined };
    };
    const printer = createPrinter({
      launch,
      limits: { renderTimeoutMs: 1_000, maxRenders: 10, maxMemoryMb: 1_000 },
      warmUp: { pages: 0, html: '' },
      log: createLogger({ name: 'test', level: 'silent' }),
    });
    const printing = printer.print('<p>A harmless document').catch(throwExportError);
    await expect(printing).rejects.toMatchObject({ reason: 'renderer_unavailable', retryable: true });
    await printer.close();
    expect(launches).toBe(2);
  });
});
