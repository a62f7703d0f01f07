import { until } from '@vitae/test/support/until';
import { createPrewarmedPages } from './prewarmed-pages.ts';
import type { PrintablePage } from './printable-page.ts';

describe('pages opened ahead', () => {
  const page: PrintablePage = { render: async () => Buffer.alloc(0), close: async () => undefined };

  test('are opened in idle moments, as many as are missing, and given out once', async () => {
    let opened = 0;
    const open = async () => {
      opened += 1;
      return page;
    };
    const ahead = createPrewarmedPages({ count: 3, open, isIdle: () => true });
    expect(ahead.take()).toBeUndefined();
    ahead.refill();
    await until('three open pages', () => opened === 3);
    expect([ahead.take(), ahead.take(), ahead.take(), ahead.take()]).toEqual([page, page, page, undefined]);
    ahead.refill();
    await until('three more open pages', () => opened === 6);
  });

  test('stop being opened when there is something else to do', async () => {
    let opened = 0;
    const open = async () => {
      opened += 1;
      return page;
    };
    const ahead = createPrewarmedPages({ count: 3, open, isIdle: () => opened < 2 });
    ahead.refill();
    await until('two open pages', () => opened === 2);
    expect([ahead.take(), ahead.take(), ahead.take()]).toEqual([page, page, undefined]);
  });

  test('that cannot be opened are nobody’s failure but the next document’s', async () => {
    let attempts = 0;
    const open = async () => {
      attempts += 1;
      throw new Error('the browser is gone');
    };
    const ahead = createPrewarmedPages({ count: 3, open, isIdle: () => true });
    ahead.refill();
    await until('the failed attempt', () => attempts === 1);
    expect(ahead.take()).toBeUndefined();
  });
});
