import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../programs/run-program.ts';
import { SetupError } from '../setup-error.ts';
import { changesOf } from './changelog.ts';
import { packageChart } from './chart-package.ts';
import { imageBuild, type ReleaseSource } from './image-build.ts';
import { softwareBillOfMaterials } from './sbom.ts';
import { projectVersion } from './version-places.ts';

const git = async (root: string, ...args: string[]): Promise<string> =>
  (await runProgram('git', ['-C', root, ...args])).trim();

/** @throws {SetupError} if a file differs from the commit, or is not part of it */
export async function requireCleanTree(root: string): Promise<void> {
  const changes = await git(root, 'status', '--porcelain');
  if (changes)
    throw new SetupError(`A release contains only committed files. Commit or remove these files:\n${changes}`);
}

/** Writes all artifacts of the current commit to an empty folder. Two builds of a commit have the same checksums. */
export async function buildRelease(root: string, helm: string, folder: string): Promise<void> {
  await requireCleanTree(root);
  const source: ReleaseSource = {
    root,
    version: projectVersion(root),
    commit: await git(root, 'rev-parse', 'HEAD'),
    committedAt: Number(await git(root, 'show', '--no-patch', '--format=%ct', 'HEAD')),
  };
  const changes = changesOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), source.version);
  const name = `vitae-${source.version}`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'CHANGES.md'), changes);
  await writeFile(join(folder, 'docker-bake.json'), `${imageBuild(source)}\n`);
  await writeFile(join(folder, `${name}.cdx.json`), `${await softwareBillOfMaterials(source)}\n`);
  await packageChart(source, helm, folder);
  await git(root, 'archive', `--prefix=${name}/`, '--output', join(folder, `${name}-source.tar.gz`), source.commit);
  await copyFile(join(root, 'deploy/release/sign.sh'), join(folder, 'sign.sh'));
  await writeFile(join(folder, 'SHA256SUMS'), await checksums(folder));
}

/** Returns the checksums of all files in the format of `sha256sum --check`. */
async function checksums(folder: string): Promise<string> {
  const lines = (await readdir(folder)).toSorted().map(async (file) => {
    const hash = createHash('sha256')
      .update(await readFile(join(folder, file)))
      .digest('hex');
    return `${hash}  ${file}\n`;
  });
  return (await Promise.all(lines)).join('');
}
