import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ensureHelm } from '../deploy-checks/tools.ts';
import { runProgram } from '../programs/run-program.ts';
import { projectRoot } from '../project-root.ts';
import { readSettings } from '../settings.ts';
import { buildRelease } from './build-release.ts';
import { releaseChangelog } from './changelog.ts';
import { sbomProblems } from './sbom.ts';
import { writeVersion } from './version-places.ts';

const VERSION = '98.7.6';
const NAME = `vitae-${VERSION}`;

let folder: string;
let clone: string;
let helm: string;
let artifacts: string;

const git = (...args: string[]) =>
  runProgram('git', ['-C', clone, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args]);
const read = (file: string) => readFileSync(join(artifacts, file), 'utf8');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitae-release-'));
  clone = join(folder, 'clone');
  artifacts = join(folder, 'artifacts');
  helm = await ensureHelm(readSettings(process.env, projectRoot).cacheDir, process.env.PATH);
  await runProgram('git', ['clone', '--quiet', '--shared', projectRoot, clone]);
  const file = join(clone, 'CHANGELOG.md');
  const changelog = readFileSync(file, 'utf8').replace('## [Unreleased]\n', '## [Unreleased]\n\n- A change.\n');
  writeFileSync(file, releaseChangelog(changelog, VERSION, '2026-01-02'));
  writeVersion(clone, VERSION);
  await git('commit', '--quiet', '--all', '--message', 'Release');
  await buildRelease(clone, helm, artifacts);
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('contains all artifacts with their checksums', async () => {
  const files = read('SHA256SUMS').matchAll(/^[0-9a-f]{64} {2}(.+)$/gm);
  expect(Array.from(files, ([, file]) => file)).toEqual([
    'CHANGES.md',
    'docker-bake.json',
    'sign.sh',
    `${NAME}-source.tar.gz`,
    `${NAME}.cdx.json`,
    `${NAME}.tgz`,
  ]);
  await runProgram('sh', ['-c', 'cd "$1" && sha256sum --check SHA256SUMS', 'sh', artifacts]);
});

test('has the same checksums when it is built once more in another folder', async () => {
  const first = read('SHA256SUMS');
  const other = join(folder, 'another-clone');
  await runProgram('git', ['clone', '--quiet', clone, other]);
  await buildRelease(other, helm, join(folder, 'other-artifacts'));
  expect(readFileSync(join(folder, 'other-artifacts/SHA256SUMS'), 'utf8')).toBe(first);
});

test('lists the dependencies of the images in a valid CycloneDX document, and no development tools', async () => {
  const text = read(`${NAME}.cdx.json`);
  expect(await sbomProblems(text)).toBeNull();
  expect(await sbomProblems(text.replace('"CycloneDX"', '"Other"'))).not.toBeNull();
  const { components, dependencies, metadata } = JSON.parse(text) as {
    components: { group?: string; name: string }[];
    dependencies: { ref: string; dependsOn: string[] }[];
    metadata: { component: { name: string; version: string } };
  };
  expect(metadata.component).toMatchObject({ name: 'vitae', version: VERSION });
  const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name));
  expect(names).toEqual(expect.arrayContaining(['express', 'mongoose', 'bullmq', '@grpc/grpc-js', 'puppeteer']));
  const dependenciesOf = (name: string) =>
    dependencies.find(({ ref }) => ref === `pkg:npm/${name}@${VERSION}`)?.dependsOn.join();
  expect(dependenciesOf('vitae')).toMatch(/%40vitae\/kit@98\.7\.6,.*\/express@\d/);
  expect(dependenciesOf('%40vitae/document')).toMatch(/\/preact@\d/);
  expect(names.filter((name) => ['jest', '@biomejs/biome', '@vitae/test', 'autocannon'].includes(name))).toEqual([]);
});

test('has an image of each process for two platforms, whose targets are in the Dockerfile', () => {
  const { group, target } = JSON.parse(read('docker-bake.json'));
  const dockerfile = readFileSync(join(clone, 'deploy/Dockerfile'), 'utf8');
  const stages = Array.from(dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm), ([, stage]) => stage);
  expect(group.default.targets).toHaveLength(8);
  for (const name of group.default.targets) {
    expect(stages).toContain(target[name].target);
    expect(target[name].tags).toEqual([`\${REGISTRY}/${name}:${VERSION}`]);
    expect(readFileSync(join(clone, 'deploy/release/sign.sh'), 'utf8')).toMatch(
      new RegExp(`^for process in .*\\b${name}\\b`, 'm'),
    );
  }
  expect(target.release.platforms).toEqual(['linux/amd64', 'linux/arm64']);
  expect(target.release.attest).toEqual(['type=provenance,mode=max', 'type=sbom']);
  expect(existsSync(join(clone, target.release.dockerfile))).toBe(true);
});

test('packages the chart with the version, in a form that Helm installs', async () => {
  const file = join(artifacts, `${NAME}.tgz`);
  expect(parse(await runProgram(helm, ['show', 'chart', file]))).toMatchObject({
    version: VERSION,
    appVersion: VERSION,
  });
  const values = join(clone, 'deploy/helm/vitae/ci/trial.yaml');
  const rendered = await runProgram(helm, ['template', 'vitae', file, '--kube-version', '1.33.0', '-f', values]);
  expect(rendered).toContain('kind: Deployment');
});

test('the source archive contains exactly the committed files', async () => {
  const listed = await runProgram('tar', ['-tzf', join(artifacts, `${NAME}-source.tar.gz`)]);
  const committed = await git('ls-files');
  const files = listed.split('\n').filter((file) => file !== '' && !file.endsWith('/'));
  expect(files.map((file) => file.slice(NAME.length + 1)).toSorted()).toEqual(committed.trim().split('\n').toSorted());
});

test('rejects a tree with changes that are not committed', async () => {
  const file = join(clone, 'draft.txt');
  writeFileSync(file, '');
  await expect(buildRelease(clone, helm, join(folder, 'rejected'))).rejects.toThrow('draft.txt');
  rmSync(file);
});
