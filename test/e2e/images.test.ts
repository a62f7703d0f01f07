import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mongoose from 'mongoose';
import { freePorts } from '../support/free-port.ts';
import { projectRoot } from '../support/project-root.ts';
import { until } from '../support/until.ts';

// What deploy/Dockerfile does, without an engine for containers: each process packed alone, and run
// by a user who can write nothing of it.

/** The user of the images. Not 65534, which is also what whoever has no id is called. */
const NODE = 1000;
const SERVICES = ['resume', 'preferences', 'metadata', 'comments', 'stats'] as const;
const keys = () => `test:${randomBytes(32).toString('base64')}`;

let folder: string;
let scratch: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-images-'));
  scratch = await mkdtemp(join(tmpdir(), 'vitae-images-tmp-'));
  await chmod(folder, 0o755);
  await chmod(scratch, 0o777);
  const { packageManager } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
  const env = { ...process.env, NODE_OPTIONS: '', PNPM: `npx --yes ${packageManager}` };
  await promisify(execFile)(join(projectRoot, 'deploy/pack.sh'), [folder], { env });
  await promisify(execFile)('chmod', ['-R', 'a+rX,a-w', folder]);
}, 600_000);

afterAll(async () => {
  for (const child of started.filter(({ exitCode }) => exitCode === null)) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await promisify(execFile)('chmod', ['-R', 'u+w', folder]);
  await rm(folder, { recursive: true });
  // What a browser has started may write there for a moment longer.
  await rm(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}, 120_000);

function start(name: string, env: Record<string, string>, ...args: string[]): { child: ChildProcess; said(): string } {
  const root = process.getuid?.() === 0;
  const child = spawn(process.execPath, ['dist/main.js', ...args], {
    cwd: join(folder, name),
    env: { PATH: '/usr/bin:/bin', HOME: scratch, TMPDIR: scratch, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(root ? { uid: NODE, gid: NODE } : {}),
  });
  started.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (said += String(bytes)));
  return { child, said: () => said };
}

/** Creates an index whose options differ from those of this release. */
async function createOutdatedIndex(uri: string, database: string): Promise<void> {
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    const visits = connection.useDb(`${database}_stats`).collection('visits');
    await visits.createIndex({ day: 1 }, { expireAfterSeconds: 60 });
  } finally {
    await connection.close();
  }
}

/** The number of list indexes of CVs and the retention of visits in seconds. */
async function readPreparedIndexes(uri: string, database: string) {
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    const [resume, stats] = [connection.useDb(`${database}_resume`), connection.useDb(`${database}_stats`)];
    const days = (await stats.collection('visits').indexes()).find(
      ({ expireAfterSeconds }) => expireAfterSeconds !== undefined,
    );
    return {
      listIndexes: (await resume.collection('cvs').indexes()).filter(({ key }) => 'facets' in key).length,
      visitRetention: Number(days?.expireAfterSeconds),
    };
  } finally {
    await connection.close();
  }
}

test('every packed process updates outdated indexes and becomes ready as an unprivileged user', async () => {
  const port = await freePorts(16);
  const at = (index: number) => String(port + index);
  const database = `images_${randomBytes(4).toString('hex')}`;
  const shared = {
    MONGODB_URI: process.env.MONGODB_URI ?? '',
    REDIS_URL: process.env.REDIS_URL ?? '',
    SERVICE_KEYS: keys(),
  };
  const processes = [
    ...SERVICES.map((name, index) => ({
      name,
      probe: at(2 * index + 1),
      env: { GRPC_PORT: at(2 * index), PROBE_PORT: at(2 * index + 1), MONGODB_DATABASE: `${database}_${name}` },
    })),
    {
      name: 'export',
      probe: at(10),
      env: {
        HTTP_PORT: at(10),
        RESUME_ADDRESS: `127.0.0.1:${at(0)}`,
        MONGODB_DATABASE: `${database}_export`,
        PUPPETEER_EXECUTABLE_PATH: process.env.PUPPETEER_EXECUTABLE_PATH ?? '',
        SOFFICE_BINARY: process.env.SOFFICE_BINARY ?? '',
      },
    },
    {
      name: 'gateway',
      probe: at(11),
      env: {
        PORT: at(11),
        METRICS_PORT: at(12),
        MASTER_KEYS: keys(),
        MONGODB_DATABASE: `${database}_gateway`,
        EXPORT_URL: `http://127.0.0.1:${at(10)}`,
        ...Object.fromEntries(
          SERVICES.map((name, index) => [`${name.toUpperCase()}_ADDRESS`, `127.0.0.1:${at(2 * index)}`]),
        ),
      },
    },
  ];
  await createOutdatedIndex(shared.MONGODB_URI, database);
  for (const { name, env } of processes) {
    const { child, said } = start(name, { ...shared, ...env }, '--prepare');
    const [status] = await once(child, 'exit');
    expect({ name, status, said: status === 0 ? '' : said() }).toEqual({ name, status: 0, said: '' });
  }
  // Before a process of this release serves calls.
  const { listIndexes, visitRetention } = await readPreparedIndexes(shared.MONGODB_URI, database);
  expect(listIndexes).toBeGreaterThan(3);
  expect(visitRetention).toBeGreaterThan(86_400);

  for (const { name, probe, env } of processes) {
    const { child, said } = start(name, { ...shared, ...env });
    const ready = await until(
      `${name} to be ready: ${said()}`,
      async () => child.exitCode !== null || (await fetch(`http://127.0.0.1:${probe}/readyz`)).ok,
      120_000,
    );
    expect({ name, ready, exited: child.exitCode, said: child.exitCode === null ? '' : said() }).toEqual({
      name,
      ready: true,
      exited: null,
      said: '',
    });
  }
  const guide = await fetch(`http://127.0.0.1:${at(11)}/docs/signing`);
  expect([guide.status, (await guide.text()).includes('Nonce')]).toEqual([200, true]);
}, 400_000);
