import { join } from 'node:path';
import { ensurePrometheus } from './programs/prometheus.ts';
import { projectRoot } from './project-root.ts';
import { readSettings } from './settings.ts';
import { withDatabases } from './suites/with-databases.ts';

// npm run game-day: injects faults into a system under load and records which alerts fire. See docs/game-day.md.

await withDatabases(process.env, async (run, env) => {
  const { cacheDir } = readSettings(process.env, projectRoot);
  const { prometheus, promtool } = await ensurePrometheus(join(cacheDir, 'deploy-tools'), env.PATH);
  return run(process.execPath, [join(projectRoot, 'test/dist/game-day/main.js'), ...process.argv.slice(2)], {
    ...env,
    PROMETHEUS_BINARY: prometheus,
    PROMTOOL_BINARY: promtool,
  });
});
