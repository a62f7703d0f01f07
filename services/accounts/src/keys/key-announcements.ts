import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import { Redis } from 'ioredis';
import { KEYS_CHANGED } from '../quota/redis-keys.ts';

export type KeyAnnouncements = {
  /** Whether the connection that carries them answered within the last second. */
  arrive(): boolean;
  close(): void;
};

export type KeyAnnouncementsOptions = {
  url: string;
  clock: Clock;
  log: Logger;
  /** A company's keys or limits were changed. */
  onChange(companyId: number): void;
  /** Announcements may have been missed. */
  onGap(): void;
};

const HEARTBEAT_MS = 300;
const SILENT_AFTER_MS = 1_000;

/** Listens for announcements, and watches that it can hear them: a connection may be dead without having ended. */
export function listenForKeyChanges({ url, clock, log, onChange, onGap }: KeyAnnouncementsOptions): KeyAnnouncements {
  const subscriber = new Redis(url, {
    connectionName: 'gateway-key-announcements',
    commandTimeout: 900,
    retryStrategy: (times) => Math.min(50 * times, 500),
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResubscribe: false,
  });
  let heardAt = Number.NEGATIVE_INFINITY;
  subscriber.on('error', (err) =>
    log.error({ err, dependency: 'redis' }, 'The connection for key announcements failed'),
  );
  subscriber.on('close', () => {
    heardAt = Number.NEGATIVE_INFINITY;
  });
  subscriber.on('message', (_channel, message: string) => onChange(Number(message)));
  subscriber.on('ready', () => {
    subscriber.subscribe(KEYS_CHANGED).then(
      () => {
        onGap();
        heardAt = clock.now();
      },
      (err) => log.warn({ err, dependency: 'redis' }, 'Could not subscribe to key announcements'),
    );
  });
  const heartbeat = setInterval(() => {
    if (heardAt === Number.NEGATIVE_INFINITY) return;
    const asked = clock.now();
    subscriber.ping().then(
      () => {
        heardAt = asked;
      },
      () => {
        // Silence is what `arrive` reports.
      },
    );
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    arrive: () => clock.now() - heardAt < SILENT_AFTER_MS,
    close: () => {
      clearInterval(heartbeat);
      subscriber.disconnect();
    },
  };
}
