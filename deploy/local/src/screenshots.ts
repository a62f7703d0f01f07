import { join } from 'node:path';
import { projectRoot } from './project-root.ts';
import { readSettings } from './settings.ts';
import { runJest, type Suite } from './suites/jest.ts';
import { typeCheck } from './suites/type-check.ts';
import { withDatabases } from './suites/with-databases.ts';

// npm run screenshots: a picture of every page, in both widths and schemes, taken by the tests that visit them all.

const PAGES: Suite = {
  title: 'Screenshots',
  ignore: [],
  args: [
    '--runInBand',
    '--testMatch=**/test/browser/*accessibility.integration.test.ts',
    '--testMatch=**/test/e2e/public-pages-in-browser.test.ts',
  ],
};

await withDatabases(process.env, async (run, env) => {
  const status = await typeCheck(run, env);
  if (status !== 0) return status;
  const folder = join(readSettings(process.env, projectRoot).DATA_DIR, 'screenshots');
  const taken = await runJest(run, PAGES, process.argv.slice(2), { ...env, SCREENSHOTS: folder });
  process.stdout.write(`Screenshots: ${folder}\n`);
  return taken.status;
});
