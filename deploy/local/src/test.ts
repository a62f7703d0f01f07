import { addCounts, countsLine, NONE } from './suites/counts.ts';
import { ALL, runJest } from './suites/jest.ts';
import { typeCheck } from './suites/type-check.ts';
import { withParts } from './suites/with-parts.ts';

// npm test: every suite against the real MongoDB, Redis, browser and LibreOffice. What follows `npm test --` goes to jest.

const given = process.argv.slice(2);
let summary = '';
process.on('exit', () => process.stdout.write(summary)); // after everything else: scripts read the last line

await withParts(process.env, async (run, env) => {
  let failed = (await typeCheck(run, env)) !== 0;
  let total = NONE;
  for (const suite of ALL) {
    process.stderr.write(`\n${suite.title}\n`);
    const { status, counts } = await runJest(run, suite, given, env);
    failed ||= status !== 0;
    total = addCounts(total, counts);
  }
  if (total.passed + total.failed === 0) process.stderr.write('No test has run.\n');
  summary = `${countsLine(total)}\n`;
  return failed || total.failed > 0 || total.passed === 0 ? 1 : 0;
});
