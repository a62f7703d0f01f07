import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkedFetch } from '../support/gateway/checked-fetch.ts';
import { signedPath } from '../support/signer.ts';
import { type System, startSystem } from '../support/system.ts';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../support/trace-collector.ts';
import { until } from '../support/until.ts';

let collector: TraceCollector;
let system: System;

beforeAll(async () => {
  collector = await startTraceCollector();
  system = await startSystem({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' },
  });
}, 400_000);
afterAll(async () => {
  await system?.stop();
  collector?.close();
});

/** Returns the path from the root span to a span, each as `service name`. */
function pathTo(span: CollectedSpan): string[] {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? pathTo(parent) : []), `${span.service.replace('vitae-', '')} ${span.name}`];
}

test('an export is one trace from the request to the stored file', async () => {
  const { demo } = await system.runFile();
  if (!demo) throw new Error('run.json contains no demo data');
  const path = `/api/v1/cv/${demo.cvIds[0]}/export/pdf`;
  const headers = { 'X-Request-Id': 'traced-export' };
  const response = await checkedFetch(`${system.url}${signedPath('GET', path, demo)}`, { headers });
  expect([response.status, (await response.arrayBuffer()).byteLength > 1_000]).toEqual([200, true]);

  const request = await until('the span of the request', () =>
    collector.spans.find(({ attributes }) => attributes['vitae.request_id'] === 'traced-export'),
  );
  expect(request.attributes).toMatchObject({ 'http.request.method': 'GET', 'http.response.status_code': 200 });

  const [root] = pathTo(request);
  const expected = expect.arrayContaining([
    `${root} > gateway cv.resume.v1.ResumeService/BatchGetExportHeads > resume cv.resume.v1.ResumeService/BatchGetExportHeads`,
    expect.stringMatching(/^gateway .* > gateway add .* > export process .* > export render$/),
    expect.stringMatching(/^gateway .* > gateway add .* > export process .* > export store$/),
    expect.stringMatching(/^gateway .* > export process .* > export .*GetExportSource > resume .*\/GetExportSource$/),
  ]);
  const paths = () => {
    const spans = collector.spans.filter(({ traceId }) => traceId === request.traceId);
    return spans.map((span) => pathTo(span).join(' > '));
  };
  // Processes send their spans independently and in any order.
  await until('the spans of all processes', () => expected.asymmetricMatch(paths())).catch(() => undefined);
  expect(paths()).toEqual(expected);
});

test('traces contain no secrets, and log lines of a traced request contain its trace id', async () => {
  const { demo } = await system.runFile();
  const spans = JSON.stringify(collector.spans);
  for (const secret of [demo?.key, demo?.secret, 'signature', demo?.owner.username])
    expect(spans).not.toContain(secret);
  const log = await readFile(join(system.dataDir, 'logs/export-1.log'), 'utf8');
  const traceId = /"requestId":"traced-export".*"traceId":"(\w{32})"/.exec(log)?.[1];
  expect(collector.spans.map((span) => span.traceId)).toContain(traceId);
});
