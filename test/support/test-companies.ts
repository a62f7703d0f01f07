import { type ApiUnderTest, type CompanyApi, openCompanyApi } from './company-api.ts';
import type { ExampleRecorder } from './example-recorder.ts';
import { setLimits } from './limits.ts';
import type { Key } from './signer.ts';
import { type System, type SystemOptions, startSystem } from './system.ts';

export type TestCompany = { id: number; key: Key; admin: { id: number; email: string }; api: CompanyApi };

/** A running system with two companies whose quotas are too high to matter. */
export type TwoCompanies = ApiUnderTest & {
  system: System;
  ours: TestCompany;
  theirs: TestCompany;
  stop(): Promise<void>;
};

const HIGH_LIMIT = 1_000_000;

export async function startTwoCompanies(
  options: SystemOptions & { recorder?: ExampleRecorder } = {},
): Promise<TwoCompanies> {
  const { recorder, ...systemOptions } = options;
  const system = await startWithPortRetry({ demo: false, ...systemOptions });
  try {
    const opened = await openCompanyApi(system.url, recorder);
    const [ours, theirs] = await Promise.all([
      createCompany(system, opened, 'Acme'),
      createCompany(system, opened, 'Globex'),
    ]);
    return { ...opened, system, ours, theirs, stop: system.stop };
  } catch (error) {
    await system.stop();
    throw error;
  }
}

async function createCompany(system: System, { api }: ApiUnderTest, name: string): Promise<TestCompany> {
  const { id } = await system.vitae<{ id: number }>('company', 'create', '--name', name);
  const company = ['--company', String(id)];
  const [key, admin] = await Promise.all([
    system.vitae<Key>('key', 'create', ...company),
    system.vitae<{ id: number; email: string }>(
      'admin',
      'create',
      ...company,
      '--email',
      `admin@${name.toLowerCase()}.example`,
    ),
    setLimits(system, id, { standard: HIGH_LIMIT, intensive: HIGH_LIMIT }),
  ]);
  return { id, key, admin, api: api(key) };
}

/** Two systems that start at the same time may choose the same port; the later one retries. */
async function startWithPortRetry(options: SystemOptions, attempts = 4): Promise<System> {
  try {
    return await startSystem(options);
  } catch (error) {
    if (attempts === 1 || !/EADDRINUSE|address already in use/i.test(String(error))) throw error;
    return startWithPortRetry(options, attempts - 1);
  }
}
