import { judgeCertificate } from './certificate-check.ts';
import { type Check, combined, ok, problem, skipped, warning } from './check.ts';
import { judgeClock } from './clock-check.ts';
import { judgeDisk } from './disk-check.ts';
import type { DoctorContext } from './doctor-context.ts';
import { judgeMongo } from './mongodb-checks.ts';
import { judgeRedis } from './redis-checks.ts';
import { createRedact, runChecks } from './run-checks.ts';

const HEALTHY_MONGODB = { version: '6.0.5', setName: 'rs0', isWritablePrimary: true };

test.each([
  [{ version: '5.0.31' }, 'problem', 'version 5.0.31'],
  [{ setName: undefined }, 'problem', 'not a replica set'],
  [{ isWritablePrimary: false }, 'problem', 'not the primary'],
  [{ setName: undefined, msg: 'isdbgrid' }, 'ok', 'sharded'],
  [{ version: '10.0.0' }, 'ok', 'replica set rs0'],
])('judges MongoDB: %j', (changed, status, text) => {
  const given = { ...HEALTHY_MONGODB, ...changed } as Parameters<typeof judgeMongo>[0];
  expect(judgeMongo(given)).toMatchObject({ status, message: expect.stringContaining(text) });
});

const INFO = {
  redis_version: '7.2.4',
  maxmemory_policy: 'noeviction',
  used_memory: '79',
  maxmemory: '100',
  total_system_memory: '1000',
  aof_enabled: '1',
  aof_last_write_status: 'ok',
};

test.each([
  [{}, 'ok', '79 % of maxmemory'],
  [{ redis_version: '6.2.14' }, 'problem', 'version 6.2.14'],
  [{ used_memory: '81' }, 'problem', '81 % of its memory'],
  [{ maxmemory: '0', used_memory: '900' }, 'problem', '90 % of its memory'],
  [{ aof_last_write_status: 'err' }, 'problem', 'cannot write'],
  [{ valkey_version: '8.1.1' }, 'ok', 'Valkey 8.1.1'],
])('judges Redis: %j', (changed, status, text) => {
  const info = Object.entries({ ...INFO, ...changed }).map(([name, value]) => `${name}:${value}\r\n`);
  expect(judgeRedis(info.join(''))).toMatchObject({ status, message: expect.stringContaining(text) });
});

test.each([
  [4_000, 'ok'],
  [-7_000, 'warning'],
  [61_000, 'problem'],
])('judges a clock that differs by %d ms', (skew, status) => {
  expect(judgeClock('Redis', 1_000_050 + skew, 1_000_000, 1_000_100).status).toBe(status);
});

test('accepts a correct clock behind a slow connection', () => {
  expect(judgeClock('Redis', 0, 0, 9_000).status).toBe('ok');
});

test.each([
  [20, 'ok'],
  [10, 'warning'],
  [4, 'problem'],
])('judges a disk with %d %% of free space', (free, status) => {
  expect(judgeDisk('/data', 100, free).status).toBe(status);
});

test.each([
  [22, undefined, 'ok'],
  [20, undefined, 'problem'],
  [-1, undefined, 'problem'],
  [100, 'CERT_HAS_EXPIRED', 'problem'],
])('judges a certificate that expires in %d days with the error %s', (days, error, status) => {
  const certificate = { validTo: days * 86_400_000, error };
  expect(judgeCertificate('https://cv.example.com', certificate, 0).status).toBe(status);
});

test('combines outcomes into the worst one', () => {
  expect(combined([ok('a'), problem('b.', 'fix'), warning('c.', 'd'), problem('e.', 'fix')])).toEqual(
    problem('b. e.', 'fix'),
  );
  expect(combined([ok('a'), skipped('b')])).toEqual(ok('a'));
});

test('reports a check that hangs and one that throws, without secrets', async () => {
  const checks: Check[] = [
    { name: 'hangs', timeoutMs: 1, run: () => new Promise(() => undefined) },
    { name: 'throws', run: () => Promise.reject(new Error('wrong password p%40ss or\u001bp@ss')) },
    { name: 'works', run: async () => ok('fine') },
  ];
  const redact = createRedact({ REDIS_URL: 'redis://user:p%40ss@host:6379' }, []);
  expect(await runChecks(checks, {} as DoctorContext, redact)).toEqual({
    healthy: false,
    checks: [
      expect.objectContaining({ name: 'hangs', status: 'problem', message: expect.stringContaining('did not finish') }),
      expect.objectContaining({ status: 'problem', message: 'The check failed: wrong password … or ….' }),
      { name: 'works', status: 'ok', message: 'fine', fix: null },
    ],
  });
});
