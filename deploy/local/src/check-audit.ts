import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pnpmCommand } from './programs/pnpm.ts';
import { projectRoot } from './project-root.ts';
import { type AuditVerdict, auditSummary, auditVerdict } from './suites/audit-verdict.ts';
import { advisory, offlineAudit } from './suites/offline-audit.ts';

// npm run check:audit [-- --advisories FOLDER]: fails if a runtime dependency has a known vulnerability of high severity.
// If the registry offers no audit, compares the lockfile with the advisories in the folder.

// pnpm retries a silent registry for minutes.
const TIMEOUT_MS = 60_000;

const [command, ...first] = pnpmCommand();
const { status, stdout, stderr } = spawnSync(
  command,
  [...first, 'audit', '--prod', '--audit-level', 'high', '--json'],
  { cwd: projectRoot, encoding: 'utf8', timeout: TIMEOUT_MS, stdio: ['ignore', 'pipe', 'pipe'] },
);
const { values } = parseArgs({ options: { advisories: { type: 'string' } }, allowPositionals: true });
const online = auditVerdict({ status, stdout, stderr });
const verdict = online.outcome === 'unchecked' ? auditOffline(online, values.advisories) : online;
process.stderr.write(auditSummary(verdict, { isCi: Boolean(process.env.CI) }));
process.exitCode = verdict.outcome === 'clean' || verdict.outcome === 'unchecked' ? 0 : 1;

/** Reads all OSV records below the folder, such as an unpacked export of osv.dev or a clone of the GitHub database. */
function auditOffline(unchecked: AuditVerdict, folder: string | undefined): AuditVerdict {
  if (folder === undefined) {
    const hint =
      'To check offline, pass a folder of advisories in the OSV format: --advisories FOLDER (CONTRIBUTING.md).';
    return { ...unchecked, message: `${unchecked.message}\n${hint}` };
  }
  const files = globSync('**/*.json', { cwd: folder });
  const records = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return text.includes('"npm"') ? [advisory.parse(JSON.parse(text))] : [];
  });
  return offlineAudit(readFileSync(join(projectRoot, 'pnpm-lock.yaml'), 'utf8'), records);
}
