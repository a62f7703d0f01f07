import { fetchMongod, presentMongod } from './mongodb/find-mongod.ts';
import { mongodSpec, mongodUri } from './mongodb/mongod.ts';
import { requireUsableMongodb } from './mongodb/replica-set.ts';
import type { ProcessSpec } from './processes/process-spec.ts';
import { ensurePrograms, type Programs, systemInstaller } from './programs/ensure-programs.ts';
import type { Requirement, Requirements } from './programs/requirements.ts';
import { localRedisUrl, redisSpec, requireUsableRedis } from './redis/redis.ts';
import { type RedisUser, withRedisUser } from './redis/redis-users.ts';
import type { LocalSettings } from './settings.ts';
import type { Terminal } from './terminal/terminal.ts';

export type Databases = {
  mongodbUri: string;
  /** For programs that inspect the data. */
  redisUrl: string;
  /** For each process; the configured address for all if REDIS_URL is set. */
  redisUrls: Record<RedisUser, string>;
  /** The databases that the launcher starts. */
  specs: ProcessSpec[];
};

export type InstalledPrograms = { mongod: string | undefined; programs: Programs };

type Options = { settings: LocalSettings; environment: NodeJS.ProcessEnv; terminal: Terminal };

/** Locates or installs the programs of the databases that are not configured, and `extra`. */
export async function ensureInstalled(
  all: Requirements,
  extra: Requirement[],
  { settings, environment, terminal }: Options,
): Promise<InstalledPrograms> {
  const present = settings.MONGODB_URI ? undefined : presentMongod(settings, environment.PATH);
  const fetches = !settings.MONGODB_URI && !present;
  const needed = [...(settings.REDIS_URL ? [] : [all.redis]), ...(fetches ? [all.libcurl] : []), ...extra];
  const programs = await ensurePrograms(needed, {
    settings,
    terminal,
    logFile: `${settings.DATA_DIR}/logs/apt.log`,
    installer: systemInstaller(),
  });
  return { programs, mongod: fetches ? await fetchMongod(settings, terminal) : present };
}

/** Plans the databases to start, and checks those that are configured. */
export async function planDatabases(
  installed: InstalledPrograms,
  all: Requirements,
  ports: { mongod: number; redis: number },
  { settings, environment }: Options,
): Promise<Databases> {
  const { MONGODB_URI, REDIS_URL, DATA_DIR: dataDir } = settings;
  const specs: ProcessSpec[] = [];
  if (MONGODB_URI) await requireUsableMongodb(MONGODB_URI);
  else if (installed.mongod)
    specs.push(mongodSpec({ binary: installed.mongod, dataDir, port: ports.mongod, environment }));
  const redisServer = installed.programs.get(all.redis);
  if (REDIS_URL) await requireUsableRedis(REDIS_URL);
  else if (redisServer) specs.push(redisSpec({ binary: redisServer, dataDir, port: ports.redis, environment }));
  const redisUrl = REDIS_URL ?? localRedisUrl(ports.redis);
  const redisUrlOf = (user: RedisUser) => (REDIS_URL ? redisUrl : withRedisUser(redisUrl, user));
  return {
    mongodbUri: MONGODB_URI ?? mongodUri(ports.mongod),
    redisUrl,
    redisUrls: { gateway: redisUrlOf('gateway'), site: redisUrlOf('site'), export: redisUrlOf('export') },
    specs,
  };
}
