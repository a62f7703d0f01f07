import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installOnce } from '@vitae/local/programs/install-once';
import { runProgram } from '@vitae/local/programs/run-program';
import { readSettings } from '@vitae/local/settings';
import { projectRoot } from '../support/project-root.ts';
import type { JsonSchema } from './schema-compatibility.ts';

/** The contracts of the previous release. `npm run release -- --record` writes them (docs/releasing.md). */
export const previousFolder = join(projectRoot, 'test/skew/previous');

export type ReleaseContracts = {
  release: { version: string; commit: string };
  /** Names by process. */
  settings: Record<string, string[]>;
  /** Such as `GET /api/v1/cv/{id}`. */
  operations: string[];
  exportJobs: { $defs: Record<string, JsonSchema> };
};

/** The gRPC contract as a binary descriptor, which buf reads. */
export const previousProto = join(previousFolder, 'proto.binpb');

/** @throws if a contract of the previous release is missing */
export function readPreviousRelease(): ReleaseContracts {
  const read = (name: string) => JSON.parse(readFileSync(join(previousFolder, name), 'utf8'));
  return {
    release: read('release.json'),
    settings: read('settings.json'),
    operations: read('operations.json'),
    exportJobs: read('export-jobs.schema.json'),
  };
}

/**
 * Returns a folder with the previous release, installed and built. It is prepared once for all clones.
 *
 * @throws if the clone does not contain its commit
 */
export async function preparePreviousRelease(): Promise<string> {
  const { version, commit } = readPreviousRelease().release;
  await runProgram('git', ['-C', projectRoot, 'cat-file', '-e', `${commit}^{commit}`]).catch((cause) => {
    throw new Error(
      `This clone does not contain the previous release ${version} (${commit}). Fetch the complete history: git fetch --unshallow`,
      { cause },
    );
  });
  const { cacheDir } = readSettings(process.env, projectRoot);
  return installOnce(
    join(cacheDir, 'releases', commit),
    `The previous release ${version} cannot be prepared`,
    (folder) =>
      // Any command of a release first installs its packages and builds it.
      runProgram('sh', ['-ec', PREPARE, 'sh', projectRoot, commit, folder], {
        env: { ...process.env, NODE_OPTIONS: '' },
        timeoutMs: 600_000,
      }),
  );
}

const PREPARE = 'git -C "$1" archive "$2" | tar -x -C "$3"; cd "$3"; node deploy/local/run.mjs vitae --version';
