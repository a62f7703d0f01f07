import { createHash } from 'node:crypto';
import { checkedFetch } from '../../support/gateway/checked-fetch.ts';
import { startTwoCompanies, type TwoCompanies } from '../../support/test-companies.ts';
import { until } from '../../support/until.ts';
import { createFixtures } from './valid-requests.ts';

type KeyView = {
  key: string;
  scheme: string;
  timestampPolicy?: string;
  use?: { uses: number; lateUses: number; lastUserAgent: string };
};

const key = 'old-partner';
const secret = 'kept since 2012';
const AGENT = 'PHP/5.3 CURL/7.19';
const HOUR_AGO = () => String(Math.floor(Date.now() / 1_000) - 3_600);

let companies: TwoCompanies;
let cv = 0;

beforeAll(async () => {
  companies = await startTwoCompanies();
  ({ cv } = await createFixtures(companies.ours, 'Legacy'));
  await companies.system.vitae(
    'key',
    'import-legacy',
    '--company',
    String(companies.ours.id),
    '--key',
    key,
    '--secret',
    secret,
  );
}, 400_000);
afterAll(() => companies?.stop());

/** A call as the specification had it before the key manager: values in the order of their names, the secret behind them. */
async function call(timestamp: string, extra: Record<string, string> = {}): Promise<[number, string]> {
  const parameters: Record<string, string> = { ...extra, apikey: key, timestamp };
  const values = Object.keys(parameters)
    .sort()
    .map((name) => parameters[name]);
  const hash = createHash('md5')
    .update(values.join('') + secret)
    .digest('hex');
  const url = `${companies.system.url}/api/v1/svc/cv/${cv}?${new URLSearchParams({ ...parameters, hash })}`;
  const answer = await checkedFetch(url, { headers: { 'User-Agent': AGENT } });
  return [answer.status, (await answer.text()).slice(0, 40)];
}

const listed = async () => {
  const keys = await companies.system.vitae<KeyView[]>('key', 'list', '--company', String(companies.ours.id));
  return keys.find((one) => one.key === key) as KeyView;
};
const setPolicy = (policy: string) =>
  companies.system.vitae<KeyView>('key', 'set-timestamp-policy', '--key', key, '--policy', policy);

test('an imported key works unchanged at any time, without a nonce and with one', async () => {
  const now = String(Math.floor(Date.now() / 1_000));
  for (const timestamp of [now, HOUR_AGO(), '1', 'a while ago'])
    expect([timestamp, (await call(timestamp))[0]]).toEqual([timestamp, 200]);
  const twice = [await call(now, { nonce: 'n' }), await call(now, { nonce: 'n' })];
  expect(twice.map(([status]) => status)).toEqual([200, 200]);
  expect(await call(now, { extra: 'é / + %2F' })).toMatchObject([200, expect.any(String)]);
});

test('report lets late calls in and counts them; the operator sees who signs', async () => {
  const before = await until('all uses to be counted', async () => {
    const view = await listed();
    return view.use?.uses === 7 && view;
  });
  expect(before).toMatchObject({
    scheme: 'md5',
    timestampPolicy: 'off',
    use: { uses: 7, lateUses: 0, lastUserAgent: AGENT },
  });
  expect((await setPolicy('report')).timestampPolicy).toBe('report');
  await until('the policy to be known', async () => {
    await call(HOUR_AGO());
    return ((await listed()).use?.lateUses ?? 0) > 0;
  });
});

test('enforce holds them to the window within a second, and off lets go again', async () => {
  await setPolicy('enforce');
  await until('the policy to be known', async () => (await call(HOUR_AGO()))[0] === 403);
  expect(await call(HOUR_AGO())).toEqual([403, 'Timestamp out of range']);
  expect(await call('1774267200000')).toEqual([403, 'Invalid timestamp']);
  expect((await call(String(Math.floor(Date.now() / 1_000))))[0]).toBe(200);
  await setPolicy('off');
  await until('the policy to be known', async () => (await call(HOUR_AGO()))[0] === 200);
});

test('a key of today has no such policy', async () => {
  const failure = await companies.system
    .vitae('key', 'set-timestamp-policy', '--key', companies.ours.key.key, '--policy', 'off')
    .catch((error: { stderr: string }) => JSON.parse(error.stderr));
  expect(failure.error.message).toContain('Only a historical key');
});
