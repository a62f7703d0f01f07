import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';
import { messageFor } from './setup-error.ts';
import { countsLine, type FileCounts, sum } from './suites/counts.ts';
import { runJest, suitesOf, withOptions } from './suites/jest.ts';
import { runWithReruns } from './suites/rerun.ts';
import type { RunAttached } from './suites/run-attached.ts';
import { parseTestArguments, selectTestFiles, type TestArguments, testNamesIn } from './suites/select-tests.ts';
import { findTestFiles, requiredFor, requiredTools } from './suites/test-files.ts';
import { typeCheck } from './suites/type-check.ts';
import { withDatabases } from './suites/with-databases.ts';

// npm test: all tests against the real MongoDB, Redis, browser and LibreOffice. With arguments: only the tests that
// match, without a type check. See CONTRIBUTING.md.

const args = process.argv.slice(2);
const isComplete = args.length === 0;
const say = (line: string) => void process.stderr.write(`\n${line}\n`);
const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
let summary = '';
// After all other output: scripts read the last line.
process.on('exit', () => process.stdout.write(summary));

try {
  const parsed = parseTestArguments(args);
  const files = selectTestFiles(findTestFiles(projectRoot), parsed, { root: projectRoot, read });
  const work = (run: RunAttached, env: NodeJS.ProcessEnv) => runTests(files, parsed, run, env);
  await withDatabases(process.env, work, requiredFor(files), requiredTools(files, process.env));
} catch (error) {
  say(messageFor(error));
  process.exitCode = 1;
}

async function runTests(
  selected: string[],
  { name, jestOptions }: TestArguments,
  run: RunAttached,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  let failed = isComplete && (await typeCheck(run, env)) !== 0;
  const counts: FileCounts[] = [];
  const unsteady: string[] = [];
  const options = [...jestOptions, ...(name === undefined ? [] : [`--testNamePattern=${name}`])];
  for (const suite of suitesOf(selected)) {
    if (isComplete) say(suite.title);
    const given = withOptions(suite, options);
    const result =
      isComplete && process.env.CI
        ? await runWithReruns(run, given, { env, say })
        : { ...(await runJest(run, given, { env, say })), unsteady: [] };
    failed ||= result.status !== 0;
    counts.push(...result.files);
    unsteady.push(...result.unsteady);
  }
  const total = sum(counts);
  if (total.passed + total.failed === 0) say(noTestMessage(selected, name));
  if (isComplete && process.env.CI) summary += `${unsteady.length} UNSTEADY\n`;
  summary += `${countsLine(total)}\n`;
  return failed || total.failed > 0 || total.passed === 0 ? 1 : 0;
}

function noTestMessage(files: string[], name: string | undefined): string {
  if (name === undefined) return 'No test has run.';
  const names = files.flatMap((file) => testNamesIn(read(file)).map((one) => `  ${one}`));
  return [`No test has the name "${name}". The tests in the selected files:`, ...names.slice(0, 40)].join('\n');
}
