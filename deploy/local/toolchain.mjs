// What must be there before any TypeScript of ours can run: the packages, Node 24, the build.
// Plain JavaScript without dependencies, because it runs first, under whatever Node the machine has (20 or newer).
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const bin = join(root, 'node_modules/.bin');
const installStamp = join(root, 'node_modules/.vitae-install');
const npmMark = join(root, 'node_modules/.package-lock.json');
const buildStamp = join(root, 'node_modules/.vitae-build');
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const NODE_MAJOR = 24;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Ends the command with a sentence for the person at the terminal. */
export class SetupError extends Error {}

/**
 * Installs, finds Node 24 and builds, each only where it is missing. Answers with the path of that Node.
 * `build` is 'system' for all that runs, 'tools' for the commands that check and build the rest themselves.
 */
export async function prepare(build) {
  if (!isInstalled()) await step('Packages (pnpm install)', install);
  const node = findNode();
  if (build === 'tools') await run(join(bin, 'tsc'), ['-b', 'deploy/local']);
  else await buildSystem();
  return node;
}

async function buildSystem() {
  const sources = fingerprintSources();
  if (isBuilt(sources)) return;
  await step('Build (tsc -b)', () => run(join(bin, 'tsc'), ['-b', ...projects()]));
  writeFileSync(buildStamp, sources);
}

/** The environment of all that is started from here: the workspace's own programs come first on the PATH. */
export const environment = () => ({ ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}` });

/** What runs: everything that tsconfig.json names but the tests. */
const projects = () =>
  JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
    .references.map(({ path }) => path)
    .filter((path) => path !== 'test');

// The stamp is the lockfile's hash, written last: a half-made installation has none. `npm install` leaves its own
// mark beside it, and takes out what pnpm had put in.
function isInstalled() {
  if (!existsSync(installStamp) || readFileSync(installStamp, 'utf8') !== lockfileHash()) return false;
  return !existsSync(npmMark) && existsSync(join(bin, 'tsc'));
}

const lockfileHash = () =>
  hash(['pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((file) => readFileSync(join(root, file))));

async function install() {
  const [command, ...first] = pnpm();
  // What npm has put there pnpm would leave lying about.
  if (existsSync(npmMark)) rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  // Not interactive: pnpm would ask before it takes away modules that another pnpm has made.
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
    `Vitae needs Node ${NODE_MAJOR}, and npm carries no build of it for this machine (${process.platform} ${process.arch}). ` +
      `Install it from https://nodejs.org, then run the command again with it.`,
  );
}

function isBuilt(sources) {
  if (!existsSync(buildStamp) || readFileSync(buildStamp, 'utf8') !== sources) return false;
  return projects().every((path) => !existsSync(join(root, path, 'src')) || existsSync(join(root, path, 'dist')));
}

function fingerprintSources() {
  const files = ['tsconfig.base.json', 'tsconfig.json'];
  for (const path of projects()) files.push(...sourcesUnder(path));
  return hash(files.map((file) => [file, statSync(join(root, file)).mtimeMs].join(' ')));
}

function sourcesUnder(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesUnder(path);
    return /\.(tsx?|json)$/.test(entry.name) ? [path] : [];
  });
}

function hash(parts) {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part).update('\n');
  return digest.digest('hex');
}

// Progress goes to stderr, so that a command's own output on stdout stays pure.
async function step(title, work) {
  process.stderr.write(`  ${title} …\n`);
  const began = performance.now();
  await work();
  process.stderr.write(`  ${title} – ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}

/** Runs a program to its end; its output is shown only when it fails. */
function run(command, args, extra = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...environment(), ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Ctrl-C reaches the whole group; a signal to us alone must not leave the child at work.
    let stoppedBy;
    const passOn = (signal) => {
      stoppedBy = signal;
      child.kill(signal);
    };
    for (const signal of SIGNALS) process.once(signal, passOn);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => reject(new SetupError(`${command} could not be run: ${error.message}`)));
    child.on('close', (status) => {
      for (const signal of SIGNALS) process.off(signal, passOn);
      if (stoppedBy)
        return reject(new SetupError(`Stopped by ${stoppedBy} while setting up: the next start goes on from here.`));
      if (status === 0) return resolve();
      reject(
        new SetupError(
          `${output.trim()}\n\n"${[command, ...args].join(' ').replace(`${root}/`, '')}" failed (status ${status}).`,
        ),
      );
    });
  });
}
