import { randomBytes } from 'node:crypto';
import { keyRing } from '@vitae/kit/key-ring';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import type { ScratchGateway } from '@vitae/test/support/gateway/gateway-fixture';
import { startScratchResume } from '@vitae/test/support/gateway/resume-fixture';
import { sampleCv } from '@vitae/test/support/gateway/sample-cv';
import { type ScratchSystem, signPath, startScratchSystem } from '@vitae/test/support/gateway/system-fixture';
import { resealSecrets } from './reseal.ts';
import { createSecretBox } from './secret-box.ts';

const ring = (text: string) => keyRing('keys').parse(text);
const freshKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

let system: ScratchSystem;

beforeAll(async () => {
  system = await startScratchSystem(process.env);
});
afterAll(() => system.close());

const statusAt = async ({ url, gateway }: ScratchGateway) => {
  gateway.keyCache.forgetAll();
  return (await checkedFetch(url + signPath(system.key, '/api/v1/cv/7'))).status;
};

test('service keys rotate while processes run: services that know both answer callers that sign with either', async () => {
  const old = freshKey('old');
  const next = freshKey('next');
  const resume = await startScratchResume(ring(`${old},${next}`));
  resume.cvs.set(7, { companyId: system.company.id, revision: 3, json: sampleCv(7) });
  const resumeAddress = resume.address;
  const oldCaller = await system.start({ serviceKeys: old, resumeAddress });
  const newCaller = await system.start({ serviceKeys: `${next},${old}`, resumeAddress });
  const stranger = await system.start({ serviceKeys: freshKey('next'), resumeAddress });
  expect([await statusAt(oldCaller), await statusAt(newCaller), await statusAt(stranger)]).toEqual([200, 200, 503]);
  await Promise.all([oldCaller.close(), newCaller.close(), stranger.close()]);
  await resume.close();
});

test('master keys rotate while gateways run: nobody is refused at any step, and the old key is needed no more', async () => {
  system.resume.cvs.set(7, { companyId: system.company.id, revision: 3, json: sampleCv(7) });
  const old = system.masterKeys;
  const next = freshKey('next');
  const before = await system.start();
  // As a rolling restart does it: every gateway learns the new key before one of them seals with it.
  const knowing = await system.start({ masterKeys: `${old},${next}` });
  expect([await statusAt(before), await statusAt(knowing)]).toEqual([200, 200]);
  const sealing = await system.start({ masterKeys: `${next},${old}` });
  const box = createSecretBox(ring(`${next},${old}`));
  const stored = system.connection.collection('keys');
  const sealedBefore = await stored.findOne();
  const first = await resealSecrets(system.connection, box);
  expect(first).toMatchObject({ keys: await stored.countDocuments(), busy: 0 });
  expect([await statusAt(knowing), await statusAt(sealing)]).toEqual([200, 200]);
  const after = await system.start({ masterKeys: next });
  expect(await statusAt(after)).toBe(200);

  // Ended half way and run again: what is left is sealed, and nothing twice.
  await stored.updateOne({ key: sealedBefore?.key }, { $set: { sealedSecret: sealedBefore?.sealedSecret } });
  expect(await resealSecrets(system.connection, box)).toMatchObject({ keys: 1, busy: 0 });
  expect(await resealSecrets(system.connection, box)).toMatchObject({ keys: 0, busy: 0 });
  expect(await statusAt(after)).toBe(200);
});
