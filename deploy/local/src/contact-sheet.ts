import { join } from 'node:path';
import { projectRoot } from './project-root.ts';
import { typeCheck } from './suites/type-check.ts';
import { withParts } from './suites/with-parts.ts';

// npm run contact-sheet: the sample CVs in every template and format, as pictures in .vitae/contact-sheet.

await withParts(process.env, async (run, env) => {
  const status = await typeCheck(run, env);
  return status === 0
    ? run(process.execPath, [join(projectRoot, 'test/dist/contact-sheet/main.js'), ...process.argv.slice(2)], env)
    : status;
});
