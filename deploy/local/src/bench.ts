import { join } from 'node:path';
import { projectRoot } from './project-root.ts';
import { withDatabases } from './suites/with-databases.ts';

// npm run bench: the benchmarks, with their own MongoDB and Redis.

await withDatabases(process.env, (run, env) =>
  run(process.execPath, [join(projectRoot, 'test/dist/bench/main.js'), ...process.argv.slice(2)], env),
);
