import type { KeyInput, Page } from 'puppeteer';
import { signIn, startBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { spread } from './compare.ts';
import type { ExportBench } from './export-load.ts';
import type { Measurement } from './goals.ts';

const GOAL_MS = 150;
const KEYS = [...'typing words '].map((key) => (key === ' ' ? 'Space' : key));
const MEASURED_KEYS = 100;
/** Typed first, while the browser compiles the scripts. */
const WARM_UP_KEYS = 20;
/** Pauses between keys: as in fast and slow typing, and long enough for saving in the meantime. */
const PAUSES_MS = [80, 150, 300, 900];
const WHY_MISSED =
  'The browser, the site, the services and MongoDB share two cores. The site renders the CV after each key, and the browser lays out what changed.';

/** `files` are the CVs to edit, by the name in the report. */
export type PreviewBench = Pick<ExportBench, 'system' | 'companyId'> & {
  owner: { userId: number; username: string; password: string };
  files: Record<string, string>;
};

/** Types in the editor of a CV and measures when the preview next to it shows each letter. */
export async function benchPreview({ system, companyId, owner, files }: PreviewBench): Promise<Measurement[]> {
  const browser = await startBrowser(process.env);
  const measurements: Measurement[] = [];
  try {
    const { page } = await browser.open();
    await page.goto(`${system.url}/account`);
    await signIn(page, owner.username, owner.password);
    for (const [name, file] of Object.entries(files)) {
      const user = ['--company', String(companyId), '--user', String(owner.userId)];
      const [imported] = await system.vitae<{ id: number }[]>('cv', 'import', ...user, file);
      await page.goto(`${system.url}/account/cvs/${imported?.id}/edit/presentation`);
      measurements.push(...measurementsOf(name, await typingDelays(page)));
    }
    return measurements;
  } finally {
    await browser.close();
  }
}

function measurementsOf(name: string, delays: readonly number[]): Measurement[] {
  const sorted = [...delays].sort((one, other) => one - other);
  const goal = { unit: 'ms', goal: GOAL_MS, goalIs: 'max', whyMissed: WHY_MISSED } as const;
  const title = `From a key to the updated preview, ${name}`;
  return [
    { ...goal, title: `${title}: median`, value: spread(sorted).median },
    { ...goal, title: `${title}: 90th percentile`, value: sorted[Math.ceil(sorted.length * 0.9) - 1] ?? 0 },
  ];
}

/** Returns the milliseconds from each key to the frame that shows its letter. */
async function typingDelays(page: Page): Promise<number[]> {
  await page.waitForFunction(() => document.querySelector('#preview-pages')?.textContent);
  await page.evaluate(recordDelays);
  await page.focus('#field-text');
  await page.keyboard.down('Control');
  await page.keyboard.press('End');
  await page.keyboard.up('Control');
  const delays = () => page.evaluate(() => JSON.parse(document.body.dataset.delays ?? '[]') as number[]);
  for (let key = 0; key < WARM_UP_KEYS + MEASURED_KEYS; key += 1) {
    await page.keyboard.press(KEYS[key % KEYS.length] as KeyInput);
    await until('the preview', async () => (await delays()).length > key);
    await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[key % PAUSES_MS.length]));
  }
  return (await delays()).slice(WARM_UP_KEYS);
}

/** Runs in the page: after each input, waits until the frame is drawn with the text before the cursor. */
function recordDelays(): void {
  const area = document.querySelector('#field-text') as HTMLTextAreaElement;
  const frame = document.querySelector('#preview') as HTMLIFrameElement;
  const delays: number[] = [];
  let typedAt: number | undefined;
  const isShown = () => {
    const typed = area.value.slice(0, area.selectionEnd).split('\n').at(-1) ?? '';
    return frame.contentDocument?.body.textContent?.includes(typed.trimEnd().slice(-20)) ?? false;
  };
  area.addEventListener('keydown', ({ timeStamp }) => {
    typedAt = timeStamp;
  });
  frame.addEventListener('vitae:shown', () => {
    if (typedAt === undefined || !isShown()) return;
    const start = typedAt;
    typedAt = undefined;
    requestAnimationFrame(() => {
      // After the next task, the frame has been drawn.
      setTimeout(() => {
        delays.push(performance.now() - start);
        document.body.dataset.delays = JSON.stringify(delays);
      });
    });
  });
}
