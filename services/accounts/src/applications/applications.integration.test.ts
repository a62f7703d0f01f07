import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createSequence } from '@vitae/kit/sequence';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { createIndexes } from '../indexes.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { createApplicationStore } from './application-mongo-store.ts';
import { type Applications, createApplications, MAX_CALLBACKS, MAX_NAME } from './applications.ts';

const NOW = Date.UTC(2026, 0, 1);
const CALLBACKS = ['https://app.example.com/back'];
const box = createSecretBox([{ id: 'test', key: randomBytes(32) }]);
let database: DatabaseFixture;
let applications: Applications;
let companyId = 0;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  const { connection } = database;
  const ids = createSequence(connection, 'application');
  const store = createApplicationStore(connection);
  applications = createApplications({ store, box, ids, random: randomBytes, clock: { now: () => NOW } });
  await createIndexes(connection);
});
afterAll(() => database.drop());
beforeEach(() => {
  companyId += 1;
});

const create = (name = 'Jobs', callbacks = CALLBACKS) => applications.create({ companyId, name, callbacks });

describe('an application', () => {
  test('is found by its consumer key and by its API key', async () => {
    const { id, consumerKey, consumerSecret, apiKey, sealedConsumerSecret, apiKeyDigest } = await create();
    expect(await applications.byConsumerKey(consumerKey)).toMatchObject({ id, companyId, consumerSecret });
    expect((await applications.byApiKey(apiKey))?.id).toBe(id);
    expect(await applications.byId(id)).toMatchObject({ id, createdAt: new Date(NOW), disabledAt: null });
    for (const stored of [sealedConsumerSecret, apiKeyDigest]) {
      expect(stored).not.toContain(consumerSecret);
      expect(stored).not.toContain(apiKey);
    }
    for (const wrong of ['', consumerKey, apiKey.toUpperCase(), `${apiKey}0`, randomBytes(32).toString('hex')])
      expect(await applications.byApiKey(wrong)).toBeUndefined();
  });

  test('is visible only to its company, also after it was disabled', async () => {
    const { id } = await create();
    await applications.disable(id);
    expect((await applications.find(companyId, id))?.disabledAt).toEqual(new Date(NOW));
    expect(await applications.find(companyId + 1, id)).toBeUndefined();
  });

  test('can neither be used nor changed after it was disabled', async () => {
    const application = await create();
    const { id, consumerKey, apiKey } = application;
    const audited: number[] = [];
    const alongside = async (changed: { id: number }) => void audited.push(changed.id);
    const disabled = [await applications.disable(id, alongside), await applications.disable(id, alongside)];
    expect(disabled.map(({ changed }) => changed)).toEqual([true, false]);
    expect(audited).toEqual([id]);
    expect(await applications.byConsumerKey(consumerKey)).toBeUndefined();
    expect(await applications.byApiKey(apiKey)).toBeUndefined();
    expect(await applications.byId(id)).toBeUndefined();
    const changes = [
      applications.change(id, { name: 'New', callbacks: CALLBACKS }),
      applications.rollApiKey(application),
      applications.rollConsumerSecret(application),
      applications.disable(id + 1_000_000),
    ];
    const failure = { reason: 'application_not_found' };
    await Promise.all(changes.map((change) => expect(change).rejects.toMatchObject(failure)));
  });

  test('has only its newest secret and API key', async () => {
    const application = await create();
    const { id, consumerKey } = application;
    const secret = await applications.rollConsumerSecret(application);
    expect(secret).not.toBe(application.consumerSecret);
    expect((await applications.byConsumerKey(consumerKey))?.consumerSecret).toBe(secret);
    expect((await applications.byApiKey(application.apiKey))?.id).toBe(id);
    const apiKey = await applications.rollApiKey(application);
    expect((await applications.byApiKey(apiKey))?.id).toBe(id);
    expect(await applications.byApiKey(application.apiKey)).toBeUndefined();
  });

  test('has the public key of its last change', async () => {
    const { id, consumerKey } = await create();
    const pem = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({ type: 'spki', format: 'pem' });
    const fields = { name: 'New', callbacks: ['oob'] };
    await applications.change(id, { ...fields, rsaPublicKey: String(pem) });
    const changed = await applications.byConsumerKey(consumerKey);
    expect(changed).toMatchObject(fields);
    expect(changed?.rsaPublicKey?.export({ type: 'spki', format: 'pem' })).toBe(pem);
    await applications.change(id, fields);
    expect((await applications.byConsumerKey(consumerKey))?.rsaPublicKey).toBeUndefined();
  });

  test('has its compatibility profile, which is off by default', async () => {
    const { id, consumerKey, apiKey } = await create();
    expect((await applications.byConsumerKey(consumerKey))?.compatibility).toBeUndefined();
    await applications.setCompatibility(id, '2012');
    await applications.change(id, { name: 'New', callbacks: CALLBACKS });
    expect((await applications.byConsumerKey(consumerKey))?.compatibility).toBe('2012');
    expect((await applications.byApiKey(apiKey))?.compatibility).toBe('2012');
    await applications.setCompatibility(id, null);
    expect((await applications.byConsumerKey(consumerKey))?.compatibility).toBeUndefined();
    await applications.disable(id);
    await expect(applications.setCompatibility(id, '2012')).rejects.toMatchObject({ reason: 'application_not_found' });
  });

  test('has the origins of its last change, by which it is found until it is disabled', async () => {
    const origins = ['https://app.example.com', 'http://localhost:3000'];
    const created = {
      companyId,
      name: 'Jobs',
      callbacks: CALLBACKS,
      origins: [...origins, 'HTTPS://app.example.com:443/'],
    };
    const { id, consumerKey } = await applications.create(created);
    expect(await applications.byConsumerKey(consumerKey)).toMatchObject({ origins });
    await applications.change(id, { name: 'New', callbacks: CALLBACKS });
    expect(await applications.byId(id)).toMatchObject({ origins });
    await applications.change(id, { name: 'New', callbacks: CALLBACKS, origins: ['https://own.example'] });
    const found = () => Promise.all(['https://own.example', ...origins].map(applications.hasOrigin));
    expect(await found()).toEqual([true, false, false]);
    await applications.setOrigins(id, origins);
    expect(await found()).toEqual([false, true, true]);
    await applications.disable(id);
    expect(await found()).toEqual([false, false, false]);
    expect(() => applications.setOrigins(id, ['http://app.example.com'])).toThrow('origins');
  });

  test('is not stored if an entry of the audit log cannot be written', async () => {
    const failing = () => Promise.reject(new Error('no entry'));
    await expect(applications.create({ companyId, name: 'Jobs', callbacks: CALLBACKS }, failing)).rejects.toThrow();
    expect(await applications.list(companyId)).toEqual([]);
    const { id } = await create();
    await expect(applications.disable(id, failing)).rejects.toThrow('no entry');
    expect((await applications.byId(id))?.id).toBe(id);
  });

  test.each([
    ['the longest name', 'n'.repeat(MAX_NAME), 1, true],
    ['a name that is too long', 'n'.repeat(MAX_NAME + 1), 1, false],
    ['a blank name', ' ', 1, false],
    ['the maximum number of callbacks', 'n', MAX_CALLBACKS, true],
    ['too many callbacks', 'n', MAX_CALLBACKS + 1, false],
    ['no callback', 'n', 0, false],
  ])('with %s', async (_what, name, count, isAccepted) => {
    const callbacks = Array.from({ length: count }, (_none, index) => `https://app.example.com/${index}`);
    const outcome = create(name, callbacks).then(
      () => true,
      () => false,
    );
    expect(await outcome).toBe(isAccepted);
  });
});

test('limits of applications', () => {
  expect([MAX_NAME, MAX_CALLBACKS]).toEqual([100, 20]);
});

test('lists applications of a company in pages, newest first', async () => {
  const ids = [];
  for (const name of ['a', 'b', 'c']) ids.push((await create(name)).id);
  const [first = 0, second = 0, third = 0] = ids;
  const page = async (before: number | undefined, limit: number) =>
    (await applications.page(companyId, before, limit)).map(({ id }) => id);
  expect(await page(undefined, 2)).toEqual([third, second]);
  expect(await page(second, 2)).toEqual([first]);
  expect((await applications.list(companyId)).map(({ id }) => id)).toEqual(ids);
  expect(await applications.list(companyId + 1)).toEqual([]);
  for (const id of ids) expect((await applications.find(companyId, id))?.id).toBe(id);
  expect(await applications.find(companyId + 1, first)).toBeUndefined();
  expect(await applications.find(companyId, third + 1_000)).toBeUndefined();
});
