import { until } from '@vitae/test/support/until';
import type { PrintablePage } from './printable-page.ts';
import { createPrewarmedPages } from './warm-browser.ts';

describe('prewarmed pages', () => {
  const page: PrintablePage = { render: async () => Buffer.alloc(0), close: async () => undefined };

  function countedPages(isIdle: (opened: number) => boolean, open = async () => page) {
    let opened = 0;
    const pages = createPrewarmedPages({
      count: 3,
      open: () => {
        opened += 1;
        return open();
      },
      isIdle: () => isIdle(opened),
    });
    return { pages, waitForOpened: (count: number) => until(`${count} pages`, () => opened === count) };
  }

  test('are opened when idle until the count is reached, and each is used once', async () => {
    const { pages, waitForOpened } = countedPages(() => true);
    expect(pages.take()).toBeUndefined();
    pages.refill();
    await waitForOpened(3);
    expect([pages.take(), pages.take(), pages.take(), pages.take()]).toEqual([page, page, page, undefined]);
    pages.refill();
    await waitForOpened(6);
  });

  test('are not opened while the browser is busy', async () => {
    const { pages, waitForOpened } = countedPages((opened) => opened < 2);
    pages.refill();
    await waitForOpened(2);
    expect([pages.take(), pages.take(), pages.take()]).toEqual([page, page, undefined]);
  });

  test('are not available when the browser opens none', async () => {
    const { pages, waitForOpened } = countedPages(
      () => true,
      () => Promise.reject(new Error('the browser crashed')),
    );
    pages.refill();
    await waitForOpened(1);
    expect(pages.take()).toBeUndefined();
  });
});
