// Provides what our TypeScript needs to run: the packages, Node 24, the build.
// Plain JavaScript without dependencies, because it runs first, under any Node from version 20.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const bin = join(root, 'node_modules/.bin');
const installStamp = join(root, 'node_modules/.vitae-install');
const npmMark = join(root, 'node_modules/.package-lock.json');
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const NODE_MAJOR = 24;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A problem that the user can solve. The message says how. */
export class SetupError extends Error {}

/**
 * Installs the packages, finds Node 24 and builds; each step only does what is missing.
 *
 * @param {{ withTests?: boolean }} [options] `withTests` also builds test/ (benchmarks, contact sheet)
 * @returns {Promise<string>} the path of Node 24
 */
export async function prepare(options) {
  if (!isInstalled()) await step('Packages (pnpm install)', install);
  const node = findNode();
  await buildAll(options);
  return node;
}

async function buildAll(options) {
  const began = performance.now();
  const { build } = await import('./build.mjs');
  const built = await build(options).catch((error) => {
    throw new SetupError(`The build failed.\n${error.message}`);
  });
  if (built.length > 0) process.stderr.write(`  Build (${built.length} files) – ${secondsSince(began)}\n`);
}

/** The environment of every program started from here. The workspace's own programs come first on the PATH. */
export const environment = () => ({ ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}` });

// The stamp is the hash of the lockfile. It is written last, so an interrupted installation has none. `npm install`
// removes what pnpm installed, but not the stamp: its own marker tells.
function isInstalled() {
  if (!existsSync(installStamp) || readFileSync(installStamp, 'utf8') !== lockfileHash()) return false;
  return !existsSync(npmMark) && existsSync(join(bin, 'tsc'));
}

const lockfileHash = () =>
  hash(['pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((file) => readFileSync(join(root, file))));

async function install() {
  const [command, ...first] = pnpm();
  // pnpm would not delete what npm has installed.
  if (existsSync(npmMark)) rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  // Without these settings, pnpm asks before it removes modules that another version of pnpm has installed.
  await run(command, [...first, 'install', '--frozen-lockfile', '--config.confirmModulesPurge=false'], { CI: 'true' });
  writeFileSync(installStamp, lockfileHash());
}

function pnpm() {
  const pinned = packageJson.packageManager.split('@')[1];
  const found = spawnSync('pnpm', ['--version'], { cwd: root, encoding: 'utf8' });
  if (found.status === 0 && found.stdout.trim().split('.')[0] === pinned.split('.')[0]) return ['pnpm'];
  return ['npx', '-y', `pnpm@${pinned}`];
}

function findNode() {
  const installed = join(bin, 'node');
  if (existsSync(installed)) return installed;
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  throw new SetupError(
    `Vitae needs Node ${NODE_MAJOR}, and npm has no package of it for this platform (${process.platform} ${process.arch}). ` +
      'Install it from https://nodejs.org, then retry the command.',
  );
}

function hash(contents) {
  const digest = createHash('sha256');
  for (const content of contents) digest.update(content).update('\n');
  return digest.digest('hex');
}

// Progress goes to stderr, so that stdout only has the command's own output.
async function step(title, work) {
  process.stderr.write(`  ${title} …\n`);
  const began = performance.now();
  await work();
  process.stderr.write(`  ${title} – ${secondsSince(began)}\n`);
}

const secondsSince = (began) => `${((performance.now() - began) / 1000).toFixed(1)} s`;

/** Runs a program to its end. Its output is only shown if it fails. */
function run(command, args, extra = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...environment(), ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Ctrl-C reaches the whole process group, but a signal sent to this process alone must stop the child too.
    let stoppedBy;
    const forward = (signal) => {
      stoppedBy = signal;
      child.kill(signal);
    };
    for (const signal of SIGNALS) process.once(signal, forward);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => reject(new SetupError(`Cannot run ${command}: ${error.message}`)));
    child.on('close', (status) => {
      for (const signal of SIGNALS) process.off(signal, forward);
      if (stoppedBy)
        return reject(new SetupError(`Stopped by ${stoppedBy} during the set-up. The next start continues from here.`));
      if (status === 0) return resolve();
      reject(
        new SetupError(
          `${output.trim()}\n\n"${[command, ...args].join(' ').replace(`${root}/`, '')}" failed (status ${status}).`,
        ),
      );
    });
  });
}
