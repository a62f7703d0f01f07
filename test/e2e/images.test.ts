import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mongoose from 'mongoose';
import { onOutput } from '../support/child-process.ts';
import { freePorts } from '../support/free-port.ts';
import { projectRoot } from '../support/project-root.ts';
import { newServiceKeys, type ServiceKeys } from '../support/service-keys.ts';
import { until } from '../support/until.ts';

// Does what deploy/Dockerfile does without a container engine: packs each process and runs it as a user without
// write permission.

/** User id of the images. */
const NODE = 1000;
/** Larger than any process id of Linux. */
const UNUSED_PID = 2 ** 22 + 1;
const SERVICES = ['resume', 'preferences', 'metadata', 'comments', 'stats'] as const;
const keys = () => `test:${randomBytes(32).toString('base64')}`;

let folder: string;
let writable: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-images-'));
  writable = await mkdtemp(join(tmpdir(), 'vitae-images-tmp-'));
  await chmod(folder, 0o755);
  await chmod(writable, 0o777);
  // A killed worker of another user left it behind.
  await mkdir(join(writable, `vitae-browser-${UNUSED_PID}-killed`), { mode: 0o700 });
  const { packageManager } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
  const env = { ...process.env, NODE_OPTIONS: '' };
  const packing = ['--yes', `--package=${packageManager}`, '--', join(projectRoot, 'deploy/pack.sh'), folder];
  await promisify(execFile)('npx', packing, { env });
  await promisify(execFile)('chmod', ['-R', 'a+rX,a-w', folder]);
}, 600_000);

afterAll(async () => {
  for (const child of started.filter(({ exitCode }) => exitCode === null)) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await promisify(execFile)('chmod', ['-R', 'u+w', folder]);
  await rm(folder, { recursive: true });
  // Helper processes of a browser may still write for a moment.
  await rm(writable, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}, 120_000);

type Started = { child: ChildProcess; output(): string };

function start(name: string, env: Record<string, string>, ...args: string[]): Started {
  const isRoot = process.getuid?.() === 0;
  const child = spawn(process.execPath, ['dist/main.js', ...args], {
    cwd: join(folder, name === 'gateway' ? name : `services/${name}`),
    env: { PATH: '/usr/bin:/bin', HOME: writable, TMPDIR: writable, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot ? { uid: NODE, gid: NODE } : {}),
  });
  started.push(child);
  let output = '';
  onOutput(child, (text) => {
    output += text;
  });
  return { child, output: () => output };
}

/** Creates an index whose options differ from those of this release. */
async function createOutdatedIndex(uri: string, database: string): Promise<void> {
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    const visits = connection.useDb(`${database}_stats`).collection('dailyVisits');
    await visits.createIndex({ day: 1 }, { expireAfterSeconds: 60 });
  } finally {
    await connection.close();
  }
}

/** Returns the number of indexes of list terms and the retention of visits in seconds. */
async function readPreparedIndexes(uri: string, database: string) {
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    const [resume, stats] = [connection.useDb(`${database}_resume`), connection.useDb(`${database}_stats`)];
    const days = (await stats.collection('dailyVisits').indexes()).find(
      ({ expireAfterSeconds }) => expireAfterSeconds !== undefined,
    );
    return {
      listIndexes: (await resume.collection('cvs').indexes()).filter(({ key }) => 'terms' in key || 'nameTerms' in key)
        .length,
      visitRetention: Number(days?.expireAfterSeconds),
    };
  } finally {
    await connection.close();
  }
}

/** Name, probe port and settings of each process. */
function planProcesses(firstPort: number, database: string, { privateKeys }: ServiceKeys) {
  const at = (index: number) => String(firstPort + index);
  const accounts = {
    MASTER_KEYS: keys(),
    MONGODB_DATABASE: `${database}_gateway`,
    EXPORT_URL: `http://127.0.0.1:${at(10)}`,
    ...Object.fromEntries(
      SERVICES.map((name, index) => [`${name.toUpperCase()}_ADDRESS`, `127.0.0.1:${at(2 * index)}`]),
    ),
  };
  return [
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
        SERVICE_PRIVATE_KEY: privateKeys.export,
        PUPPETEER_EXECUTABLE_PATH: process.env.PUPPETEER_EXECUTABLE_PATH ?? '',
        SOFFICE_BINARY: process.env.SOFFICE_BINARY ?? '',
      },
    },
    {
      name: 'gateway',
      probe: at(11),
      env: { ...accounts, PORT: at(11), METRICS_PORT: at(12), SERVICE_PRIVATE_KEY: privateKeys.gateway },
    },
    {
      name: 'site',
      probe: at(13),
      env: { ...accounts, PORT: at(13), METRICS_PORT: at(14), SERVICE_PRIVATE_KEY: privateKeys.site },
    },
  ];
}

test('every packed process updates outdated indexes and becomes ready as an unprivileged user', async () => {
  const port = await freePorts(16);
  const serviceKeys = newServiceKeys();
  const database = `images_${randomBytes(4).toString('hex')}`;
  const shared = {
    MONGODB_URI: process.env.MONGODB_URI ?? '',
    REDIS_URL: process.env.REDIS_URL ?? '',
    SERVICE_PUBLIC_KEYS: serviceKeys.publicKeys,
  };
  const processes = planProcesses(port, database, serviceKeys);
  await createOutdatedIndex(shared.MONGODB_URI, database);
  for (const { name, env } of processes) {
    const { child, output } = start(name, { ...shared, ...env }, '--prepare');
    const [status] = await once(child, 'exit');
    expect({ name, status, output: status === 0 ? '' : output() }).toEqual({ name, status: 0, output: '' });
  }
  const { listIndexes, visitRetention } = await readPreparedIndexes(shared.MONGODB_URI, database);
  expect(listIndexes).toBe(3);
  expect(visitRetention).toBeGreaterThan(86_400);

  for (const { name, probe, env } of processes) {
    const { child, output } = start(name, { ...shared, ...env });
    await until(
      `${name} to be ready`,
      async () => child.exitCode !== null || (await fetch(`http://127.0.0.1:${probe}/readyz`)).ok,
      120_000,
    );
    const exited = child.exitCode;
    expect({ name, exited, output: exited === null ? '' : output() }).toEqual({ name, exited: null, output: '' });
  }
  const guide = await fetch(`http://127.0.0.1:${processes.at(-1)?.probe}/docs/signing`);
  expect([guide.status, (await guide.text()).includes('Nonce')]).toEqual([200, true]);
}, 400_000);
