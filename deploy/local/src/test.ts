import { countsLine, type FileCounts, sum } from './suites/counts.ts';
import { ALL, runJest, runJestRepeating } from './suites/jest.ts';
import { typeCheck } from './suites/type-check.ts';
import { withDatabases } from './suites/with-databases.ts';

// npm test: every suite against the real MongoDB, Redis, browser and LibreOffice. What follows `npm test --` goes to jest.

const given = process.argv.slice(2);
const decides = process.env.CI && given.length === 0;
const say = (line: string) => void process.stderr.write(`\n${line}\n`);
let summary = '';
process.on('exit', () => process.stdout.write(summary)); // after everything else: scripts read the last line

await withDatabases(process.env, async (run, env) => {
  let failed = (await typeCheck(run, env)) !== 0;
  const all: FileCounts[] = [];
  for (const suite of ALL) {
    say(suite.title);
    const { status, files } = await (decides
      ? runJestRepeating(run, suite, env, say)
      : runJest(run, suite, given, env));
    failed ||= status !== 0;
    all.push(...files);
  }
  const total = sum(all);
  if (total.passed + total.failed === 0) process.stderr.write('No test has run.\n');
  summary = `${countsLine(total)}\n`;
  return failed || total.failed > 0 || total.passed === 0 ? 1 : 0;
});
