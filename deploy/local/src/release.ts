import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureHelm } from './deploy-checks/tools.ts';
import { projectRoot } from './project-root.ts';
import { buildRelease, requireCleanTree } from './release/build-release.ts';
import { releaseChangelog } from './release/changelog.ts';
import { writeVersion } from './release/version-places.ts';
import { readSettings } from './settings.ts';
import { messageFor, SetupError } from './setup-error.ts';

// npm run release: builds the artifacts of a release. It publishes nothing (docs/releasing.md).

const OPTIONS = { version: { type: 'string' }, record: { type: 'boolean' } } as const;
const say = (text: string) => void process.stdout.write(`${text}\n`);

try {
  const { version, record } = parseArgs({ options: OPTIONS }).values;
  if (version !== undefined) await prepare(version);
  else if (record) await recordRelease();
  else await build();
} catch (error) {
  process.stderr.write(`${messageFor(error)}\n`);
  process.exitCode = 1;
}

async function prepare(version: string): Promise<void> {
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version))
    throw new SetupError('A version looks like 1.2.3 or 1.2.3-rc.1.');
  await requireCleanTree(projectRoot);
  const file = join(projectRoot, 'CHANGELOG.md');
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(file, releaseChangelog(readFileSync(file, 'utf8'), version, date));
  writeVersion(projectRoot, version);
  say(`Prepared ${version}. Review the changes with git diff, run npm test, commit, then run npm run release.`);
}

/** This release becomes the previous one in the tests of version skew. */
async function recordRelease(): Promise<void> {
  await requireCleanTree(projectRoot);
  const { status } = spawnSync(process.execPath, ['--conditions=source', 'test/skew/record-release.ts'], {
    cwd: projectRoot,
    stdio: 'inherit',
  });
  if (status !== 0) throw new SetupError('The release was not recorded.');
  say('Recorded the current commit as the previous release in test/skew/previous. Commit it.');
}

async function build(): Promise<void> {
  const { cacheDir } = readSettings(process.env, projectRoot);
  const folder = join(projectRoot, 'dist-release');
  await requireCleanTree(projectRoot);
  await buildRelease(projectRoot, await ensureHelm(cacheDir, process.env.PATH), folder);
  say(
    `Built in ${folder}:\n${readFileSync(join(folder, 'SHA256SUMS'), 'utf8')}Nothing is published: see docs/releasing.md.`,
  );
}
