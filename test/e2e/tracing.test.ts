import { readdir, readFile } from 'node:fs/promises';
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

/** From a span up to the request that it belongs to: `service name` of each. */
function pathTo(span: CollectedSpan): string[] {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? pathTo(parent) : []), `${span.service.replace('vitae-', '')} ${span.name}`];
}

test('one trace tells of an export, from the request to the stored file', async () => {
  const { demo } = await system.runFile();
  if (!demo) throw new Error('The demo data are missing');
  const path = `/api/v1/cv/${demo.cvIds[0]}/export/pdf`;
  const headers = { 'X-Request-Id': 'export-to-be-traced' };
  const answer = await checkedFetch(`${system.url}${signedPath('GET', path, demo)}`, { headers });
  expect([answer.status, (await answer.arrayBuffer()).byteLength > 1_000]).toEqual([200, true]);

  const request = await until('the span of the request', () =>
    collector.spans.find(({ attributes }) => attributes['vitae.request_id'] === 'export-to-be-traced'),
  );
  const ofTrace = () => collector.spans.filter(({ traceId }) => traceId === request.traceId);

  expect(request.attributes).toMatchObject({ 'http.request.method': 'GET', 'http.response.status_code': 200 });
  // Each process sends its spans when it has time to: those of one come before those of another, in any order.
  await until('the spans of all processes', () => {
    const paths = ofTrace().map((span) => pathTo(span).join(' > '));
    const [root] = pathTo(request);
    expect(paths).toEqual(
      expect.arrayContaining([
        `${root} > gateway cv.resume.v1.ResumeService/BatchGetExportHeads > resume cv.resume.v1.ResumeService/BatchGetExportHeads`,
        expect.stringMatching(/^gateway .* > gateway add .* > export process .* > export render$/),
        expect.stringMatching(/^gateway .* > gateway add .* > export process .* > export store$/),
        expect.stringMatching(
          /^gateway .* > export process .* > export .*GetExportSource > resume .*\/GetExportSource$/,
        ),
      ]),
    );
    return true;
  });
});

test('a trace holds names and ids of ours, and the log lines of a traced request name it', async () => {
  const { demo } = await system.runFile();
  const said = JSON.stringify(collector.spans);
  for (const secret of [demo?.key, demo?.secret, 'signature', demo?.owner.username]) expect(said).not.toContain(secret);
  const logs = join(system.dataDir, 'logs');
  const lines = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')));
  const done = lines
    .join('\n')
    .split('\n')
    .find((line) => line.includes('Export done'));
  expect(collector.spans.map(({ traceId }) => traceId)).toContain(/"traceId":"(\w{32})"/.exec(done ?? '')?.[1]);
});
