import { join } from 'node:path';
import { projectRoot } from './project-root.ts';
import { withDatabases } from './suites/with-databases.ts';

// npm run contact-sheet: the sample CVs in every template and format, as pictures in .vitae/contact-sheet.

await withDatabases(process.env, (run, env) =>
  run(process.execPath, [join(projectRoot, 'test/dist/contact-sheet/main.js'), ...process.argv.slice(2)], env),
);
