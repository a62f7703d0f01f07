import { createHash } from 'node:crypto';
import { checkedFetch } from '../../support/gateway/checked-fetch.ts';
import type { TwoCompanies } from '../../support/test-companies.ts';
import { until } from '../../support/until.ts';
import { createFixtures } from './valid-requests.ts';

type KeyView = {
  key: string;
  scheme: string;
  timestampPolicy?: string;
  use?: { uses: number; lateUses: number; lastUserAgent: string };
};

const key = 'old-partner';
const secret = 'secret of 2012';
const AGENT = 'PHP/5.3 CURL/7.19';
const anHourAgo = () => String(Math.floor(Date.now() / 1_000) - 3_600);

/** Keys of earlier systems, whose requests are signed with MD5. */
export function legacyKeyTests(companies: () => TwoCompanies): void {
  let cv = 0;
  beforeAll(async () => {
    ({ cv } = await createFixtures(companies().ours, 'Legacy'));
    await companies().system.vitae(
      'key',
      'import-legacy',
      '--company',
      String(companies().ours.id),
      '--key',
      key,
      '--secret',
      secret,
    );
  }, 120_000);

  /** Sends a request signed with MD5: the values in the order of their names, followed by the secret. */
  async function send(timestamp: string, extra: Record<string, string> = {}): Promise<[number, string]> {
    const parameters: Record<string, string> = { ...extra, apikey: key, timestamp };
    const values = Object.keys(parameters)
      .sort()
      .map((name) => parameters[name]);
    const hash = createHash('md5')
      .update(values.join('') + secret)
      .digest('hex');
    const url = `${companies().system.url}/api/v1/svc/cv/${cv}?${new URLSearchParams({ ...parameters, hash })}`;
    const response = await checkedFetch(url, { headers: { 'User-Agent': AGENT } });
    return [response.status, (await response.text()).slice(0, 40)];
  }

  const readKey = async () => {
    const keys = await companies().system.vitae<KeyView[]>('key', 'list', '--company', String(companies().ours.id));
    return keys.find((one) => one.key === key) as KeyView;
  };
  const setPolicy = (policy: string) =>
    companies().system.vitae<KeyView>('key', 'set-timestamp-policy', '--key', key, '--policy', policy);

  test('an imported key accepts any timestamp, with and without a nonce', async () => {
    const now = String(Math.floor(Date.now() / 1_000));
    for (const timestamp of [now, anHourAgo(), '1', 'a while ago'])
      expect([timestamp, (await send(timestamp))[0]]).toEqual([timestamp, 200]);
    const twice = [await send(now, { nonce: 'n' }), await send(now, { nonce: 'n' })];
    expect(twice.map(([status]) => status)).toEqual([200, 200]);
    expect(await send(now, { extra: 'é / + %2F' })).toMatchObject([200, expect.any(String)]);
  });

  test('the policy "report" accepts and counts late requests, and lists the last user agent', async () => {
    const before = await until('all uses to be counted', async () => {
      const view = await readKey();
      return view.use?.uses === 7 && view;
    });
    expect(before).toMatchObject({
      scheme: 'md5',
      timestampPolicy: 'off',
      use: { uses: 7, lateUses: 0, lastUserAgent: AGENT },
    });
    expect((await setPolicy('report')).timestampPolicy).toBe('report');
    await until('a counted late request', async () => {
      await send(anHourAgo());
      return ((await readKey()).use?.lateUses ?? 0) > 0;
    });
  });

  test('the policy "enforce" rejects late requests, and "off" accepts them', async () => {
    await setPolicy('enforce');
    await until('the policy to be enforced', async () => (await send(anHourAgo()))[0] === 403);
    expect(await send(anHourAgo())).toEqual([403, 'Timestamp out of range']);
    expect(await send('1774267200000')).toEqual([403, 'Invalid timestamp']);
    expect((await send(String(Math.floor(Date.now() / 1_000))))[0]).toBe(200);
    await setPolicy('off');
    await until('the policy to be off', async () => (await send(anHourAgo()))[0] === 200);
  });

  test('only historical keys have a timestamp policy', async () => {
    const failure = await companies()
      .system.vitae('key', 'set-timestamp-policy', '--key', companies().ours.key.key, '--policy', 'off')
      .catch((error: { stderr: string }) => JSON.parse(error.stderr));
    expect(failure.error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/historical keys/),
    });
  });
}
