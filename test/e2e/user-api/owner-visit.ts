import type { Page } from 'puppeteer';
import { follow } from '../../support/browser.ts';
import type { Hands } from '../../support/hands.ts';

/** A visit of the account in one tab. The owner opens one address, and all other pages by links and forms. */
export type OwnerVisit = ReturnType<typeof createOwnerVisit>;

export function createOwnerVisit(page: Page, hands: Hands) {
  const find = async (selector: string) => {
    await page.waitForSelector(selector);
    return selector;
  };
  return {
    page,
    path: () => new URL(page.url()).pathname,
    /** Follows a link or submits a form, and returns the status of the next page. */
    go: async (selector: string): Promise<number> => {
      const act = async () => hands.press(page, await find(selector));
      const status = await follow(page, act).catch((cause: Error) => {
        throw new Error(`${selector} at ${page.url()} leads to no page: ${cause.message}`, { cause });
      });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      // A page that is too wide would scroll sideways on a phone.
      expect({ at: page.url(), isTooWide: overflow > 0 }).toEqual({ at: page.url(), isTooWide: false });
      return status;
    },
    press: async (selector: string) => hands.press(page, await find(selector)),
    check: async (selector: string) => hands.check(page, await find(selector)),
    fill: async (selector: string, value: string) => hands.fill(page, await find(selector), value),
    upload: async (file: string) => hands.upload(page, await find('input[type=file]'), file),
    moveDown: async (list: string) => {
      const handle = (place: number) => `${list} li:nth-child(${place}) .drag-handle`;
      await hands.moveDown(page, await find(handle(1)), await find(handle(2)));
    },
    moveRight: async (area: string) => hands.moveRight(page, await find(area)),
  };
}
