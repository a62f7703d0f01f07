import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import { openSubscriber } from '@vitae/kit/redis';
import type { Redis, Result } from 'ioredis';
import { KEYS_CHANGED, versionKey } from '../quota/redis-keys.ts';

/** Announces changed keys or limits of a company to every gateway. */
export type KeyAnnouncer = { announce(companyId: number, version: number): Promise<void> };

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeRaiseVersion(keys: number, key: string, version: number): Result<number, Context>;
  }
}

// Concurrent changes may be announced in any order. The version never decreases.
const RAISE_SCRIPT = `
local stored = tonumber(redis.call('GET', KEYS[1]) or '0')
if tonumber(ARGV[1]) > stored then redis.call('SET', KEYS[1], ARGV[1]) end
return stored
`;

/** Gateways compare the version with each request. The message only lets them reload earlier. */
export function createKeyAnnouncer(redis: Redis): KeyAnnouncer {
  redis.defineCommand('vitaeRaiseVersion', { lua: RAISE_SCRIPT });
  return {
    announce: async (companyId, version) => {
      await redis.vitaeRaiseVersion(1, versionKey(companyId), version);
      await redis.publish(KEYS_CHANGED, String(companyId));
    },
  };
}

type KeyAnnouncements = {
  /** Returns whether the subscribed connection responded within the last second. */
  isHealthy(): boolean;
  close(): void;
};

type KeyAnnouncementsOptions = {
  url: string;
  clock: Clock;
  log: Logger;
  /** Called when keys or limits of a company have changed. */
  onChange(companyId: number): void;
  /** Called when announcements may have been missed. */
  onGap(): void;
};

const HEARTBEAT_MS = 300;
const HEALTHY_MS = 1_000;

/** Subscribes to changes. Periodic pings detect connections that are dead but not closed. */
export function listenForKeyChanges({ url, clock, log, onChange, onGap }: KeyAnnouncementsOptions): KeyAnnouncements {
  const subscriber = openSubscriber(url, {
    connectionName: 'gateway-key-announcements',
    commandTimeout: 900,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResubscribe: false,
  });
  let lastPongAt = Number.NEGATIVE_INFINITY;
  subscriber.on('error', (err) =>
    log.error({ err, dependency: 'redis' }, 'Redis connection for key announcements failed'),
  );
  subscriber.on('close', () => {
    lastPongAt = Number.NEGATIVE_INFINITY;
  });
  subscriber.on('message', (_channel, message: string) => onChange(Number(message)));
  subscriber.on('ready', () => {
    subscriber.subscribe(KEYS_CHANGED).then(
      () => {
        onGap();
        lastPongAt = clock.now();
      },
      (err) => log.warn({ err, dependency: 'redis' }, 'Could not subscribe to key announcements'),
    );
  });
  const heartbeat = setInterval(() => {
    if (lastPongAt === Number.NEGATIVE_INFINITY) return;
    const sentAt = clock.now();
    subscriber.ping().then(
      () => {
        lastPongAt = sentAt;
      },
      () => {
        // `isHealthy` reports failed pings.
      },
    );
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    isHealthy: () => clock.now() - lastPongAt < HEALTHY_MS,
    close: () => {
      clearInterval(heartbeat);
      subscriber.disconnect();
    },
  };
}
