import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePrometheus } from '@vitae/local/programs/prometheus';
import { readSettings } from '@vitae/local/settings';
import { onOutput, stopChild } from '../child-process.ts';
import { freePorts } from '../free-port.ts';
import { projectRoot } from '../project-root.ts';
import { until } from '../until.ts';

export type Sample = { metric: Record<string, string>; value: [time: number, value: string] };

export type PrometheusServer = {
  url: string;
  query(expression: string): Promise<Sample[]>;
  /** The names of all metrics that were read. */
  metrics(): Promise<string[]>;
  /** The trace ids of the exemplars of a metric. */
  exemplars(metric: string): Promise<string[]>;
  stop(): Promise<void>;
};

const RULES = join(projectRoot, 'deploy/helm/vitae/monitoring/alerts.yaml');

/**
 * Starts Prometheus with our alert rules. It reads the metrics at `urls` every two seconds, which is
 * longer than a process waits for a dependency, and adds the labels that the chart
 * adds.
 */
export async function startPrometheus(urls: readonly string[]): Promise<PrometheusServer> {
  const cache = join(readSettings(process.env, projectRoot).cacheDir, 'deploy-tools');
  const { prometheus } = await ensurePrometheus(cache, process.env.PATH);
  const folder = await mkdtemp(join(tmpdir(), 'vitae-prometheus-'));
  const port = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const labels = { namespace: 'vitae', release: 'vitae' };
  const targets = urls.map((one) => new URL(one).host);
  const settings = {
    global: { scrape_interval: '2s', evaluation_interval: '1s' },
    rule_files: [RULES],
    scrape_configs: [{ job_name: 'vitae', static_configs: [{ targets, labels }] }],
  };
  const config = join(folder, 'prometheus.json');
  await writeFile(config, JSON.stringify(settings)); // JSON is YAML
  const child = spawn(
    prometheus,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--enable-feature=exemplar-storage',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  onOutput(child, (text) => {
    output += text;
  });
  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${url}/api/v1/${path}`);
    const { data, error } = (await response.json()) as { data: T; error?: string };
    if (error) throw new Error(`${error}: ${path}`);
    return data;
  };
  const stop = async () => {
    await stopChild(child);
    await rm(folder, { recursive: true, force: true });
  };
  await until('Prometheus', async () => (await fetch(`${url}/-/ready`)).ok).catch(async (cause) => {
    await stop();
    throw new Error(`Prometheus did not start:\n${output}`, { cause });
  });
  return {
    url,
    query: async (expression) =>
      (await get<{ result: Sample[] }>(`query?query=${encodeURIComponent(expression)}`)).result,
    metrics: () => get('label/__name__/values'),
    exemplars: async (metric) => {
      const period = `start=${Date.now() / 1_000 - 3_600}&end=${Date.now() / 1_000 + 60}`;
      type Series = { exemplars: { labels: Record<string, string> }[] };
      const series = await get<Series[]>(`query_exemplars?query=${encodeURIComponent(metric)}&${period}`);
      return series.flatMap(({ exemplars }) => exemplars.map(({ labels: { trace_id = '' } }) => trace_id));
    },
    stop,
  };
}
