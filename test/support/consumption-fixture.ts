import type { ZonedMinute } from '@vitae/accounts/consumption/consumption-store';
import type { SettingsFixture, SettingsGateway } from './gateway/settings-fixture.ts';

export const LONG_NAME =
  'Nightly import of every résumé of the whole of northern Europe, run by <b>the studio</b> itself';

/** The current minute by the clock of Redis, which quotas use. */
export async function redisMinute({ redis }: SettingsGateway): Promise<number> {
  const [seconds] = await redis.time();
  return Math.floor(Number(seconds) / 60);
}

/** Stores the last hour of consumption of two keys, one with a long name, and two rejected requests. */
export async function seedLastHour(system: SettingsFixture, gateway: SettingsGateway): Promise<void> {
  const { id: companyId, timeZone } = system.company;
  const { id } = await gateway.keyAccess.manager.create(companyId, LONG_NAME, 'unlimited');
  const now = await redisMinute(gateway);
  const minutes: ZonedMinute[] = [];
  for (let ago = 40; ago > 0; ago -= 3) {
    const cell = (source: string, endpoint: string, counts: Record<string, number>) =>
      Object.entries(counts).map(([name, count]) => ({ source, endpoint, name, count }));
    minutes.push({
      timeZone,
      minute: {
        companyId,
        minute: now - ago,
        generation: 'g',
        counters: [
          ...cell(`k${id}`, 'cv.read', {
            accepted_standard: 300 + 7 * ago,
            s200: 300 + 7 * ago,
            l20: 300,
            l30: 7 * ago,
          }),
          ...cell(`k${id}`, 'unknown', { invalid_signature: 3, nonce_used: 2, limited_standard: ago }),
          ...cell('k7', 'cv.read', { accepted_standard: ago, s500: 1, l40: ago, unknown_key: 1 }),
        ],
      },
    });
  }
  await gateway.consumption.store.flush(minutes);
  gateway.consumption.rejectedRequests.record(companyId, {
    requestId: '01JD0000000000000000000000',
    at: Date.now(),
    source: `k${id}`,
    cause: 'invalid_signature',
    endpoint: 'users.search',
    method: 'GET',
    target: `/api/v1/users/search?term=Jean+Dupont&apikey=vt_live_${id}&nonce=abcdefgh&timestamp=1&hash=${'a'.repeat(64)}`,
  });
  gateway.consumption.rejectedRequests.record(companyId, {
    requestId: '01JD0000000000000000000001',
    at: Date.now(),
    source: 'a7',
    cause: 'invalid_signature',
    status: 401,
    endpoint: 'user.read',
    method: 'GET',
    target: '/user?format=xml&oauth_consumer_key=0a1b2c3d4e5f60718293a4b5c6d7e8f9&oauth_token=abcdef',
  });
  await gateway.consumption.rejectedRequests.flush();
}
