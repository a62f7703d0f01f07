import { type ApiUnderTest, type CompanyApi, openCompanyApi } from './company-api.ts';
import { setLimits } from './limits.ts';
import type { CallRecorder } from './recorder.ts';
import type { Key } from './signer.ts';
import { type System, type SystemOptions, startSystem } from './system.ts';

export type TestCompany = { id: number; key: Key; admin: { id: number; email: string }; api: CompanyApi };

/** A running system with two companies, whose quotas are out of the way. */
export type TwoCompanies = ApiUnderTest & {
  system: System;
  ours: TestCompany;
  theirs: TestCompany;
  stop(): Promise<void>;
};

const PLENTY = 1_000_000;

export async function startTwoCompanies(
  options: SystemOptions & { recorder?: CallRecorder } = {},
): Promise<TwoCompanies> {
  const { recorder, ...system_ } = options;
  const system = await startWhenPortsAllow({ demo: false, ...system_ });
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
    setLimits(system, id, { standard: PLENTY, intensive: PLENTY }),
  ]);
  return { id, key, admin, api: api(key) };
}

/** Two systems that start in the same moment may choose the same port: the later one starts again. */
async function startWhenPortsAllow(options: SystemOptions, attempts = 4): Promise<System> {
  try {
    return await startSystem(options);
  } catch (error) {
    if (attempts === 1 || !String(error).includes('A port has been taken by another program meanwhile')) throw error;
    return startWhenPortsAllow(options, attempts - 1);
  }
}
