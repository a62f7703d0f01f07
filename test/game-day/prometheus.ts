import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stopChild } from '../support/child-process.ts';
import { freePorts } from '../support/free-port.ts';
import { projectRoot } from '../support/project-root.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);

const RULES = join(projectRoot, 'deploy/helm/vitae/monitoring/alerts.yaml');
/** As in the ServiceMonitors of the chart, and the default of the Prometheus operator. */
const [SCRAPE_SECONDS, EVALUATION_SECONDS] = [15, 30];
const HISTORY_MINUTES = 65;

export type Alert = { name: string; severity: string; labels: Record<string, string> };

export type Prometheus = {
  /** The alerts that fire now. */
  firing(): Promise<Alert[]>;
  /** The names of the alerts that fire or whose `for` duration has begun. */
  active(): Promise<string[]>;
  /** The values of a query as text, one for each series. */
  query(expression: string): Promise<string[]>;
  stop(): Promise<void>;
};

/** Requests per second that all users sent in the hour before. */
export type PastLoad = { api: number; pages: number };

/**
 * Starts a Prometheus with the alert rules of the chart. Its data contains an hour of healthy requests, because the
 * rules of objectives compare the last hours.
 */
export async function startPrometheus(metrics: Record<string, string>, past: PastLoad): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'vitae-prometheus-'));
  const data = join(folder, 'data');
  await writeFile(join(folder, 'past.txt'), pastRequests(past));
  await run(promtool(), ['tsdb', 'create-blocks-from', 'openmetrics', join(folder, 'past.txt'), data]);
  const config = join(folder, 'prometheus.yml');
  await writeFile(config, JSON.stringify(configOf(metrics)));
  const port = await freePorts(1);
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`];
  const child = spawn(process.env.PROMETHEUS_BINARY ?? 'prometheus', args, { stdio: 'ignore' });
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const read = async <T>(path: string) => ((await (await get(path)).json()) as { data: T }).data;
  const query = async (expression: string) => {
    type Sample = { metric: Record<string, string>; value: [number, string] };
    const { result } = await read<{ result: Sample[] }>(`/api/v1/query?query=${encodeURIComponent(expression)}`);
    return result.map(({ metric, value }) => `${labelText(metric)} ${value[1]}`);
  };
  type Active = { state: string; labels: Record<string, string> };
  const alerts = async () => (await read<{ alerts: Active[] }>('/api/v1/alerts')).alerts;
  await until('Prometheus', async () => (await get('/-/ready')).ok);
  const count = `count(up == 1) == ${Object.keys(metrics).length}`;
  await until('a measurement of every process', async () => (await query(count)).length > 0);
  return {
    query,
    firing: async () => (await alerts()).filter(({ state }) => state === 'firing').map(({ labels }) => alertOf(labels)),
    active: async () => (await alerts()).map(({ labels }) => alertOf(labels).name),
    stop: async () => {
      await stopChild(child, 'SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const promtool = () => process.env.PROMTOOL_BINARY ?? 'promtool';

const configOf = (metrics: Record<string, string>) => ({
  global: { scrape_interval: `${SCRAPE_SECONDS}s`, evaluation_interval: `${EVALUATION_SECONDS}s` },
  rule_files: [RULES],
  scrape_configs: [
    {
      job_name: 'vitae',
      static_configs: Object.entries(metrics).map(([pod, address]) => ({
        targets: [address],
        labels: { namespace: 'vitae', pod },
      })),
    },
  ],
});

function alertOf({ alertname = '', severity = '', ...labels }: Record<string, string>): Alert {
  return { name: alertname, severity, labels };
}

const labelText = (labels: Record<string, string>) =>
  `{${Object.entries(labels)
    .filter(([name]) => !['__name__', 'namespace', 'job', 'instance'].includes(name))
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}}`;

/** Counters of processes that have ended, in the text format of OpenMetrics. */
function pastRequests({ api, pages }: PastLoad): string {
  const end = Math.floor(Date.now() / 1_000) - SCRAPE_SECONDS;
  const series = [
    { process: 'gateway', perSecond: api, slos: ['api-availability', 'api-latency'] },
    { process: 'site', perSecond: pages, slos: ['page-availability', 'page-latency'] },
  ].flatMap(({ slos, ...given }) => slos.map((slo) => ({ slo, ...given })));
  const steps = Array.from({ length: (HISTORY_MINUTES * 60) / SCRAPE_SECONDS }, (_, index) => index);
  const lines = series.flatMap(({ process, perSecond, slo }) => {
    const labels = `process="${process}",namespace="vitae",pod="past",job="vitae",instance="past",slo="${slo}",outcome="good"`;
    return steps.map((step) => {
      const at = end - HISTORY_MINUTES * 60 + step * SCRAPE_SECONDS;
      return `vitae_slo_requests_total{${labels}} ${(step * SCRAPE_SECONDS * perSecond).toFixed(0)} ${at}`;
    });
  });
  return ['# TYPE vitae_slo_requests counter', ...lines, '# EOF', ''].join('\n');
}
