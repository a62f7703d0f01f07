/** The processes that requests use. */
export type Cpu = { gateway: number; resume: number; mongodb: number; redis: number };

/** What a run of the benchmark measured. Sizes are in bytes, processor times in microseconds. */
export type CapacityMeasurements = {
  /** Machine and date. */
  measuredOn: string;
  requests: { perSecond: number; cpu: Cpu };
  /** By format. The processor time of the worker includes its renderers. */
  exports: Record<string, { perSecond: number; cpu: Cpu & { worker: number }; bytes: number }>;
  /** Of writing a minute of a company's consumption. */
  consumption: Cpu;
  redis: { bytesPerRequest: number; bytesPerCompany: number };
  /** In MongoDB, data without compression. */
  cv: { data: number; indexes: number };
  user: { data: number; indexes: number };
  /** The description of an exported file. */
  fileDescription: number;
  /** The largest number of CVs with which lists were measured. */
  largestCvCount: number;
  memoryMb: { gateway: number; site: number; resume: number; service: number; worker: number };
};

export const assumptions = {
  usersPerCompany: 100,
  requestsPerUserAndDay: 10,
  exportsPerUserAndDay: 0.1,
  /** The busiest minute, compared with the average of the day. */
  peakFactor: 5,
  /** The share of a core that is used at the peak. The rest absorbs bursts and the failure of a replica. */
  utilization: 0.6,
  exportMix: { pdf: 0.8, docx: 0.2 } as Readonly<Record<string, number>>,
  coresPerWorker: 2,
  /** Seconds that a nonce is stored. */
  nonceSeconds: 660,
  mongodbMembers: 3,
  /** Free space for growth, the oplog and rebuilding indexes. */
  diskFactor: 1.5,
  /** The share of the data that is used often enough to stay in the cache of MongoDB, with all indexes. */
  cachedData: 0.1,
  /** In US dollars per month, in the order of the on-demand prices of large cloud providers. */
  prices: { cpu: 23, ramGb: 3, diskGb: 0.17 },
} as const;

/** The number of companies of `npm run bench -- scale`. */
const LARGEST_COMPANY_COUNT = 100_000;

/** The smallest deployment: one process each, as in the Compose file and the chart with one replica. */
export const smallest = { redisGb: 0.384, mongodbCores: 2, mongodbRamGb: 4, mongodbDiskGb: 100 } as const;

export type Resource = 'worker' | 'gateway' | 'resume' | 'redis' | 'redisMemory' | 'mongodb' | 'mongodbMemory' | 'disk';

export type Demand = { users: number; companies: number; requestsPerDay: number; exportsPerDay: number };

type Load = Demand & {
  peakRequests: number;
  peakExports: number;
  /** Minutes of companies with requests that end per second. */
  peakMinutes: number;
};

export type Plan = {
  load: Load;
  /** What the load needs, divided by what the smallest deployment has; the largest is first. */
  bottlenecks: { resource: Resource; factor: number }[];
  replicas: { gateway: number; resume: number; worker: number; redisMasters: number };
  redisGb: number;
  mongodb: { cores: number; ramGb: number; diskGb: number };
  cost: { cores: number; ramGb: number; diskGb: number; dollarsPerMonth: number };
  /** Whether a load like this was not measured. */
  isExtrapolated: boolean;
};

const GB = 1e9;
const SECONDS_PER_DAY = 86_400;
const MICROSECONDS = 1e6;

/** What a number of users usually needs. */
export function demandOf(users: number): Demand {
  const { usersPerCompany, requestsPerUserAndDay, exportsPerUserAndDay } = assumptions;
  return {
    users,
    companies: users / usersPerCompany,
    requestsPerDay: users * requestsPerUserAndDay,
    exportsPerDay: users * exportsPerUserAndDay,
  };
}

export function loadOf(demand: Demand): Load {
  const { companies, requestsPerDay, exportsPerDay } = demand;
  const peak = (perDay: number) => (perDay / SECONDS_PER_DAY) * assumptions.peakFactor;
  const peakRequests = peak(requestsPerDay);
  // The share of companies with at least one request in a minute, if requests are independent (Poisson).
  const activeShare = 1 - Math.exp((-60 * peakRequests) / companies);
  return {
    ...demand,
    peakRequests,
    peakExports: peak(exportsPerDay),
    peakMinutes: (companies * activeShare) / 60,
  };
}

/** Sums up a number of each format, weighted by how often it is exported. */
function ofTypicalExport(
  exports: CapacityMeasurements['exports'],
  of: (format: CapacityMeasurements['exports'][string]) => number,
): number {
  return Object.entries(assumptions.exportMix).reduce((sum, [name, share]) => {
    const format = exports[name];
    if (!format) throw new Error(`The format ${name} was not measured`);
    return sum + share * of(format);
  }, 0);
}

/** Calculates what a demand needs. */
export function planFor(demand: Demand, measured: CapacityMeasurements): Plan {
  const load = loadOf(demand);
  const need = needsOf(load, measured);
  const capacity: Record<Resource, number> = {
    ...{ worker: assumptions.coresPerWorker, gateway: 1, resume: 1, redis: 1, redisMemory: smallest.redisGb },
    ...{ mongodb: smallest.mongodbCores, mongodbMemory: smallest.mongodbRamGb, disk: smallest.mongodbDiskGb },
  };
  const bottlenecks = (Object.keys(capacity) as Resource[])
    .map((resource) => ({ resource, factor: need[resource] / capacity[resource] }))
    .sort((a, b) => b.factor - a.factor);
  const replicas = {
    gateway: atLeastTwo(need.gateway),
    resume: atLeastTwo(need.resume),
    worker: atLeastTwo(need.worker / assumptions.coresPerWorker),
    redisMasters: Math.max(1, Math.ceil(need.redis)),
  };
  const mongodb = {
    cores: Math.max(smallest.mongodbCores, Math.ceil(need.mongodb)),
    ramGb: Math.max(smallest.mongodbRamGb, Math.ceil(need.mongodbMemory)),
    diskGb: Math.ceil(need.disk),
  };
  const { requests, exports, largestCvCount } = measured;
  const measuredExports = ofTypicalExport(exports, ({ perSecond }) => perSecond);
  return {
    ...{ load, bottlenecks, replicas, redisGb: need.redisMemory, mongodb },
    cost: costOf({ replicas, mongodb, redisGb: need.redisMemory }, measured),
    isExtrapolated:
      demand.users > largestCvCount ||
      demand.companies > LARGEST_COMPANY_COUNT ||
      load.peakRequests > requests.perSecond ||
      load.peakExports > measuredExports,
  };
}

/** Returns how many cores and GB the load needs, with reserves. */
function needsOf(load: Load, measured: CapacityMeasurements): Record<Resource, number> {
  const { requests, exports, consumption, redis, cv, user, fileDescription } = measured;
  const { utilization, nonceSeconds, diskFactor, cachedData } = assumptions;
  const cores = (name: keyof Cpu | 'worker') => {
    const ofRequests = name === 'worker' ? 0 : requests.cpu[name] * load.peakRequests;
    const ofExports = ofTypicalExport(exports, ({ cpu }) => cpu[name]) * load.peakExports;
    const ofConsumption = name === 'worker' ? 0 : consumption[name] * load.peakMinutes;
    return (ofRequests + ofExports + ofConsumption) / MICROSECONDS / utilization;
  };
  const data = load.users * (cv.data + user.data);
  const indexes = load.users * (cv.indexes + user.indexes);
  const files = load.exportsPerDay * (ofTypicalExport(exports, ({ bytes }) => bytes) + fileDescription);
  return {
    worker: cores('worker'),
    gateway: cores('gateway'),
    resume: cores('resume'),
    redis: cores('redis'),
    mongodb: cores('mongodb'),
    // Half of it is for sessions, counters and export jobs (docs/redis.md).
    redisMemory:
      (2 * nonceSeconds * redis.bytesPerRequest * load.peakRequests + load.companies * redis.bytesPerCompany) / GB,
    // The cache of MongoDB is half of the memory.
    mongodbMemory: (2 * (indexes + cachedData * data)) / GB,
    disk: ((data + indexes + files) * diskFactor) / GB,
  };
}

const atLeastTwo = (replicas: number) => Math.max(2, Math.ceil(replicas));

/** The processes whose number does not depend on the load: two sites, and two replicas of four small services. */
const FIXED = { sites: 2, services: 8, cores: 4 };
const REDIS_OVERHEAD = 1.3;

/** Sums up all processes, one replica of each Redis master, and all members of MongoDB. */
function costOf(
  { replicas, mongodb, redisGb }: Pick<Plan, 'replicas' | 'mongodb' | 'redisGb'>,
  { memoryMb }: CapacityMeasurements,
): Plan['cost'] {
  const { coresPerWorker, mongodbMembers, prices } = assumptions;
  const redisNodes = 2 * replicas.redisMasters;
  const processesMb =
    replicas.gateway * memoryMb.gateway +
    replicas.resume * memoryMb.resume +
    replicas.worker * memoryMb.worker +
    FIXED.sites * memoryMb.site +
    FIXED.services * memoryMb.service;
  const redisRam = 2 * Math.max(smallest.redisGb * replicas.redisMasters, redisGb) * REDIS_OVERHEAD;
  const cores =
    replicas.gateway +
    replicas.resume +
    coresPerWorker * replicas.worker +
    FIXED.cores +
    redisNodes +
    mongodbMembers * mongodb.cores;
  const ramGb = Math.ceil(processesMb / 1_000 + redisRam + mongodbMembers * mongodb.ramGb);
  const diskGb = mongodbMembers * mongodb.diskGb;
  return { cores, ramGb, diskGb, dollarsPerMonth: cores * prices.cpu + ramGb * prices.ramGb + diskGb * prices.diskGb };
}
