import type { Page } from 'puppeteer';

/** How a visitor uses a page. Selectors must match one control. */
export type Hands = {
  /** Follows a link, presses a button or opens details. */
  press(page: Page, selector: string): Promise<void>;
  /** Checks a checkbox or selects a radio button. */
  check(page: Page, selector: string): Promise<void>;
  /** Fills in a text, a date (2024-02-29) or the value of an option. */
  fill(page: Page, selector: string, value: string): Promise<void>;
  upload(page: Page, selector: string, file: string): Promise<void>;
};

export const mouse: Hands = {
  press: (page, selector) => page.locator(selector).click(),
  check: (page, selector) => page.locator(selector).click(),
  fill: (page, selector, value) => page.locator(selector).fill(value),
  upload: async (page, selector, file) => {
    const [chooser] = await Promise.all([page.waitForFileChooser(), page.locator(selector).click()]);
    await chooser.accept([file]);
  },
};

export const keyboard: Hands = {
  press: async (page, selector) => {
    await reach(page, selector);
    await page.keyboard.press('Enter');
  },
  check: async (page, selector) => {
    const { type, name } = await page.$eval(selector, (input) => ({
      type: (input as HTMLInputElement).type,
      name: (input as HTMLInputElement).name,
    }));
    if (type === 'checkbox') {
      await reach(page, selector);
      return page.keyboard.press('Space');
    }
    // Tab reaches only the selected radio button of a group.
    await reach(page, `input[name="${name}"]`);
    while (!(await isFocused(page, selector))) await page.keyboard.press('ArrowDown');
  },
  fill: async (page, selector, value) => {
    await reach(page, selector);
    const kind = await page.$eval(selector, (field) => (field as HTMLInputElement).type);
    if (kind === 'select-one') return selectOption(page, selector, value);
    if (kind === 'date') return page.keyboard.type(await typedDate(page, value));
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    return page.keyboard.type(value);
  },
  upload: async (page, selector, file) => {
    await reach(page, selector);
    const [chooser] = await Promise.all([page.waitForFileChooser(), page.keyboard.press('Space')]);
    await chooser.accept([file]);
  },
};

const MAX_STOPS = 1_000;

/** Presses Tab until a control has the focus. */
async function reach(page: Page, selector: string): Promise<void> {
  await page.waitForSelector(selector);
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    if (await isFocused(page, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${selector}`);
}

function isFocused(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((one) => document.activeElement?.matches(one) ?? false, selector);
}

async function selectOption(page: Page, selector: string, value: string): Promise<void> {
  const steps = await page.$eval(
    selector,
    (field, wanted) => {
      const { options, selectedIndex } = field as HTMLSelectElement;
      return Array.from(options).findIndex((option) => option.value === wanted) - selectedIndex;
    },
    value,
  );
  for (let step = 0; step < Math.abs(steps); step++) await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
}

/** Returns the digits of a date in the order of the browser's date fields. */
async function typedDate(page: Page, date: string): Promise<string> {
  const [year = '', month = '', day = ''] = date.split('-');
  const order = await page.evaluate(() => new Intl.DateTimeFormat().formatToParts().map(({ type }) => type as string));
  const digits: Record<string, string> = { year, month, day };
  return order.map((part) => digits[part] ?? '').join('');
}
