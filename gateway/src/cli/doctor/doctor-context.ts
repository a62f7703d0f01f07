import { type AccountStores, createAccountStores } from '@vitae/accounts/account-stores';
import { systemClock } from '@vitae/kit/clock';
import { createLogger } from '@vitae/kit/log';
import { connectMongo, type Mongo } from '@vitae/kit/mongo';
import { connectRedis, queueRedisOf } from '@vitae/kit/redis';
import { createServiceIdentity, type ServiceIdentity } from '@vitae/kit/service-identity';
import { openExportClient } from '@vitae/proto/clients/exports/export-client';
import { createServices, type Services } from '@vitae/proto/clients/services';
import type { Redis } from 'ioredis';
import type { Config } from '../../config.ts';
import type { RunFile } from '../run-file.ts';
import type { Address } from './loopback.ts';
import { readServiceStates, type ServiceState } from './service-states.ts';

export type DoctorOptions = {
  /** The key that signs the request; by default that of the demo company of a local run. */
  key?: { key: string; secret: string } | undefined;
  /** The CV that is converted; by default the first one of the demo company. */
  cv?: number | undefined;
  /** The company of the CV, which is searched otherwise. */
  company?: number | undefined;
  /** Where loopback addresses of the public URLs lead; by default to this machine. */
  loopback?: Address | undefined;
};

/** What the checks share. Each connection is opened by the first check that needs it. */
export type DoctorContext = {
  settings: Config;
  /** The system that runs beside the command line, if `npm start` started it. */
  run: RunFile | undefined;
  dataDir: string;
  options: DoctorOptions;
  identity: ServiceIdentity;
  /** @throws {VitaeError} UNAVAILABLE database_unavailable */
  mongo(): Promise<Mongo>;
  /** @throws {VitaeError} UNAVAILABLE redis_unavailable */
  redis(): Promise<Redis>;
  /** The Redis of the export queue. */
  queueRedis(): Promise<Redis>;
  services(): Promise<Services>;
  /** The state of every replica of every service. */
  serviceStates(): Promise<ServiceState[]>;
  exports(): ReturnType<typeof openExportClient>;
  /** The stores of companies, keys and owners. */
  stores(): Promise<AccountStores>;
  close(): Promise<void>;
};

const CLOSE_TIMEOUT_MS = 2_000;
// The checks report the errors.
const log = createLogger({ name: 'vitae-doctor', level: 'silent' });

type ContextParts = Pick<DoctorContext, 'settings' | 'run' | 'dataDir' | 'options'>;

export function createDoctorContext(parts: ContextParts): DoctorContext {
  const { settings } = parts;
  const { MONGODB_URI: uri, MONGODB_DATABASE: database, SERVICE_PRIVATE_KEY: key } = settings;
  const identity = createServiceIdentity({ name: 'gateway', key, clock: systemClock });
  const closing: (() => Promise<void> | void)[] = [];
  const shared = <T extends { close(): Promise<void> | void }>(open: () => Promise<T>): (() => Promise<T>) => {
    let opened: Promise<T> | undefined;
    return () => {
      if (opened) return opened;
      opened = open();
      closing.push(() => opened?.then(({ close }) => close()));
      return opened;
    };
  };
  const mongo = shared(() => connectMongo({ uri, database, log }));
  const redis = shared(() => connectRedis({ url: settings.REDIS_URL, name: 'vitae-doctor', log }));
  const queueRedis = shared(() => connectRedis({ ...queueRedisOf(settings), name: 'vitae-doctor-queue', log }));
  const openStores = async () => {
    const [{ connection }, opened] = await Promise.all([mongo(), redis()]);
    return createAccountStores({ connection, redis: opened.redis, clock: systemClock }, settings.MASTER_KEYS);
  };
  let stores: Promise<AccountStores> | undefined;
  let states: Promise<ServiceState[]> | undefined;
  return {
    ...parts,
    identity,
    mongo,
    redis: async () => (await redis()).redis,
    queueRedis: async () => (await queueRedis()).redis,
    services: shared(async () => createServices(settings, identity)),
    serviceStates: () => {
      states ??= readServiceStates(settings, identity);
      return states;
    },
    exports: shared(() => openExportClient({ config: settings, name: 'gateway', identity, log })),
    stores: () => {
      stores ??= openStores();
      return stores;
    },
    // A dependency that does not respond must not delay the end.
    close: async () => {
      const closed = Promise.allSettled(closing.map(async (close) => close()));
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, CLOSE_TIMEOUT_MS);
      await Promise.race([closed, timeout.promise]);
      clearTimeout(timer);
    },
  };
}
