import { readFileSync } from 'node:fs';

// Runs before each test file. `npm run check` limits the time of each property test; `npm test` runs all examples.

const interruptAfterTimeLimit = Number(process.env.PROPERTY_TIME_LIMIT_MS ?? 0);
const { testPath } = expect.getState();
// Loading fast-check would slow down the other test files.
if (interruptAfterTimeLimit > 0 && testPath && readFileSync(testPath, 'utf8').includes("'fast-check'")) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ interruptAfterTimeLimit });
}
