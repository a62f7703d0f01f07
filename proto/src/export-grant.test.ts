import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readPrivateKey, type SigningKey, sign } from '@vitae/kit/signing-keys';
import {
  companiesOfProcesses,
  createGrantCheck,
  createGrantSigner,
  EXPORT_GRANT_SECONDS,
  type ExportGrant,
  exportGrantAudience,
  MAX_EXPORT_GRANT_SECONDS,
} from './export-grant.ts';

let now = Date.UTC(2026, 10, 22);
const clock = { now: () => now };
const JOB = 'a'.repeat(64);
const GRANT: ExportGrant = { cvId: 12, companyId: 1, format: 'pdf', job: JOB };
const REQUESTED = { cvId: 12, companyId: 1, format: 'pdf', jobs: [JOB] } as const;

const newKey = () =>
  readPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
const [gateway, worker, erp] = [newKey(), newKey(), newKey()];
const publicKeys = ({ id, key }: SigningKey) => [{ id, key: createPublicKey(key) }];
const keys = new Map([
  ['gateway', publicKeys(gateway)],
  ['export', publicKeys(worker)],
  ['erp', publicKeys(erp)],
]);
const signAs = (issuer: string, key: typeof gateway, grant = GRANT) => createGrantSigner({ issuer, key, clock })(grant);
const check = (allowUnsigned = false) =>
  createGrantCheck({ keys, producers: companiesOfProcesses().parse('erp:1+2'), allowUnsigned, clock });
const reasonOf = async (token: string | undefined, requested: object = {}) =>
  (await check()(token, { ...REQUESTED, ...requested }))?.reason;

describe('grant of an export job', () => {
  test('permits its own job', async () => {
    expect(await reasonOf(await signAs('gateway', gateway))).toBeUndefined();
    expect(await reasonOf(await signAs('gateway', gateway), { jobs: ['item', JOB] })).toBeUndefined();
    const { job: _unbound, ...grant } = GRANT;
    expect(await reasonOf(await signAs('erp', erp, grant), { jobs: ['9'] })).toBeUndefined();
  });

  test('permits reading its CV in the name of its user, whatever the format and the job', async () => {
    const granted = await signAs('gateway', gateway, { ...GRANT, userId: 5 });
    const read = { format: undefined, jobs: undefined };
    expect(await reasonOf(granted, { ...read, userId: 5 })).toBeUndefined();
    for (const other of [{ userId: 6 }, { userId: 0 }, { userId: undefined }, { userId: 5, cvId: 13 }])
      expect(await reasonOf(granted, { ...read, ...other })).toBe('grant_invalid');
    expect(await reasonOf(await signAs('gateway', gateway), { ...read, userId: 0 })).toBeUndefined();
  });

  test.each([
    { cvId: 13 },
    { companyId: 3 },
    { companyId: 3, cvId: 30 },
    { format: 'txt' },
    { userId: 5 },
    { jobs: ['b'.repeat(64)] },
    { jobs: [undefined] },
  ])('does not permit a job that was altered: %j', async (altered) => {
    expect(await reasonOf(await signAs('gateway', gateway), altered)).toBe('grant_invalid');
  });

  test('cannot be forged by a worker or by an unknown key', async () => {
    const otherPurpose = { audience: 'cv.resume.v1.ResumeService', expiresInS: 600, clock };
    const forged = [
      await signAs('export', worker),
      await signAs('gateway', worker),
      await signAs('gateway', newKey()),
      await sign({ ...GRANT }, { ...otherPurpose, issuer: 'gateway', key: gateway }),
      `${(await signAs('gateway', gateway)).split('.').slice(0, 2).join('.')}.`,
      ...['text', '', undefined],
    ];
    for (const token of forged) expect([token, await reasonOf(token)]).toEqual([token, 'grant_invalid']);
  });

  test('permits another producer only the companies of its registration', async () => {
    const ofCompany = async (companyId: number) =>
      reasonOf(await signAs('erp', erp, { ...GRANT, companyId }), { companyId });
    const reasons = [await ofCompany(1), await ofCompany(2), await ofCompany(3)];
    expect(reasons).toEqual([undefined, undefined, 'grant_invalid']);
  });

  test('expires, and cannot be valid for longer than a day', async () => {
    const granted = await signAs('gateway', gateway);
    const options = { audience: exportGrantAudience, clock, issuer: 'erp', key: erp };
    const validFor = async (expiresInS: number) => reasonOf(await sign({ ...GRANT }, { ...options, expiresInS }));
    expect([EXPORT_GRANT_SECONDS, MAX_EXPORT_GRANT_SECONDS]).toEqual([21_600, 86_400]);
    // Clocks may differ by five minutes.
    expect([await validFor(86_400 + 300), await validFor(86_400 + 301)]).toEqual([undefined, 'grant_invalid']);
    now += (EXPORT_GRANT_SECONDS + 299) * 1_000;
    expect(await reasonOf(granted)).toBeUndefined();
    now += 1_000;
    expect(await reasonOf(granted)).toBe('grant_expired');
  });

  test('is optional only if unsigned jobs are allowed, but is always verified', async () => {
    expect(await check(true)(undefined, REQUESTED)).toBeUndefined();
    expect(await check(true)('forged', REQUESTED)).toMatchObject({ reason: 'grant_invalid' });
  });

  test.each([
    'erp',
    'erp:',
    'erp:1:2',
    'Erp:1',
    'erp:1.5',
    'erp:0',
    'erp:1,erp:2',
    'gateway:1',
    'export:*',
    'erp:1 2',
    'erp:all',
  ])('rejects the setting EXPORT_PRODUCERS=%s', (text) => {
    expect(companiesOfProcesses().safeParse(text).success).toBe(false);
  });
});
