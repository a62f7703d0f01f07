import { join } from 'node:path';
import { projectRoot } from './project-root.ts';
import { readSettings } from './settings.ts';
import { runJest } from './suites/jest.ts';
import { findTestFiles } from './suites/test-files.ts';
import { withDatabases } from './suites/with-databases.ts';

// npm run screenshots: a picture of every page, in both widths and color schemes, taken by the tests that visit them.

const VISITS_PAGES =
  /^test\/browser\/.*accessibility\.integration\.test\.ts$|^test\/e2e\/public-pages-in-browser\.test\.ts$/;

await withDatabases(process.env, async (run, env) => {
  const folder = join(readSettings(process.env, projectRoot).DATA_DIR, 'screenshots');
  const suite = {
    title: 'Screenshots',
    files: findTestFiles(projectRoot).filter((file) => VISITS_PAGES.test(file)),
    jestOptions: ['--runInBand', ...process.argv.slice(2)],
  };
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const { status } = await runJest(run, suite, { env: { ...env, SCREENSHOTS: folder }, say });
  process.stdout.write(`Screenshots: ${folder}\n`);
  return status;
});
