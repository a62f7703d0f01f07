import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from '../data-dir/run-file.ts';
import { writeAtomically } from '../data-dir/write-atomically.ts';
import { CommandFailure, type CommandLine } from './command-line.ts';

/** The demo data without the URL that is signed at each start. */
export type DemoData = Omit<Demo, 'signedUrl'>;

export type DemoOptions = {
  dataDir: string;
  /** The database of the demo data. It is created again for another database. */
  mongodbUri: string;
  vitae: CommandLine;
  /** The folder of the example CVs. */
  examples: string;
};

/** `demo.json`: the completed steps. */
type Steps = {
  database: string;
  companyId: number;
  apiKey: { key: string; secret: string };
  admin: { email: string; password: string };
  owner: { userId: number; username: string; password: string };
  mainCv: number;
  otherCvs: number[];
};

const MAIN_CV = 'complete-resume.json';
const OTHER_CVS = ['senior-engineer.resume.json', 'sample.resume.json'];

/**
 * Creates a company with an administrator, a key, an owner and the example CVs, once. Each completed step is recorded, so
 * a start that was killed continues with the next step.
 */
export async function ensureDemo({ dataDir, mongodbUri, vitae, examples }: DemoOptions): Promise<DemoData> {
  const steps = openSteps(join(dataDir, 'demo.json'), mongodbUri);
  const companyId = await steps.once(
    'companyId',
    async () => (await vitae<{ id: number }>('company', 'create', '--name', 'Demo company')).id,
  );
  const company = ['--company', String(companyId)];
  const [apiKey, admin, owner] = await Promise.all([
    steps.once('apiKey', async () => {
      const { key, secret } = await vitae<Steps['apiKey']>('key', 'create', ...company, '--name', 'Demo key');
      return { key, secret };
    }),
    steps.once('admin', () => withUniqueName((suffix) => createAdmin(vitae, company, suffix))),
    steps.once('owner', () => withUniqueName((suffix) => createOwner(vitae, company, suffix))),
  ]);
  const load = async (flags: string[], files: string[]) => {
    const imported = await vitae<{ id: number }[]>(
      'cv',
      'import',
      '--user',
      String(owner.userId),
      '--publish',
      ...flags,
      ...files.map((name) => join(examples, name)),
    );
    return imported.map(({ id }) => id);
  };
  const mainCv = await steps.once('mainCv', async () => (await load(['--main'], [MAIN_CV]))[0] as number);
  const otherCvs = await steps.once('otherCvs', () => load([], OTHER_CVS));
  return { companyId, ...apiKey, admin, owner, cvIds: [mainCv, ...otherCvs] };
}

async function createAdmin(vitae: CommandLine, company: string[], suffix: string): Promise<Steps['admin']> {
  const { email, password } = await vitae<Steps['admin']>(
    'admin',
    'create',
    ...company,
    '--email',
    `admin${suffix}@demo.example`,
  );
  return { email, password };
}

async function createOwner(vitae: CommandLine, company: string[], suffix: string): Promise<Steps['owner']> {
  const username = `jane${suffix}`;
  const password = randomBytes(9).toString('base64url');
  const names = ['--firstname', 'Jane', '--lastname', 'Developer', '--kind', 'candidate'];
  const { id } = await vitae<{ id: number }>(
    'user',
    'create',
    ...company,
    '--username',
    username,
    '--email',
    `${username}@demo.example`,
    ...names,
    '--password',
    password,
  );
  return { userId: id, username, password };
}

/** Retries with a random suffix if the name exists: a step may have completed before it was recorded. */
async function withUniqueName<T>(create: (suffix: string) => Promise<T>): Promise<T> {
  try {
    return await create('');
  } catch (error) {
    if (!(error instanceof CommandFailure && /exist|conflict|taken/i.test(`${error.code} ${error.message}`)))
      throw error;
    return create(`-${randomBytes(3).toString('hex')}`);
  }
}

function openSteps(file: string, mongodbUri: string) {
  const database = fingerprintOf(mongodbUri);
  const recorded: Partial<Steps> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const steps: Partial<Steps> = recorded.database === database ? recorded : { database };
  return {
    once: async <K extends keyof Steps>(step: K, create: () => Promise<Steps[K]>): Promise<Steps[K]> => {
      const result = steps[step] ?? (await create());
      if (steps[step] === undefined) {
        steps[step] = result;
        writeAtomically(file, `${JSON.stringify(steps, null, 2)}\n`);
      }
      return result as Steps[K];
    },
  };
}

/** Identifies a database: a local one on any port, another by the hash of its address, which may contain a password. */
function fingerprintOf(mongodbUri: string): string {
  return createHash('sha256')
    .update(mongodbUri.replace(/^mongodb:\/\/127\.0\.0\.1:\d+\/\?replicaSet=vitae$/, 'local'))
    .digest('hex');
}
