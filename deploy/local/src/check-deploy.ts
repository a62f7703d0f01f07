import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { alertScenarios, alertTests } from './deploy-checks/alert-scenarios.ts';
import { practiceProblems } from './deploy-checks/best-practices.ts';
import { ruleViolations } from './deploy-checks/chart-rules.ts';
import { createCustomResourceCheck } from './deploy-checks/custom-resources.ts';
import { createKubernetesCheck } from './deploy-checks/kubernetes-schemas.ts';
import { podSecurityProblems } from './deploy-checks/pod-security.ts';
import { missingValues } from './deploy-checks/rendered-values.ts';
import { type DeployTools, ensureDeployTools } from './deploy-checks/tools.ts';
import { leavesOf, unusedValues } from './deploy-checks/unused-values.ts';
import { runProgram } from './programs/run-program.ts';
import { projectRoot } from './project-root.ts';
import { readSettings } from './settings.ts';
import { messageFor } from './setup-error.ts';

// npm run check:deploy: checks the Dockerfile, the Compose file, the Helm chart and the monitoring rules with their tools.

const KUBERNETES = '1.33';
const CHART = join(projectRoot, 'deploy/helm/vitae');
const MONITORING = join(CHART, 'monitoring');

const KUBE_VERSION = ['--kube-version', `${KUBERNETES}.0`];

/** Returns the manifests of the chart. Rejects if the chart rejects the values. */
const renderChart = (helm: string, ...values: string[]) =>
  runProgram(helm, ['template', 'vitae', CHART, '-n', 'vitae', ...KUBE_VERSION, ...values]);

type ManifestCheck = (manifests: string) => string[];

let failed = 0;
async function check(title: string, work: () => Promise<string[]>): Promise<void> {
  const began = performance.now();
  const problems = await work().catch((error: unknown) => [outputOf(error)]);
  process.stderr.write(
    `${problems.length === 0 ? '+' : 'x'} ${title} ${((performance.now() - began) / 1000).toFixed(1)} s\n`,
  );
  for (const problem of problems) process.stderr.write(`    ${problem.trim().replaceAll('\n', '\n    ')}\n`);
  if (problems.length > 0) failed += 1;
}

/** Returns the output of a failed program. */
function outputOf(error: unknown): string {
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
  return `${stdout}\n${stderr}`.trim() || messageFor(error);
}

async function passes(program: string, ...args: string[]): Promise<string[]> {
  await runProgram(program, args, { timeoutMs: 120_000 });
  return [];
}

try {
  const { cacheDir } = readSettings(process.env, projectRoot);
  await checkAll(await ensureDeployTools(cacheDir, process.env.PATH));
} catch (error) {
  process.stderr.write(`${messageFor(error)}\n`);
  failed += 1;
}
process.exitCode = failed > 0 ? 1 : 0;

async function checkAll(tools: DeployTools): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitae-check-deploy-'));
  try {
    const dockerfile = join(projectRoot, 'deploy/Dockerfile');
    await check('Dockerfile (hadolint)', () =>
      passes(tools.hadolint, '-c', join(projectRoot, 'deploy/hadolint.yaml'), dockerfile),
    );
    await check('docker-compose.yml (the Compose specification)', () =>
      passes(tools.checkSchema, '--builtin-schema', 'vendor.compose-spec', join(projectRoot, 'docker-compose.yml')),
    );
    const checkKubernetes = createKubernetesCheck(join(tools.kubernetesSchemas, `v${KUBERNETES}.0-local-strict`));
    const checkCustom = createCustomResourceCheck(tools.definitions);
    const checkSchemas = (manifests: string) => [...checkKubernetes(manifests), ...checkCustom(manifests)];
    for (const file of await readdir(join(CHART, 'ci'))) await checkChart(tools, checkSchemas, file, folder);
    await check(`Backup manifests (Kubernetes ${KUBERNETES})`, async () =>
      checkSchemas(await readFile(join(projectRoot, 'deploy/backup/kubernetes.yaml'), 'utf8')),
    );
    await check('Invalid values are rejected', () => acceptedInvalidValues(tools));
    await check('The chart accepts the values of the runbooks', () => rejectedRunbookValues(tools));
    await check('Every value has an effect', () => valuesWithoutEffect(tools, folder));
    await check('Alert rules (promtool)', () =>
      passes(tools.promtool, 'check', 'rules', join(MONITORING, 'alerts.yaml')),
    );
    await check(`Alerts in ${alertScenarios.length} scenarios (promtool)`, async () => {
      const file = join(folder, 'alerts.json');
      await writeFile(file, alertTests(join(MONITORING, 'alerts.yaml')));
      return passes(tools.promtool, 'test', 'rules', file);
    });
    await check('Queries of the dashboards (promtool)', () => dashboardProblems(tools, folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function checkChart(tools: DeployTools, checkSchemas: ManifestCheck, file: string, folder: string) {
  const { helm, kubeScore } = tools;
  const values = join(CHART, 'ci', file);
  await check(`Chart with ${file} (helm lint)`, () =>
    passes(helm, 'lint', CHART, '--strict', ...KUBE_VERSION, '-f', values),
  );
  const manifests = join(folder, file);
  await check(`Manifests with ${file} (schemas, Pod Security Standard, kube-score, our rules)`, async () => {
    const rendered = await renderChart(helm, '-f', values);
    await writeFile(manifests, rendered);
    return [
      ...checkSchemas(rendered),
      ...podSecurityProblems(rendered),
      ...(await practiceProblems(kubeScore, manifests, KUBERNETES)),
      ...ruleViolations(rendered),
      ...missingValues(await readFile(values, 'utf8'), rendered),
    ];
  });
}

/** Changes each default in turn. */
async function valuesWithoutEffect({ helm }: DeployTools, folder: string): Promise<string[]> {
  const sets = await readdir(join(CHART, 'ci'));
  const render = async (set: string, changes: unknown) => {
    const file = join(folder, `changes-${randomUUID()}.json`);
    await writeFile(file, JSON.stringify(changes));
    return renderChart(helm, '-f', join(CHART, 'ci', set), '-f', file).catch(() => undefined);
  };
  // Most values have an effect with one of the first sets.
  const first = ['production.yaml', 'created-secrets.yaml', 'trial.yaml', 'autoscaling.yaml', 'fixed-replicas.yaml'];
  const ordered = [...first, ...sets.filter((set) => !first.includes(set))];
  const defaults = leavesOf(parse(await readFile(join(CHART, 'values.yaml'), 'utf8')));
  return unusedValues(defaults, ordered, render);
}

/** Returns the invalid values that the chart accepts. */
async function acceptedInvalidValues({ helm }: DeployTools): Promise<string[]> {
  const render = (...set: string[]) =>
    renderChart(helm, '-f', join(CHART, 'ci/trial.yaml'), ...set.flatMap((value) => ['--set', value])).then(
      () => [`accepted: ${set.join(' ')}`],
      () => [],
    );
  const invalid = [
    'gateway.replica=3',
    'urls.site=cv.example.com',
    'secrets.masterKeys=short',
    'secrets.serviceKeys=ci:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    'servicePublicKeys=gateway',
    'servicePublicKeys=',
    'export.renderMs=0',
    'export.producers=erp',
    'export.producers=gateway:1',
    'export.producers=admin:1',
    'settings.most=1',
    'trustProxy=',
    'image.digests.gateway=latest',
    'pod.nodeselector.pool=web',
    'gateway.pod.extraEnv[0].value=1',
    'caBundle.configMap=a,caBundle.secret=b',
    'gateway.autoscaling.enabled=true,gateway.autoscaling.min=20',
    'services.stats.autoscaling.limits=2',
    'export.keda.enabled=true,export.autoscaling.enabled=true',
    'export.keda.enabled=true,export.keda.min=0',
    'export.keda.enabled=true,export.keda.min=20',
    'export.browserSandbox=unconfined',
    'httpRoute.enabled=true',
    'httpRoute.enabled=true,httpRoute.parentRefs[0].name=a,trustProxy=',
    'httpRoute.timeouts.request=10',
    'clientCertificates.s3=a',
    'podDisruptionBudget.maxUnavailable=0',
  ];
  return (await Promise.all(invalid.map((value) => render(value)))).flat();
}

/** Returns the options of `helm upgrade` in the runbooks that the chart rejects. */
async function rejectedRunbookValues({ helm }: DeployTools): Promise<string[]> {
  const runbooks = await readFile(join(projectRoot, 'docs/runbooks.md'), 'utf8');
  const options = [
    ...new Set(Array.from(runbooks.matchAll(/helm upgrade .* (--set\S* \S+)$/gm), ([, set = '']) => set)),
  ];
  if (options.length === 0) return ['There are no values in the runbooks'];
  const render = (set: string) =>
    renderChart(helm, '-f', join(CHART, 'ci/production.yaml'), ...set.split(' ')).then(
      () => [],
      (error: unknown) => [`${set}: ${String(error)}`],
    );
  return (await Promise.all(options.map(render))).flat();
}

/** Converts each query to a rule, which promtool can check. */
async function dashboardProblems({ promtool }: DeployTools, folder: string): Promise<string[]> {
  const dashboards = join(MONITORING, 'dashboards');
  const files = (await readdir(dashboards)).filter((name) => name.endsWith('.json'));
  if (files.length === 0) return ['There are no dashboards'];
  const queries = await Promise.all(
    files.map(async (name) => queriesIn(JSON.parse(await readFile(join(dashboards, name), 'utf8')))),
  );
  const rules = queries.flat().map((expr, index) => ({ record: `query_${index}`, expr: withoutVariables(expr) }));
  const file = join(folder, 'queries.yaml');
  await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboards', rules }] }));
  await passes(promtool, 'check', 'rules', file);
  return [];
}

function queriesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(queriesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'expr' && typeof inner === 'string' ? [inner] : queriesIn(inner),
  );
}

/** Replaces Grafana variables by durations and label values. */
function withoutVariables(expr: string): string {
  return expr.replaceAll(/\$__\w+/g, '5m').replaceAll(/\$\{?\w+\}?/g, '.*');
}
