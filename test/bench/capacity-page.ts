import {
  assumptions,
  type CapacityMeasurements,
  type Demand,
  demandOf,
  type Plan,
  planFor,
  type Resource,
  smallest,
} from './capacity-plan.ts';

const USERS = [10_000, 100_000, 1_000_000, 10_000_000];
const SMALLEST_DEMAND = demandOf(10_000);
/** The values of a part of the demand while the others stay the same. */
const GROWTH: Record<keyof Demand, { name: string; values: number[] }> = {
  users: { name: 'users', values: [100_000, 1_000_000, 10_000_000] },
  companies: { name: 'companies', values: [1_000, 10_000, 100_000, 1_000_000] },
  requestsPerDay: { name: 'requests per day', values: [1_000_000, 10_000_000, 100_000_000, 1_000_000_000] },
  exportsPerDay: { name: 'exports per day', values: [10_000, 100_000, 1_000_000, 10_000_000] },
};

const resources: Record<Resource, { name: string; add: string }> = {
  worker: {
    name: 'export workers',
    add: 'Workers: `--scale export=N` with Compose, `export.replicas` or [`export.keda`](deploying.md#scaling-with-keda) in the chart. `EXPORT_CONCURRENCY` stays at the number of cores of a worker.',
  },
  gateway: {
    name: 'gateways',
    add: 'Gateways: [a copy of `gateway-2`](deploying.md#scaling) with Compose, `gateway.autoscaling` in the chart.',
  },
  resume: {
    name: 'resume service',
    add: 'Replicas of the resume service: `--scale resume=N` with Compose, `services.resume.replicas` in the chart.',
  },
  redis: {
    name: 'processor of Redis',
    add: 'A second Redis for the export queue with `QUEUE_REDIS_URL`, then masters of a [Redis Cluster](redis.md#redis-cluster-and-sentinels) in `REDIS_URL`.',
  },
  redisMemory: {
    name: 'memory of Redis',
    add: 'Memory: set [`maxmemory`](redis.md#redis-memory) to the value in the table, and the memory limit of the container to 1.3 times of it.',
  },
  mongodb: {
    name: 'processor of MongoDB',
    add: 'Cores for each member of the replica set. Then [shards](sharding.md) for users and CVs.',
  },
  mongodbMemory: {
    name: 'memory of MongoDB',
    add: 'Memory for each member of the replica set, so that all indexes stay in the cache.',
  },
  disk: {
    name: 'disk of MongoDB',
    add: 'A bucket for exported files and pictures with [`ARTIFACT_STORE=s3`](object-storage.md), a shorter `EXPORT_KEEP_HOURS`, or larger disks.',
  },
};

/** Returns the content of docs/capacity.md. */
export function capacityPage(measured: CapacityMeasurements): string {
  const plans = USERS.map((users) => planFor(demandOf(users), measured));
  return `# Capacity

This page estimates how many processes, how much memory and how much disk a number of users needs. \`npm run bench -- capacity\` measures the first two tables, calculates the others and writes the page, so do not edit it.

## Measured

Measured on ${measured.measuredOn}. Processor times do not depend on the number of cores; rates do, because all processes and the load generator share the machine.

${measuredTable(measured)}

| Export | CPU of the worker, ms | CPU of other processes, ms | Exports/s per core of a worker | Exports/s on this machine | KB per file | GB per million files |
|---|---|---|---|---|---|---|
${exportLines(measured).join('\n')}

All Redis keys of a company are on one node. One company can therefore send at most about ${count(Math.round((assumptions.utilization * perCore(measured.requests.cpu.redis)) / 1_000) * 1_000)} requests/s, however many nodes there are.

## Assumptions

${assumptionTable()}

If your load differs, multiply: cores and the memory of Redis grow with the peak rate, the disk and memory of MongoDB with the number of users. Rates are those of signed requests that read a CV. A request that creates a CV is a transaction of five commands and costs MongoDB about 50 times as much; \`npm run bench -- scale\` measures it. The measured requests are those of one busy company. If companies send fewer than one request per minute, the gateway also reads the key for most requests and checks them one at a time, so each costs more ([ADR 43](adr/0043-unflushed-minutes.md)).

The consumption log has one entry for each company and minute with requests, so many companies with few requests cost MongoDB more than the requests themselves. A gateway that falls behind writes several minutes of a company together, which costs about as much as one.

The disk sizes contain users, CVs and exported files. They do not contain pictures, comments, consumption and [backups](backup.md).

## Load and bottlenecks

A bottleneck is a part of the smallest deployment that is too small for the load. That deployment has one process of each kind with one core, one worker with ${assumptions.coresPerWorker} cores, Redis with ${smallest.redisGb * 1_000} MB, and MongoDB with ${smallest.mongodbCores} cores, ${smallest.mongodbRamGb} GB memory and ${smallest.mongodbDiskGb} GB disk. The factor is the required size divided by the size in that deployment.

${loadTable(plans)}

† Extrapolated: more users, companies, requests or exports than were measured. The calculation assumes that processor time per request stays the same. The measured times of [lists](../test/bench/RESULTS.md) with ten times as many CVs support this.

In the next table, only one number grows. The others stay those of ${count(SMALLEST_DEMAND.users)} users: ${count(SMALLEST_DEMAND.companies)} companies, ${count(SMALLEST_DEMAND.requestsPerDay)} requests and ${count(SMALLEST_DEMAND.exportsPerDay)} exports per day. For the total size and the example cost, see [below](#size-and-cost).

${growthTable(measured)}

## What to add

${actionTable()}

## Size and cost

At least two gateways, two resume services and two workers run, so that one of each can fail. Each Redis master has one replica, and MongoDB has ${assumptions.mongodbMembers} members. The total also includes two sites and two replicas of each of the four other services.

${costTable(plans)}

The example cost assumes monthly prices of ${assumptions.prices.cpu} USD per vCPU, ${assumptions.prices.ramGb} USD per GB of memory and ${assumptions.prices.diskGb} USD per GB of disk, similar to the on-demand prices of large cloud providers. It does not include network traffic or backups. Prices differ, so calculate the monthly cost as

\`\`\`
cost = vCPU × price per vCPU + GB memory × price per GB + GB disk × price per GB
\`\`\`
`;
}

function measuredTable({ requests, consumption, redis, cv, user }: CapacityMeasurements): string {
  const { gateway, resume, mongodb, redis: ofRedis } = requests.cpu;
  const sum = gateway + resume + mongodb + ofRedis;
  const perMillion = (size: { data: number; indexes: number }) =>
    `${gb(size.data / 1_000)} data, ${gb(size.indexes / 1_000)} indexes`;
  return lines(
    ['Signed request for a CV', 'Value'],
    [
      ['Requests/s per core of a gateway', count(perCore(gateway))],
      ['Requests/s per core of the resume service', count(perCore(resume))],
      ['Requests/s per core of MongoDB', count(perCore(mongodb))],
      ['Requests/s per core of Redis', count(perCore(ofRedis))],
      ['Requests/s per core for all processes together', count(perCore(sum))],
      ['Requests/s with one gateway on this machine', count(requests.perSecond)],
      [
        'Gateway and MongoDB, CPU for writing a minute of a company to the consumption log, ms',
        `${number(consumption.gateway / 1_000)} and ${number(consumption.mongodb / 1_000)}`,
      ],
      ['Redis, bytes per request, for 11 minutes', count(redis.bytesPerRequest)],
      ['Redis, bytes per company that sent requests in the last minutes', count(redis.bytesPerCompany)],
      ['MongoDB, GB per million CVs, without compression', perMillion(cv)],
      ['MongoDB, GB per million users, without compression', perMillion(user)],
    ],
  );
}

function exportLines({ exports, fileDescription }: CapacityMeasurements): string[] {
  return Object.entries(exports).map(([name, { perSecond, cpu, bytes }]) => {
    const others = cpu.gateway + cpu.resume + cpu.mongodb + cpu.redis;
    const cells = [
      name.toUpperCase(),
      number(cpu.worker / 1_000),
      number(others / 1_000),
      number(perCore(cpu.worker)),
      number(perSecond),
      number(bytes / 1_000),
      gb((bytes + fileDescription) / 1_000),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

function assumptionTable(): string {
  const { usersPerCompany, requestsPerUserAndDay, exportsPerUserAndDay, peakFactor, utilization } = assumptions;
  const { exportMix, diskFactor, cachedData } = assumptions;
  const mix = Object.entries(exportMix).map(([format, share]) => `${percent(share)} ${format.toUpperCase()}`);
  return lines(
    ['Assumption', 'Value'],
    [
      ['Users per company, each with one CV', count(usersPerCompany)],
      ['Requests per user and day', number(requestsPerUserAndDay)],
      ['Exports per user and day', `${exportsPerUserAndDay}, ${mix.join(' and ')}, stored for a day`],
      ['Peak factor: the busiest minute divided by the average of the day', number(peakFactor)],
      ['Utilization of cores at the peak', percent(utilization)],
      ['Memory of MongoDB', `twice the size of all indexes and ${percent(cachedData)} of the data`],
      ['Disk of MongoDB', `${diskFactor} × users, CVs and files`],
    ],
  );
}

function loadTable(plans: readonly Plan[]): string {
  return lines(
    [
      'Users',
      'Companies',
      'Requests per day',
      'Exports per day',
      'Peak requests/s',
      'Peak exports/s',
      'First bottleneck',
      'Next',
    ],
    plans.map((plan) => [
      marked(plan.load.users, plan),
      count(plan.load.companies),
      count(plan.load.requestsPerDay),
      count(plan.load.exportsPerDay),
      number(plan.load.peakRequests),
      number(plan.load.peakExports),
      ...bottleneckCells(plan),
    ]),
  );
}

function growthTable(measured: CapacityMeasurements): string {
  const rows = Object.entries(GROWTH).flatMap(([part, { name, values }]) =>
    values.map((value) => {
      const plan = planFor({ ...SMALLEST_DEMAND, [part]: value }, measured);
      return [`${marked(value, plan)} ${name}`, ...bottleneckCells(plan), machine(plan.cost), dollars(plan.cost)];
    }),
  );
  return lines(['Only', 'First bottleneck', 'Next', 'Total', 'Example cost per month'], rows);
}

/** The first bottleneck, and the others. */
function bottleneckCells({ bottlenecks }: Plan): [string, string] {
  const exceeded = bottlenecks.filter(({ factor }) => factor > 1);
  const [first, ...next] = exceeded.map(({ resource, factor }) => `${resources[resource].name} (${number(factor)} ×)`);
  const [largest] = bottlenecks;
  const unused = largest && `none (${resources[largest.resource].name}: ${percent(largest.factor)})`;
  return [first ?? unused ?? '', next.join(', ')];
}

function actionTable(): string {
  return lines(
    ['Bottleneck', 'Add'],
    Object.values(resources).map(({ name, add }) => [name, add]),
  );
}

function costTable(plans: readonly Plan[]): string {
  return lines(
    [
      'Users',
      'Gateways',
      'Resume services',
      'Workers',
      'Redis masters',
      '`maxmemory` in total',
      'Each member of MongoDB',
      'Total',
      'Example cost per month',
    ],
    plans.map((plan) => [
      marked(plan.load.users, plan),
      count(plan.replicas.gateway),
      count(plan.replicas.resume),
      count(plan.replicas.worker),
      count(plan.replicas.redisMasters),
      `${number(Math.max(smallest.redisGb * plan.replicas.redisMasters, plan.redisGb))} GB`,
      machine(plan.mongodb),
      machine(plan.cost),
      dollars(plan.cost),
    ]),
  );
}

const marked = (value: number, { isExtrapolated }: Plan) => `${count(value)}${isExtrapolated ? ' †' : ''}`;
/** Rounded up to tens. */
const dollars = ({ dollarsPerMonth }: Plan['cost']) => `${count(10 * Math.ceil(dollarsPerMonth / 10))} USD`;

function machine({ cores, ramGb, diskGb }: Plan['mongodb']): string {
  return `${count(cores)} vCPU, ${count(ramGb)} GB memory, ${count(diskGb)} GB disk`;
}

function lines(head: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

const perCore = (microseconds: number) => 1e6 / microseconds;
const count = (value: number) => Math.round(value).toLocaleString('en');
/** Two significant digits below 10, whole numbers above. */
const number = (value: number) => (value >= 10 ? count(value) : String(Number(value.toPrecision(2))));
const gb = (value: number) => `${number(value)} GB`;
const percent = (share: number) => `${Math.round(share * 100)} %`;
