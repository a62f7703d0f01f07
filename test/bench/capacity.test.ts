import { readFileSync } from 'node:fs';
import { projectRoot } from '../support/project-root.ts';
import { capacityPage } from './capacity-page.ts';
import { type CapacityMeasurements, demandOf, loadOf, planFor } from './capacity-plan.ts';

const measurements = JSON.parse(
  readFileSync(`${projectRoot}/test/bench/capacity.json`, 'utf8'),
) as CapacityMeasurements;

/** Round numbers, with which the expected results can be calculated by hand. */
const MS = 1_000;
const cpu = { gateway: 0.3 * MS, resume: 0.12 * MS, mongodb: 0.06 * MS, redis: 0.03 * MS };
const exported = { perSecond: 10, cpu: { ...cpu, worker: 120 * MS }, bytes: 40_000 };
const round: CapacityMeasurements = {
  measuredOn: 'a machine',
  requests: { perSecond: 5_000, cpu },
  exports: { pdf: exported, docx: exported },
  consumption: { gateway: 0.5 * MS, resume: 0, mongodb: 1 * MS, redis: 0.1 * MS },
  redis: { bytesPerRequest: 150, bytesPerCompany: 1_000 },
  cv: { data: 6_000, indexes: 2_000 },
  user: { data: 1_000, indexes: 1_000 },
  fileDescription: 500,
  largestCvCount: 1_000_000,
  memoryMb: { gateway: 300, site: 200, resume: 200, service: 100, worker: 700 },
};

/** 8,640,000 users send 86,400,000 requests and 864,000 exports per day: 1,000 and 10 per second, at the peak 5 times. */
const USERS = 8_640_000;

test('the load grows with the users, and its peak is five times the average of the day', () => {
  expect(loadOf(demandOf(USERS))).toEqual({
    users: USERS,
    companies: 86_400,
    requestsPerDay: 86_400_000,
    exportsPerDay: 864_000,
    peakRequests: 5_000,
    peakExports: 50,
    // 3.47 requests per company and minute: 96.9 % of the companies send at least one.
    peakMinutes: expect.closeTo((0.969 * 86_400) / 60, 0),
  });
});

test('the plan follows from the measured costs and the peak, with reserves', () => {
  const { replicas, redisGb, mongodb, cost, isExtrapolated } = planFor(demandOf(USERS), round);
  // Gateway: (5,050/s × 0.3 ms + 1,395/s × 0.5 ms) ÷ 0.6 = 3.7 cores. Workers: 50/s × 120 ms ÷ 0.6 = 10 cores, 2 in each.
  expect(replicas).toEqual({ gateway: 4, resume: 2, worker: 5, redisMasters: 1 });
  // 2 × 660 s × 150 bytes × 5,000/s, and 1,000 bytes for each company.
  expect(redisGb).toBeCloseTo(0.99 + 0.0864);
  // MongoDB: (5,050/s × 0.06 ms + 1,395/s × 1 ms) ÷ 0.6 = 2.8 cores.
  expect(mongodb).toEqual({
    cores: 3,
    ramGb: Math.ceil(2 * 8.64 * (3 + 0.1 * 7)),
    // 8.64 million users with 10 KB, and 864,000 files.
    diskGb: Math.ceil(1.5 * (86.4 + 0.864 * 40.5)),
  });
  const cores = 4 + 2 + 2 * 5 + 4 + 2 + 3 * 3;
  const ramGb = Math.ceil(1.2 + 0.4 + 3.5 + 0.4 + 0.8 + 2 * 1.3 * redisGb + 3 * mongodb.ramGb);
  const diskGb = 3 * mongodb.diskGb;
  expect(cost).toEqual({ cores, ramGb, diskGb, dollarsPerMonth: 23 * cores + 3 * ramGb + 0.17 * diskGb });
  expect(isExtrapolated).toBe(true);
});

test('the first bottleneck is the part that the load exceeds most', () => {
  const { bottlenecks } = planFor(demandOf(USERS), round);
  expect(bottlenecks[0]).toEqual({ resource: 'mongodbMemory', factor: expect.closeTo((2 * 8.64 * 3.7) / 4) });
  expect(bottlenecks[1]).toEqual({ resource: 'worker', factor: expect.closeTo(5.05 - 0.05) });
  const slower = { ...exported, cpu: { ...cpu, worker: 1_200 * MS } };
  const withSlowExports = planFor(demandOf(USERS), { ...round, exports: { pdf: slower, docx: slower } });
  expect(withSlowExports.bottlenecks[0]?.resource).toBe('worker');
  expect(withSlowExports.replicas.worker).toBe(50);
});

test.each([
  ['more CVs', { largestCvCount: 99_999 }],
  ['more requests', { requests: { perSecond: 57, cpu } }],
  ['more exports', { exports: { pdf: { ...exported, perSecond: 0.5 }, docx: { ...exported, perSecond: 0.5 } } }],
])('a plan for %s than measured is extrapolated', (_what, smaller) => {
  expect(planFor(demandOf(100_000), round).isExtrapolated).toBe(false);
  expect(planFor(demandOf(100_000), { ...round, ...smaller }).isExtrapolated).toBe(true);
});

test.each([
  ['users', 10_000_000, 'mongodbMemory'],
  ['companies', 1_000_000, 'redisMemory'],
  ['requestsPerDay', 1_000_000_000, 'redisMemory'],
  ['exportsPerDay', 10_000_000, 'worker'],
])('if only %s grows to %i, %s is the first bottleneck, and the plan is extrapolated', (part, value, resource) => {
  const { bottlenecks, isExtrapolated } = planFor({ ...demandOf(10_000), [part]: value }, round);
  expect(bottlenecks[0]?.resource).toBe(resource);
  expect(bottlenecks[0]?.factor).toBeGreaterThan(1);
  expect(isExtrapolated).toBe(true);
});

test('a plan for as many companies as were measured is not extrapolated', () => {
  const planOf = (companies: number) => planFor({ ...demandOf(10_000), companies }, round);
  expect([planOf(100_000), planOf(100_001)].map(({ isExtrapolated }) => isExtrapolated)).toEqual([false, true]);
});

test('the page shows the measured numbers, and marks extrapolated rows', () => {
  const page = capacityPage(round);
  expect(page).toContain('| Requests/s per core of a gateway | 3,333 |');
  expect(page).toContain('| PDF | 120 | 0.51 | 8.3 | 10 | 40 | 41 GB |');
  expect(page).toContain('| MongoDB, GB per million CVs, without compression | 6 GB data, 2 GB indexes |');
  expect(page).toMatch(/\| 1,000,000 \| 10,000 \|/);
  expect(page).toMatch(/\| 10,000,000 † \| 100,000 \| 100,000,000 \| 1,000,000 \|/);
  expect(page).toMatch(/\| 10,000 exports per day \| none \(/);
  expect(page).toMatch(/\| 1,000,000,000 † requests per day \| memory of Redis \(/);
});

test('the page in the documentation was generated from the recorded measurements', () => {
  expect(readFileSync(`${projectRoot}/docs/capacity.md`, 'utf8')).toBe(capacityPage(measurements));
});
