import { mastersOf } from '@vitae/kit/redis';
import { type Check, combined, type Outcome, ok, problem, warning } from './check.ts';
import type { DoctorContext } from './doctor-context.ts';
import { get } from './http-request.ts';
import { mayConnect } from './public-connections.ts';

const MAX_SKEW_MS = { warning: 5_000, problem: 60_000 };

/** Judges how far a clock is ahead of the local one. A time read at some moment of the exchange counts as in its middle. */
export function judgeClock(what: string, time: number, sentAt: number, receivedAt: number): Outcome {
  const skew = time - (sentAt + receivedAt) / 2;
  const size = Math.max(0, Math.abs(skew) - (receivedAt - sentAt) / 2);
  const message = `The clock of ${what} is ${Math.round(Math.abs(skew) / 1_000)} s ${skew > 0 ? 'ahead' : 'behind'}.`;
  const fix = 'Synchronize the clocks of all machines with NTP. Signatures and tokens have timestamps.';
  if (size > MAX_SKEW_MS.problem) return problem(message, fix);
  return size > MAX_SKEW_MS.warning ? warning(message, fix) : ok('');
}

type ReadTime = () => Promise<number | undefined>;

async function compare(what: string, read: ReadTime): Promise<Outcome[]> {
  const sentAt = Date.now();
  // The check of the dependency itself reports that it does not respond.
  const time = await read().catch(() => undefined);
  return time === undefined ? [] : [judgeClock(what, time, sentAt, Date.now())];
}

/** Connections are opened first, because their time does not count. */
async function databaseClocks({ mongo, redis }: DoctorContext): Promise<Outcome[]> {
  const [connection, nodes] = await Promise.all([
    mongo().then(
      (opened) => opened.connection,
      () => undefined,
    ),
    redis().then(mastersOf, () => []),
  ]);
  const mongoTime: ReadTime = async () => (await connection?.db?.command({ hello: 1 }))?.localTime.getTime();
  const redisTimes = nodes.map((node) =>
    compare('Redis', async () => {
      const [seconds, micros] = await node.time();
      return Number(seconds) * 1_000 + Number(micros) / 1_000;
    }),
  );
  return (await Promise.all([compare('MongoDB', mongoTime), ...redisTimes])).flat();
}

async function gatewayClock(url: string): Promise<Outcome[]> {
  const reply = await get(`${url}/healthz`);
  if ('error' in reply) return [];
  const date = Date.parse(reply.headers.get('date') ?? '');
  // The header omits the milliseconds.
  return Number.isNaN(date) ? [] : [judgeClock(`the gateway at ${url}`, date + 500, reply.sentAt, reply.receivedAt)];
}

export const clockCheck: Check = {
  name: 'Clocks',
  run: async (context) => {
    const publicUrls = mayConnect(context) ? [context.settings.COMPANY_API_URL] : [];
    const urls = new Set(context.run?.gateways ?? publicUrls);
    const outcomes = await Promise.all([databaseClocks(context), ...[...urls].map(gatewayClock)]);
    const worst = combined(outcomes.flat());
    return worst.status === 'ok' ? ok(`${outcomes.flat().length} clocks agree with this one.`) : worst;
  },
};
