import { openResumeFixture, type ResumeFixture } from '@vitae/test/support/resume/resume-fixture';
import type { Models } from './models.ts';
import { createApplicationLinkKey } from './secrets.ts';

let services: ResumeFixture[];
beforeAll(async () => {
  services = await Promise.all([openResumeFixture(), openResumeFixture()]);
});
afterAll(() => Promise.all(services.map((service) => service.close())));

const secretsOf = ({ connection }: ResumeFixture) => connection.models.Secret as Models['secrets'];

test('processes that start together, and later ones, have the same random key of 32 bytes', async () => {
  const keys: Buffer[] = [];
  for (const service of services) {
    const newProcess = () => createApplicationLinkKey({ secrets: secretsOf(service) })();
    const [first, ...others] = await Promise.all([newProcess(), newProcess(), newProcess()]);
    const { key } = await service.call.GetApplicationLinkKey({});
    expect(first).toHaveLength(32);
    for (const other of [...others, key, await newProcess()]) expect(other).toEqual(first);
    keys.push(key);
  }
  expect(keys[0]).not.toEqual(keys[1]);
});

test('a key that could not be read is read again', async () => {
  const secrets = secretsOf(services[0] as ResumeFixture);
  let failures = 1;
  const findOneAndUpdate = (...update: Parameters<typeof secrets.findOneAndUpdate>) => {
    if (failures-- > 0) throw new Error('down');
    return secrets.findOneAndUpdate(...update);
  };
  const key = createApplicationLinkKey({ secrets: { findOneAndUpdate } as unknown as Models['secrets'] });
  await expect(key()).rejects.toThrow('down');
  expect(await key()).toHaveLength(32);
});
