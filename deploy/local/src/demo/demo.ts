import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from '../data-dir/run-file.ts';
import { writeAtomically } from '../data-dir/write-atomically.ts';
import { CommandFailure, type CommandLine } from './command-line.ts';

/** The demo data but for what is signed afresh at each start. */
export type DemoData = Omit<Demo, 'signedUrl'>;

export type DemoOptions = {
  dataDir: string;
  /** Where the data are: in another database they are made anew. */
  mongodbUri: string;
  vitae: CommandLine;
  /** The folder of the example CVs. */
  examples: string;
};

/** `demo.json`: the steps that are done. */
type Steps = {
  place: string;
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
 * Makes a company, its administrator and key, an owner and the example CVs, once. Each step is written down when it is
 * done, so that a start that was killed half-way goes on from there.
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
    steps.once('admin', () => unlessTaken((mark) => createAdmin(vitae, company, mark))),
    steps.once('owner', () => unlessTaken((mark) => createOwner(vitae, company, mark))),
  ]);
  const load = async (flags: string[], files: string[]) => {
    const made = await vitae<{ id: number }[]>(
      'cv',
      'import',
      '--user',
      String(owner.userId),
      '--publish',
      ...flags,
      ...files.map((name) => join(examples, name)),
    );
    return made.map(({ id }) => id);
  };
  const mainCv = await steps.once('mainCv', async () => (await load(['--main'], [MAIN_CV]))[0] as number);
  const otherCvs = await steps.once('otherCvs', () => load([], OTHER_CVS));
  return { companyId, ...apiKey, admin, owner, cvIds: [mainCv, ...otherCvs] };
}

async function createAdmin(vitae: CommandLine, company: string[], mark: string): Promise<Steps['admin']> {
  const { email, password } = await vitae<Steps['admin']>(
    'admin',
    'create',
    ...company,
    '--email',
    `admin${mark}@demo.example`,
  );
  return { email, password };
}

async function createOwner(vitae: CommandLine, company: string[], mark: string): Promise<Steps['owner']> {
  const username = `jane${mark}`;
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

/** A step that was done and not written down has taken its name: then another is found. */
async function unlessTaken<T>(create: (mark: string) => Promise<T>): Promise<T> {
  try {
    return await create('');
  } catch (error) {
    if (!(error instanceof CommandFailure && /exist|conflict|taken/i.test(`${error.code} ${error.message}`)))
      throw error;
    return create(`-${randomBytes(3).toString('hex')}`);
  }
}

function openSteps(file: string, mongodbUri: string) {
  const place = placeOf(mongodbUri);
  const found: Partial<Steps> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const steps: Partial<Steps> = found.place === place ? found : { place };
  return {
    once: async <K extends keyof Steps>(step: K, make: () => Promise<Steps[K]>): Promise<Steps[K]> => {
      const made = steps[step] ?? (await make());
      if (steps[step] === undefined) {
        steps[step] = made;
        writeAtomically(file, `${JSON.stringify(steps, null, 2)}\n`);
      }
      return made as Steps[K];
    },
  };
}

/** The database that is started here moves between ports with its data; another is known by its address, which may hold a password. */
function placeOf(mongodbUri: string): string {
  return createHash('sha256')
    .update(mongodbUri.replace(/^mongodb:\/\/127\.0\.0\.1:\d+\/\?replicaSet=vitae$/, 'local'))
    .digest('hex');
}
