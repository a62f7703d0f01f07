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
  /** Moves an entry, by its handle, below the next one. */
  moveDown(page: Page, handle: string, nextHandle: string): Promise<void>;
  /** Moves the picture in an area to the right. */
  moveRight(page: Page, area: string): Promise<void>;
};

export const mouse: Hands = {
  press: (page, selector) => page.locator(selector).click(),
  check: (page, selector) => page.locator(selector).click(),
  fill: (page, selector, value) => page.locator(selector).fill(value),
  upload: async (page, selector, file) => {
    const [chooser] = await Promise.all([page.waitForFileChooser(), page.locator(selector).click()]);
    await chooser.accept([file]);
  },
  moveDown: (page, handle, nextHandle) => dragBelow(page, handle, nextHandle, dragWithMouse),
  moveRight: (page, area) => dragToRight(page, area, dragWithMouse),
};

export const finger: Hands = {
  press: tap,
  check: tap,
  fill: async (page, selector, value) => {
    const kind = await kindOf(page, selector);
    // Phones show pickers, which are not part of the page.
    if (kind === 'select-one') return void (await page.select(selector, value));
    if (kind === 'date') return page.locator(selector).fill(value);
    await tap(page, selector);
    await page.$eval(selector, (field) => (field as HTMLInputElement).select());
    return page.keyboard.type(value);
  },
  upload: async (page, selector, file) => {
    const [chooser] = await Promise.all([page.waitForFileChooser(), tap(page, selector)]);
    await chooser.accept([file]);
  },
  moveDown: (page, handle, nextHandle) => dragBelow(page, handle, nextHandle, dragWithFinger),
  moveRight: (page, area) => dragToRight(page, area, dragWithFinger),
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
    const kind = await kindOf(page, selector);
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
  moveDown: async (page, handle) => {
    await reach(page, handle);
    await page.keyboard.press('ArrowDown');
  },
  moveRight: async (page, area) => {
    await reach(page, area);
    for (let count = 0; count < PIXELS_TO_RIGHT / 8; count++) await page.keyboard.press('ArrowRight');
  },
};

type Point = { x: number; y: number };
type Drag = (page: Page, from: Point, to: Point) => Promise<void>;

const STEPS = 20;
const PIXELS_BELOW = 20;
const PIXELS_TO_RIGHT = 320;

async function dragWithMouse(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: STEPS });
  await page.mouse.up();
}

async function dragWithFinger(page: Page, from: Point, to: Point): Promise<void> {
  await page.touchscreen.touchStart(from.x, from.y);
  for (let step = 1; step <= STEPS; step++) {
    const part = step / STEPS;
    await page.touchscreen.touchMove(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
  }
  await page.touchscreen.touchEnd();
}

async function dragBelow(page: Page, handle: string, nextHandle: string, drag: Drag): Promise<void> {
  await page.waitForSelector(handle, { visible: true });
  await scrollTo(page, nextHandle);
  const [from, to] = [await middleOf(page, handle), await middleOf(page, nextHandle)];
  await drag(page, from, { x: to.x, y: to.y + PIXELS_BELOW });
}

async function dragToRight(page: Page, area: string, drag: Drag): Promise<void> {
  await scrollTo(page, area);
  const from = await middleOf(page, area);
  await drag(page, from, { x: from.x + PIXELS_TO_RIGHT, y: from.y });
}

async function tap(page: Page, selector: string): Promise<void> {
  const element = await page.waitForSelector(selector, { visible: true });
  await element?.tap();
}

const scrollTo = (page: Page, selector: string) =>
  page.$eval(selector, (element) => element.scrollIntoView({ block: 'center' }));

const middleOf = (page: Page, selector: string): Promise<Point> =>
  page.$eval(selector, (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });

const kindOf = (page: Page, selector: string) => page.$eval(selector, (field) => (field as HTMLInputElement).type);

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
