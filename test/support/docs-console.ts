import type { Page } from 'puppeteer';

/** Opens the API reference at an operation, such as `tag/users/GET/api/v1/users`. */
export async function openConsole(page: Page, origin: string, operation: string): Promise<void> {
  await page.goto(`${origin}/docs#${operation}`);
  // If only the hash differs from the current address, the page is not loaded again.
  await page.reload();
  await page.waitForSelector(`[id$="${operation}"]`);
  await press(page, 'Test Request', `[id$="${operation}"]`);
}

/** Sends the request of the open console. */
export async function sendFromConsole(page: Page): Promise<void> {
  await press(page, 'Send', 'body');
}

/** Clicks the first visible button with this text. */
async function press(page: Page, text: string, within: string): Promise<void> {
  await page.waitForFunction(
    (label, root) => {
      const buttons = [...(document.querySelector(root)?.querySelectorAll('button') ?? [])];
      const button = buttons.find((one) => one.textContent?.includes(label) && one.checkVisibility());
      button?.click();
      return button !== undefined;
    },
    {},
    text,
    within,
  );
}
