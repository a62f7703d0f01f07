import { randomBytes } from 'node:crypto';
import { keyRing } from '@vitae/kit/key-ring';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import type { GatewayFixture } from '@vitae/test/support/gateway/gateway-fixture';
import { startFakeResume } from '@vitae/test/support/gateway/resume-fixture';
import { sampleCv } from '@vitae/test/support/gateway/sample-cv';
import { type SystemFixture, signPath, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import { newPrivateKey, publicKeyItem } from '@vitae/test/support/service-keys';
import { reencryptSecrets } from '../reencrypt-secrets.ts';
import { createSecretBox } from '../secrets/secret-box.ts';

const ring = (text: string) => keyRing('keys').parse(text);
const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

let system: SystemFixture;

beforeAll(async () => {
  system = await startSystemFixture(process.env);
});
afterAll(() => system.close());

const statusAt = async ({ url, gateway }: GatewayFixture) => {
  gateway.keyCache.forgetAll();
  return (await checkedFetch(url + signPath(system.key, '/api/v1/cv/7'))).status;
};

describe('key rotation', () => {
  test('rotates service keys without downtime: services with both keys accept callers with either', async () => {
    const old = newPrivateKey();
    const next = newPrivateKey();
    const resume = await startFakeResume([old, next].map((key) => publicKeyItem('gateway', key)).join(','));
    resume.cvs.set(7, { companyId: system.company.id, revision: 3, json: sampleCv(7) });
    const resumeAddress = resume.address;
    const oldCaller = await system.start({ serviceKey: old, resumeAddress });
    const newCaller = await system.start({ serviceKey: next, resumeAddress });
    const stranger = await system.start({ serviceKey: newPrivateKey(), resumeAddress });
    expect([await statusAt(oldCaller), await statusAt(newCaller), await statusAt(stranger)]).toEqual([200, 200, 503]);
    await Promise.all([oldCaller.close(), newCaller.close(), stranger.close()]);
    await resume.close();
  });

  test('rotates master keys without downtime, after which the old key is not needed', async () => {
    system.resume.cvs.set(7, { companyId: system.company.id, revision: 3, json: sampleCv(7) });
    const old = system.masterKeys;
    const next = newKey('next');
    const before = await system.start();
    // Like a rolling restart: every gateway has the new key before the first one encrypts with it.
    const decrypting = await system.start({ masterKeys: `${old},${next}` });
    expect([await statusAt(before), await statusAt(decrypting)]).toEqual([200, 200]);
    const encrypting = await system.start({ masterKeys: `${next},${old}` });
    const box = createSecretBox(ring(`${next},${old}`));
    const stored = system.connection.collection('keys');
    const sealedBefore = await stored.findOne();
    const first = await reencryptSecrets(system.connection, box);
    expect(first).toMatchObject({ keys: await stored.countDocuments(), busy: 0 });
    expect([await statusAt(decrypting), await statusAt(encrypting)]).toEqual([200, 200]);
    const after = await system.start({ masterKeys: next });
    expect(await statusAt(after)).toBe(200);

    // A repeated run re-encrypts only the remaining secrets.
    await stored.updateOne({ key: sealedBefore?.key }, { $set: { sealedSecret: sealedBefore?.sealedSecret } });
    expect(await reencryptSecrets(system.connection, box)).toMatchObject({ keys: 1, busy: 0 });
    expect(await reencryptSecrets(system.connection, box)).toMatchObject({ keys: 0, busy: 0 });
    expect(await statusAt(after)).toBe(200);
  });
});
