import { randomUUID } from 'node:crypto';
import { entryBy } from '@vitae/accounts/audit/audit-log';
import { exportJobName, exportQueue } from '@vitae/proto/export-job';
import {
  type AdministratorFixture,
  type SettingsFixture,
  type SettingsGateway,
  startSettingsFixture,
} from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt, visitSettings } from '@vitae/test/support/gateway/settings-visitor';
import { Queue } from 'bullmq';

const queuePrefix = `board-${randomUUID()}`;
// These ids are longer than timestamps, which could contain a shorter id.
const PAYLOAD = {
  cvId: 471_147_114_711_471,
  companyId: 815_581_558_155_815,
  userId: 123_456_765_432_123,
  requestId: 'canary-request',
  format: 'pdf',
};

let system: SettingsFixture;
let gateway: SettingsGateway;
let queue: Queue;
let operator: AdministratorFixture;
let owner: AdministratorFixture;
let invited: AdministratorFixture;

beforeAll(async () => {
  system = await startSettingsFixture(process.env);
  const before = await system.start();
  owner = await system.createAdministrator(before, 'owner');
  invited = await system.createAdministrator(before, 'owner');
  operator = await system.createAdministrator(before, 'viewer', system.otherCompany);
  await before.audit.record({
    ...entryBy(operator, 'administratorCreated', undefined),
    actor: { kind: 'operator' },
  });
  gateway = await system.start({ operators: [operator.email.toUpperCase(), invited.email], queuePrefix });
  queue = new Queue(exportQueue, { connection: gateway.redis, prefix: queuePrefix });
  await queue.add(exportJobName, PAYLOAD, { jobId: 'canary-job', attempts: 5 });
  await queue.add('Ada Lovelace', { ...PAYLOAD, format: 'Ada Lovelace' }, { jobId: 'odd-job' });
});
afterAll(async () => {
  await queue.obliterate({ force: true });
  await queue.close();
  await system.close();
});

const signedIn = (by: AdministratorFixture) => signedInAt(gateway, by);

const EVERYTHING = [
  '/settings/queue',
  '/settings/queue/',
  '/settings/queue/queue/exports',
  '/settings/queue/api/queues',
  '/settings/queue/api/queues/exports/canary-job',
  '/settings/queue/static/images/logo.svg',
];

describe('queue board', () => {
  test('returns 404 except to operators who were created on the command line', async () => {
    const stranger = visitSettings(gateway);
    for (const visitor of [stranger, await signedIn(owner), await signedIn(invited)]) {
      for (const path of EVERYTHING) {
        const { status, text } = await visitor.get(path);
        expect([path, status]).toEqual([path, 404]);
        expect(text).toContain('Page not found');
      }
    }
    expect((await (await signedIn(invited)).get('/settings/team')).text).not.toContain('/settings/queue');
  });

  test('appears in the menu of operators and records each visit in the audit log', async () => {
    const visitor = await signedIn(operator);
    expect((await visitor.get('/settings/team')).text).toContain('href="/settings/queue"');
    for (const path of EVERYTHING) expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
    const { entries } = await gateway.audit.list(operator.companyId, { action: 'queueOpened' });
    expect(entries[0]).toMatchObject({ actor: { name: operator.email }, target: { kind: 'queue', name: 'exports' } });
  });

  test('loads scripts and styles only from the site', async () => {
    const { headers, text } = await (await signedIn(operator)).get('/settings/queue');
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' ('sha256-\S+' ?)+; /);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/https?:\/\/|style=|<style/);
    expect(text.match(/<script(?! defer src="static\/)/g)).toEqual(['<script']);
  });

  test('shows the status of exports without personal data', async () => {
    await queue.add(exportJobName, PAYLOAD, { jobId: 'failed-job', attempts: 5 });
    const failed = JSON.stringify({ reason: 'render_timeout', retryable: true, message: 'canary-message' });
    await gateway.redis.hset(queue.toKey('failed-job'), {
      failedReason: failed,
      stacktrace: JSON.stringify(['canary-trace']),
      returnvalue: JSON.stringify({ fileName: 'Ada Lovelace.pdf', address: 'canary-address', bytes: 7, format: 'pdf' }),
    });
    await gateway.redis.rpush(`${queue.toKey('failed-job')}:logs`, 'canary-log');
    const visitor = await signedIn(operator);
    const lists = await visitor.get(
      '/settings/queue/api/queues?activeQueue=exports&status=latest&page=1&jobsPerPage=10',
    );
    const one = await visitor.get('/settings/queue/api/queues/exports/failed-job');
    expect(JSON.parse(one.text).job).toMatchObject({
      data: { format: 'pdf' },
      opts: { attempts: 5 },
      failedReason: 'render_timeout',
      returnValue: { format: 'pdf', bytes: 7 },
    });
    const jobs = JSON.parse(lists.text).queues[0].jobs as { id: string; name: string; data: object }[];
    expect(jobs.map(({ id }) => id).sort()).toEqual(['canary-job', 'failed-job', 'odd-job']);
    expect(jobs.find(({ id }) => id === 'odd-job')).toMatchObject({ name: 'unknown', data: { format: 'unknown' } });
    expect(`${lists.text}${one.text}`).not.toMatch(
      /471147114711471|815581558155815|123456765432123|canary-(request|message|trace|address|log)|Ada|fileName/,
    );
    const rest = (of: string) => visitor.get(`/settings/queue/api/queues/exports/failed-job/${of}`);
    expect((await rest('logs')).text).toBe('[]');
    expect((await rest('flow')).text).toBe('{"nodeId":"failed-job","flowRoot":null,"isFlowNode":false}');
  });

  test('has no routes that change the queue', async () => {
    const cookie = Array.from((await signedIn(operator)).cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const count = await queue.getJobCounts();
    for (const [method, path] of [
      ['PUT', 'pause'],
      ['PUT', 'exports/pause'],
      ['PUT', 'exports/clean/wait'],
      ['PUT', 'exports/empty'],
      ['PUT', 'exports/obliterate'],
      ['PUT', 'exports/canary-job/clean'],
      ['PUT', 'exports/canary-job/retry/failed'],
      ['POST', 'exports/add'],
      ['PATCH', 'exports/canary-job/update-data'],
    ] as const) {
      const url = `${gateway.url}/settings/queue/api/queues/${path}`;
      const response = await fetch(url, {
        method,
        headers: { Cookie: cookie, 'X-Forwarded-For': system.newAddress() },
      });
      expect([path, response.status]).toEqual([path, 404]);
    }
    expect(await queue.getJobCounts()).toEqual(count);
    expect(await queue.isPaused()).toBe(false);
  });
});
