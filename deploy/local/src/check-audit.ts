import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';
import { auditVerdict } from './suites/audit-verdict.ts';

// npm run check:audit: fails if a runtime dependency has a known vulnerability of high severity.

// pnpm retries a silent registry for minutes.
const TIMEOUT_MS = 60_000;

const [command, ...first] = pnpm();
const { status, stdout, stderr } = spawnSync(
  command,
  [...first, 'audit', '--prod', '--audit-level', 'high', '--json'],
  { cwd: projectRoot, encoding: 'utf8', timeout: TIMEOUT_MS, stdio: ['ignore', 'pipe', 'pipe'] },
);
const { outcome, message } = auditVerdict({ status, stdout, stderr });
const mark = { clean: '+', unchecked: '?', vulnerable: 'x', failed: 'x' }[outcome];
process.stderr.write(`${mark} Dependencies (pnpm audit)\n    ${message.replaceAll('\n', '\n    ')}\n`);
process.exitCode = outcome === 'clean' || outcome === 'unchecked' ? 0 : 1;

/** Returns the installed pnpm, or the version in package.json through npx. */
function pnpm(): [string, ...string[]] {
  if (spawnSync('pnpm', ['--version'], { cwd: projectRoot, stdio: 'ignore' }).status === 0) return ['pnpm'];
  const { packageManager } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  return ['npx', '-y', packageManager];
}
