import { type Caller, companyCaller } from '@vitae/kit/caller';
import { contracts } from '@vitae/proto/contract';
import { employmentPreferences } from '@vitae/proto/employment-preferences';
import type { PreferencesServiceDefinition } from '@vitae/proto/gen/cv/preferences/v1/PreferencesService';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { openServiceFixture, type ServiceFixture } from '@vitae/test/support/kit/service-fixture';
import { createPreferencesApp } from './app.ts';

const acme = companyCaller(1, 'test');
const globex = companyCaller(2, 'test');
const owner: Caller = { ...acme, userId: 7, applicationId: 3 };
let now = Date.UTC(2024, 1, 29, 12, 34, 56, 789);
let service: ServiceFixture<PreferencesServiceDefinition>;

beforeAll(async () => {
  service = await openServiceFixture(contracts.preferences(), (connection) =>
    createPreferencesApp({ connection, clock: { now: () => now } }),
  );
});
afterAll(() => service.close());

const set = (caller: Caller, userId: number, preferences: unknown, ifRevision = 0) =>
  service.call.SetPreferences(
    { userId, preferences: Buffer.from(JSON.stringify(preferences)), ifRevision },
    { caller },
  );
const get = async (...keys: [Caller, number][]) => {
  const { items } = await service.call.BatchGetPreferences({
    items: keys.map(([caller, userId]) => ({ caller, userId })),
  });
  return items.map(({ status, preferences }) =>
    preferences
      ? { userId: preferences.userId, revision: preferences.revision, ...JSON.parse(String(preferences.json)) }
      : status?.reason,
  );
};

const allFields = {
  seniority: 2,
  educationLevel: 3,
  businessTrip: 1,
  disabled: true,
  personalVehicle: true,
  grossSalaryMin: '4',
  grossSalaryMax: '8',
  nationality: 93,
  positions: { position: [{ id: 201 }, { id: 222 }] },
  business: { business: [{ id: 1105 }] },
  mobilities: {
    mobility: [
      { perimeter: 30, country: { isoCode: 'FRA' }, city: { name: 'Nantes', zip: '44000', lat: 47.21, lng: -1.55 } },
      { perimeter: null, country: { isoCode: 'DEU' } },
    ],
  },
  contractTypes: { contractType: [{ id: 1 }, { id: 2 }] },
  hoursNumber: { hoursNumber: [{ id: 1 }] },
};

describe('employment preferences', () => {
  test('are returned with the keys, order and formats of the specification', async () => {
    const message = await set(acme, 7, allFields);
    expect(String(message.json)).toBe(
      '{"seniority":2,"educationLevel":3,"businessTrip":1,"disabled":true,"personalVehicle":true,"grossSalaryMin":"4","grossSalaryMax":"8",' +
        '"updatedAt":"2024-02-29T12:34:56","nationality":93,"positions":{"position":[{"id":201},{"id":222}]},"business":{"business":[{"id":1105}]},' +
        '"mobilities":{"mobility":[{"perimeter":30,"country":{"isoCode":"FRA"},"city":{"name":"Nantes","zip":"44000","lat":47.21,"lng":-1.55}},' +
        '{"perimeter":null,"country":{"isoCode":"DEU"}}]},"contractTypes":{"contractType":[{"id":1},{"id":2}]},"hoursNumber":{"hoursNumber":[{"id":1}]}}',
    );
    const { items } = await service.call.BatchGetPreferences({ items: [{ caller: acme, userId: 7 }] });
    expect(items[0]?.preferences?.json).toEqual(message.json);
  });

  test('have no codes if they were never set, and the code 0 if they were set without one', async () => {
    const [{ userId: _userId, revision, ...preferences }] = await get([acme, 99]);
    expect([revision, preferences]).toEqual([
      1,
      {
        seniority: null,
        educationLevel: null,
        businessTrip: null,
        disabled: false,
        personalVehicle: false,
        grossSalaryMin: null,
        grossSalaryMax: null,
        updatedAt: '',
        nationality: null,
        positions: { position: [] },
        business: { business: [] },
        mobilities: { mobility: [] },
        contractTypes: { contractType: [] },
        hoursNumber: { hoursNumber: [] },
      },
    ]);
    employmentPreferences.parse(preferences);
    const set99 = JSON.parse(String((await set(acme, 99, preferences)).json));
    expect(set99).toMatchObject({ seniority: 0, grossSalaryMin: '0', nationality: 0 });
  });

  test('can be replaced with their own data', async () => {
    const [{ userId: _userId, revision: _revision, ...preferences }] = await get([acme, 7]);
    now += 1_000;
    const replaced = JSON.parse(String((await set(acme, 7, preferences)).json));
    expect(replaced).toEqual({ ...preferences, updatedAt: '2024-02-29T12:34:57' });
  });

  test('of several users are returned in order, each limited to its own company', async () => {
    await set(globex, 7, { seniority: 4 });
    await set(globex, 8, { seniority: 3 });
    const results = await get(
      [globex, 8],
      [acme, 7],
      [globex, 7],
      [acme, 8],
      [globex, 8],
      [companyCaller(0, 'test'), 7],
    );
    expect(results.map((result) => (typeof result === 'string' ? result : result.seniority))).toEqual([
      3,
      2,
      4,
      null,
      3,
      'caller_missing',
    ]);
  });

  test('of other users are not available with an owner’s token', async () => {
    expect(await get([owner, 7], [owner, 8])).toEqual([expect.objectContaining({ seniority: 2 }), 'user_not_found']);
    await expect(set(owner, 8, allFields)).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'user_not_found' });
  });

  test('are not replaced if they were modified after the caller read them', async () => {
    const first = await set(acme, 20, { seniority: 1 }, 1);
    expect(first.revision).toBe(2);
    await expect(set(acme, 20, { seniority: 2 }, 1)).rejects.toMatchObject({
      code: 'ABORTED',
      reason: 'revision_conflict',
    });
    await expect(set(acme, 20, { seniority: 2 }, 2)).resolves.toMatchObject({ revision: 3 });
    await expect(set(acme, 20, { seniority: 3 }, 2)).rejects.toMatchObject({ reason: 'revision_conflict' });
    const racing = await Promise.allSettled([1, 2, 3, 4].map((seniority) => set(acme, 20, { seniority }, 3)));
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('are written by all concurrent first requests', async () => {
    await Promise.all(Array.from({ length: 20 }, () => set(acme, 21, { seniority: 1 })));
    expect(await get([acme, 21])).toEqual([expect.objectContaining({ revision: 21 })]);
  });

  test('are removed when the user is erased, which can be repeated', async () => {
    await set(acme, 30, allFields);
    await set(globex, 30, allFields);
    await service.call.EraseUser({ userId: 30 }, { caller: acme });
    await service.call.EraseUser({ userId: 30 }, { caller: acme });
    expect(await service.connection.collection('preferences').countDocuments({ companyId: 1, userId: 30 })).toBe(0);
    expect(await get([globex, 30])).toEqual([expect.objectContaining({ seniority: 2 })]);
  });
});

describe('invalid preferences', () => {
  test.each([
    ['an unknown seniority code', { seniority: 99 }, 'seniority'],
    ['a salary code that is not a number', { grossSalaryMin: 'much' }, 'grossSalaryMin'],
    ['a reversed salary range', { grossSalaryMin: '8', grossSalaryMax: '4' }, 'grossSalaryMax'],
    ['an unknown position code', { positions: { position: [{ id: 999_999 }] } }, 'positions.position.0.id'],
    ['an unknown field', { salary: 1 }, 'salary'],
    ['an operator', { seniority: { $gt: 0 } }, 'seniority'],
    ['a prototype key', JSON.parse('{"__proto__":{"seniority":1}}'), '__proto__'],
    [
      'an invalid country code',
      { mobilities: { mobility: [{ country: { isoCode: 'France' } }] } },
      'mobilities.mobility.0.country.isoCode',
    ],
    [
      'an invalid latitude',
      { mobilities: { mobility: [{ city: { name: 'x', lat: 91, lng: 0 } }] } },
      'mobilities.mobility.0.city.lat',
    ],
    [
      '101 positions',
      { positions: { position: Array.from({ length: 101 }, () => ({ id: 201 })) } },
      'positions.position',
    ],
  ])('with %s are rejected without a change', async (_what, preferences, field) => {
    await expect(set(acme, 40, preferences)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: [expect.objectContaining({ field })],
    });
    expect(await get([acme, 40])).toEqual([expect.objectContaining({ revision: 1 })]);
  });

  test.each([
    ['a user id of 0', 0, '{}'],
    ['a negative user id', -4, '{}'],
    ['invalid JSON', 41, '{'],
    ['an array', 41, '[]'],
    ['no content', 41, ''],
  ])('with %s are rejected', async (_what, userId, json) => {
    const request = service.call.SetPreferences({ userId, preferences: Buffer.from(json) }, { caller: acme });
    await expect(request).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('are rejected in a call without a company', async () => {
    await expect(set(companyCaller(0, 'test'), 7, {})).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      reason: 'caller_missing',
    });
  });

  test('are not returned for a batch with 65 items', async () => {
    const items = Array.from({ length: 65 }, () => ({ caller: acme, userId: 1 }));
    await expect(service.call.BatchGetPreferences({ items })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

test('all queries use the index', async () => {
  await Promise.all(
    Array.from({ length: 200 }, (_, index) => set(companyCaller(3 + (index % 4), 'test'), 1_000 + index, {})),
  );
  const queries = await profileQueries(service.connection, async () => {
    await get([companyCaller(3, 'test'), 1_000], [companyCaller(4, 'test'), 1_001], [companyCaller(3, 'test'), 1_004]);
    await set(companyCaller(3, 'test'), 1_000, {});
    await set(companyCaller(3, 'test'), 1_000, {}, 3);
    await service.call.EraseUser({ userId: 1_000 }, { caller: companyCaller(3, 'test') });
  });
  expect(queries.map(({ op }) => op)).toEqual(['query', 'command', 'command', 'remove']);
  for (const query of queries) {
    expect(query.plan).toMatch(/^IXSCAN/);
    expect(query.docsExamined).toBeLessThanOrEqual(3);
    expect(query.keysExamined).toBeLessThanOrEqual(6);
  }
});
