import { randomUUID } from 'node:crypto';
import { entryBy } from '@vitae/accounts/audit/audit-log';
import { exportJobName, exportQueue } from '@vitae/proto/export-job';
import { Queue } from 'bullmq';
import { follow, signIn } from '../support/browser.ts';
import { type SettingsInBrowser, startSettingsInBrowser } from '../support/settings-in-browser.ts';

const { SCREENSHOTS } = process.env;
const queuePrefix = `board-${randomUUID()}`;

let settings: SettingsInBrowser;

beforeAll(async () => {
  settings = await startSettingsInBrowser(process.env);
});
afterAll(() => settings.close());

test('operators see the export queue without personal data, and the page causes no browser error', async () => {
  const { system, gateway: before, owner: operator } = settings;
  await before.audit.record({ ...entryBy(operator, 'administratorCreated', undefined), actor: { kind: 'operator' } });
  const gateway = await system.start({ operators: [operator.email], queuePrefix });
  const queue = new Queue(exportQueue, { connection: gateway.redis, prefix: queuePrefix });
  // Long enough not to be part of a timestamp.
  const payload = { cvId: 471_147_114_711_471, companyId: 815_581_558_155_815, format: 'docx' };
  await queue.add(exportJobName, payload, { jobId: 'the-job', attempts: 5 });

  const { page, context } = await settings.open();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(gateway.url) && !request.url().startsWith('data:')) problems.push(request.url());
  });

  const shows = (text: string) =>
    page.waitForFunction((wanted) => document.querySelector('#root')?.textContent?.includes(wanted), {}, text);

  await page.goto(`${gateway.url}/settings/sign-in`);
  await signIn(page, operator.email, operator.password);
  await follow(page, () => page.locator('nav a[href="/settings/queue"]').click());
  await shows('exports');
  if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/queue-board.png` });
  await page.goto(`${gateway.url}/settings/queue/queue/exports`);
  await shows('the-job');
  if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/queue-board-jobs.png` });
  await page.goto(`${gateway.url}/settings/queue/queue/exports/the-job`);
  await shows('"docx"');
  if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/queue-board-job.png` });
  expect(await page.evaluate(() => document.body.textContent)).not.toMatch(/471147114711471|815581558155815/);
  expect(problems).toEqual([]);

  await context.close();
  await queue.obliterate({ force: true });
  await queue.close();
});
