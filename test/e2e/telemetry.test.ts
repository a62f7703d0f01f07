import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkedFetch } from '../support/gateway/checked-fetch.ts';
import { signIn, visitSettings } from '../support/gateway/settings-visitor.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { sendMalformed } from '../support/malformed-request.ts';
import { signedPath } from '../support/signer.ts';
import { type RunFile, type System, startSystem } from '../support/system.ts';
import {
  layoutProblems,
  legendLabels,
  metricsInUse,
  readDashboards,
  targetsOf,
  withAllValues,
} from '../support/telemetry/dashboards.ts';
import { type PrometheusServer, startPrometheus } from '../support/telemetry/prometheus-server.ts';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../support/telemetry/trace-collector.ts';
import { until } from '../support/until.ts';

let collector: TraceCollector;
let mail: MailServer;
let system: System;
let prometheus: PrometheusServer;
let demo: NonNullable<RunFile['demo']>;

beforeAll(async () => {
  collector = await startTraceCollector();
  mail = await startMailServer();
  system = await startSystem({
    environment: {
      SMTP_URL: mail.url,
      SMTP_FROM: 'Vitae <vitae@example.com>',
      MAX_CONCURRENT_PER_COMPANY: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: '1',
      LOG_SUCCESS_RATIO: '1',
    },
  });
  const run = await system.runFile();
  if (!run.demo) throw new Error('run.json contains no demo data');
  demo = run.demo;
  prometheus = await startPrometheus(run.processes.flatMap(({ metrics }) => metrics ?? []));
}, 400_000);
afterAll(async () => {
  await prometheus?.stop();
  await system?.stop();
  collector?.close();
  mail?.server.close();
});

const cvPath = (index = 0) => `/api/v1/cv/${demo.cvIds[index]}`;
const signed = (path: string) => signedPath('GET', path, demo);
const wronglySigned = () => signedPath('GET', cvPath(), { ...demo, secret: 'wrong' });

async function get(path: string, requestId: string): Promise<number> {
  const request = { headers: { 'X-Request-Id': requestId } };
  const response = await (path.startsWith('/api/') ? checkedFetch : fetch)(`${system.url}${path}`, request);
  await response.arrayBuffer();
  return response.status;
}

/** Returns the path from the root span to a span, each as `service name`. */
function pathTo(span: CollectedSpan): string {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId);
  const name = `${span.service.replace('vitae-', '')} ${span.name}`;
  return parent ? `${pathTo(parent)} > ${name}` : name;
}

/** Returns the paths of all spans of a request, once they contain the expected ones. */
async function spansOf(requestId: string, expected: readonly unknown[]): Promise<string[]> {
  const paths = () => {
    const { traceId } = collector.spans.find(({ attributes }) => attributes['vitae.request_id'] === requestId) ?? {};
    return collector.spans.filter((span) => span.traceId === traceId).map(pathTo);
  };
  const all = expect.arrayContaining([...expected]) as unknown as { asymmetricMatch(paths: string[]): boolean };
  // Processes send their spans independently and in any order.
  await until('the spans of all processes', () => all.asymmetricMatch(paths()), 30_000).catch(() => undefined);
  return paths();
}

test('a signed read is one trace from the request to the databases', async () => {
  expect(await get(signed(cvPath()), 'traced-read')).toBe(200);
  const request = 'gateway GET /api/v1/cv/{id}';
  const rpc = 'cv.resume.v1.ResumeService/BatchGetCvs';
  const expected = [
    request,
    expect.stringMatching(/^gateway GET \/api\/v1\/cv\/\{id\} > gateway [A-Z]+$/),
    `${request} > gateway ${rpc}`,
    `${request} > gateway ${rpc} > resume ${rpc}`,
    expect.stringMatching(/ > resume cv\.resume\S+ > resume (?:find|aggregate) cvs$/),
  ];
  expect(await spansOf('traced-read', expected)).toEqual(expect.arrayContaining(expected));
  const spans = collector.spans.filter(({ service }) => /gateway|resume/.test(service));
  const attributesOf = (name: RegExp) => spans.find((span) => name.test(span.name))?.attributes;
  expect(attributesOf(/^GET \/api\/v1\/cv\/\{id\}$/)).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/api/v1/cv/{id}',
  });
  expect(attributesOf(/^(?:find|aggregate) cvs$/)).toMatchObject({
    'db.system.name': 'mongodb',
    'db.collection.name': 'cvs',
    'db.namespace': 'vitae_resume',
  });
  expect(attributesOf(/^cv\.resume.*BatchGetCvs$/)).toMatchObject({ 'rpc.system.name': 'grpc', 'rpc.method': rpc });
});

test('an export is one trace from the request over the queue to the stored file', async () => {
  expect(await get(signed(`${cvPath()}/export/pdf`), 'traced-export')).toBe(200);
  const job = 'gateway GET /api/v1/cv/{id}/export/{format} > gateway send exports > export process exports';
  const rpc = 'cv.resume.v1.ResumeService/GetExportSource';
  const expected = [
    'gateway GET /api/v1/cv/{id}/export/{format} > gateway send exports',
    job,
    `${job} > export ${rpc} > resume ${rpc}`,
    `${job} > export render`,
    `${job} > export store`,
    expect.stringMatching(/ > export store > export insert \S+$/),
    expect.stringMatching(/^gateway GET \S+ > export GET \/artifacts\/\{address\}$/),
  ];
  expect(await spansOf('traced-export', expected)).toEqual(expect.arrayContaining(expected));
});

test('a page is one trace through the gateway and the site, whose spans name their process', async () => {
  expect(await get('/docs', 'traced-page')).toBe(200);
  const expected = ['gateway GET page', 'gateway GET page > site GET /docs'];
  expect(await spansOf('traced-page', expected)).toEqual(expect.arrayContaining(expected));
  const idsIn = (name: string) => [
    ...new Set(collector.spans.filter((span) => span.name === name).map(({ instance }) => instance)),
  ];
  const [gateway, site] = [idsIn('GET page'), idsIn('GET /docs')];
  const uuid = expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect([gateway, site]).toEqual([[uuid], [uuid]]);
  expect(gateway).not.toEqual(site);
});

test('traces contain no secrets, no maintenance of the queue, and no unbounded names', () => {
  const spans = JSON.stringify(collector.spans);
  for (const secret of [demo.key, demo.secret, 'signature', demo.owner.username]) expect(spans).not.toContain(secret);
  const names = [...new Set(collector.spans.map(({ name }) => name))];
  expect(names.filter((name) => /\d{2}|Stalled|healthz|readyz/.test(name))).toEqual([]);
});

const KNOWN_CALLER = { companyId: expect.any(Number), keyId: expect.any(Number) };
const surfaces: [surface: string, path: () => string, process: string, line: object][] = [
  ['the company API', () => signed(cvPath()), 'gateway', { route: '/api/v1/cv/{id}', status: 200, ...KNOWN_CALLER }],
  ['a rejected signature', () => wronglySigned(), 'gateway', { status: 403, outcome: 'invalid_signature' }],
  ['an unknown path of the API', () => signed('/api/v1/none'), 'gateway', { route: 'unknown', status: 404 }],
  ['the user API', () => '/user', 'gateway', { route: '/user', status: 401 }],
  ['an OAuth token', () => '/en/oauth/requestToken', 'gateway', { route: '/{locale}/oauth/requestToken' }],
  ['a forwarded page', () => '/docs', 'gateway', { route: 'page', status: 200 }],
  ['the documentation', () => '/docs', 'site', { route: '/docs', status: 200, outcome: 'ok' }],
  ['a page', () => '/account/deleted', 'site', { route: '/account/deleted', status: 200 }],
  ['an unknown page', () => '/none', 'site', { route: 'unknown', status: 404, outcome: 'route_not_found' }],
  ['a download', () => signed(`${cvPath()}/export/txt`), 'export', { route: '/artifacts/{address}', status: 200 }],
  [
    'a call',
    () => signed(cvPath(1)),
    'resume',
    { method: 'BatchGetCvs', code: 'OK', outcome: 'ok', service: 'gateway' },
  ],
];

async function logLine(process: string, matches: (line: Record<string, unknown>) => boolean) {
  const name = process === 'resume' ? 'resume' : `${process}-1`;
  return until(`the line of ${process}`, async () => {
    const lines = (await readFile(join(system.dataDir, `logs/${name}.log`), 'utf8')).split('\n');
    return lines
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find((line) => /^(?:Request|Call)$/.test(String(line.msg)) && matches(line));
  });
}

test.each(surfaces)('the log line of %s contains all fields', async (surface, path, process, expected) => {
  const requestId = `log-${surface.replaceAll(' ', '-')}-${process}`;
  await get(path(), requestId);
  const line = await logLine(
    process,
    (one) => one.requestId === requestId || ('code' in expected && 'code' in one && one.method === 'BatchGetCvs'),
  );
  expect(line).toMatchObject({
    ...{ method: expect.any(String), outcome: expect.any(String), durationMs: expect.any(Number) },
    ...{ bytes: expect.any(Number), traceId: expect.stringMatching(/^\w{32}$/) },
    ...expected,
  });
  expect(line).toHaveProperty('code' in expected ? 'code' : 'requestId');
});

test('the log line of malformed HTTP contains all fields that are known', async () => {
  await sendMalformed(system.url);
  const line = await logLine('gateway', ({ outcome }) => outcome === 'malformed_request');
  expect(line).toMatchObject({
    ...{ method: '_OTHER', route: 'unknown', status: 400, durationMs: expect.any(Number), bytes: expect.any(Number) },
    requestId: expect.any(String),
  });
});

/** Panels that are empty in a healthy system. */
const EMPTY_WHEN_HEALTHY = new Set([
  'Failing dependencies',
  'Server errors by route',
  'Failed calls',
  'Calls over the limit of a company',
]);

/** Requests of all kinds. Each round exports another CV, because stored files are not rendered again. */
async function sendTraffic(round: number): Promise<void> {
  const exports = ['pdf', 'odt'].map((format) => signed(`${cvPath(round)}/export/${format}`));
  const pages = ['/docs', '/none', '/p/unknown', '/settings/sign-in'];
  const paths = [signed(cvPath()), wronglySigned(), ...pages, '/user', signed('/api/v1/users'), ...exports];
  await Promise.all([
    ...paths.map((path) => get(path, `traffic-round-${round}`)),
    sendMalformed(system.url),
    // The site looks up the administrator in MongoDB.
    signIn(visitSettings(system), { email: 'unknown@example.com', password: 'wrong' }),
  ]);
}

test('every panel of the dashboards shows data, with existing labels and without overlaps', async () => {
  const scrapes = async () => Number((await prometheus.query('sum(sum_over_time(up[1h]))'))[0]?.value[1] ?? 0);
  for (const round of [1, 2]) {
    await sendTraffic(round);
    const target = (await scrapes()) + 24; // three scrapes of eight processes
    await until('Prometheus to read the metrics', async () => (await scrapes()) >= target);
  }
  expect((await prometheus.query('up == 1')).length).toBe(8);
  const problems: string[] = [];
  for (const dashboard of readDashboards()) {
    problems.push(...layoutProblems(dashboard).map((problem) => `${dashboard.name}: ${problem}`));
    for (const { title, targets } of dashboard.panels) {
      const panel = `${dashboard.name}: ${title}`;
      for (const target of targets) {
        const series = await prometheus.query(withAllValues(target.expr));
        const isEmpty = series.every(({ value: [, text] }) => text === 'NaN');
        if (isEmpty && !EMPTY_WHEN_HEALTHY.has(title)) problems.push(`${panel} shows nothing: ${target.expr}`);
        const missing = legendLabels(target).filter(
          (label) => !series.every(({ metric }) => metric[label] !== undefined),
        );
        if (missing.length > 0 && !isEmpty) problems.push(`${panel} has no label ${missing.join(', ')}`);
      }
    }
  }
  expect(problems).toEqual([]);
  expect(readDashboards().map(({ name }) => name)).toEqual(['exports', 'gateway', 'overview', 'services', 'site']);
});

test('no alert of a missing process fires in a healthy system', async () => {
  expect(await prometheus.query('ALERTS{alertname=~"Vitae.*Down|VitaeNoExportWorker"}')).toEqual([]);
  const processes = (await prometheus.query('count by (process) (vitae_build_info)')).map(
    ({ metric }) => metric.process,
  );
  expect(processes.toSorted()).toEqual([
    ...['comments', 'export', 'gateway', 'metadata', 'preferences', 'resume', 'site', 'stats'],
  ]);
});

test.each([
  'http_server_request_duration_seconds_bucket',
  'rpc_server_call_duration_seconds_bucket',
  'db_client_operation_duration_seconds_bucket',
  'vitae_export_render_seconds_bucket',
])('the exemplars of %s are traces', async (metric) => {
  const traceIds = new Set(collector.spans.map((span) => span.traceId));
  const exemplars = await prometheus.exemplars(metric);
  expect(exemplars.length).toBeGreaterThan(0);
  expect(exemplars.some((id) => traceIds.has(id))).toBe(true);
});

test('the panels of failures show data while MongoDB hangs and a company sends too many requests', async () => {
  const targets = targetsOf(EMPTY_WHEN_HEALTHY);
  expect(new Set(targets.map(({ panel }) => panel.split(': ')[1]))).toEqual(EMPTY_WHEN_HEALTHY);
  const overload = () => Promise.all(Array.from({ length: 40 }, () => get(signed('/api/v1/users'), 'overload')));
  const shown = new Set<string>();
  const failAndLook = async () => {
    await overload();
    await system.kill('mongodb', 'SIGSTOP');
    try {
      const pages = ['/p/unknown', '/p/unknown/cv'].map((path) => get(path, 'failing'));
      await Promise.all([get(signed(cvPath()), 'failing'), ...pages]);
      await pause(5_000); // two scrapes
      for (const { panel, expr } of targets)
        if ((await prometheus.query(withAllValues(expr))).some(({ value: [, text] }) => Number(text) > 0))
          shown.add(panel);
    } finally {
      await system.kill('mongodb', 'SIGCONT');
    }
    return shown.size === targets.length;
  };
  await until('data in all panels of failures', failAndLook, 90_000).catch(() => undefined);
  expect(targets.map(({ panel }) => panel).filter((panel) => !shown.has(panel))).toEqual([]);
}, 120_000);

test('every metric of the alerts and dashboards exists in a running system', async () => {
  const used = metricsInUse();
  const present = new Set(await prometheus.metrics());
  expect(used.length).toBeGreaterThan(30);
  expect(used.filter((name) => !present.has(name))).toEqual([]);
});
