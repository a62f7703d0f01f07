import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  grpcAddress,
  httpUrl,
  mongodbUri,
  parseSettings,
  port,
  redisUrl,
  SettingsError,
  wholeNumber,
} from './settings.ts';

const schema = z.object({
  PORT: port().default(8080),
  HOST: z.string().default('127.0.0.1'),
  MONGODB_URI: mongodbUri(),
  REDIS_URL: redisUrl(),
  SITE_URL: httpUrl().default('http://localhost:8080'),
  WAIT_MS: wholeNumber(1, 60_000).default(15_000),
  RESUME_ADDRESS: grpcAddress().default('127.0.0.1:50051'),
});
const valid = { MONGODB_URI: 'mongodb://127.0.0.1/?replicaSet=rs0', REDIS_URL: 'redis://127.0.0.1:6379' };

function problemsOf(environment: NodeJS.ProcessEnv): string[] {
  try {
    parseSettings(schema, environment, undefined, renamed);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

const renamed = { PAUSE_MS: 'WAIT_MS', RETIRED: 'NOT_HERE' };
function parseWithWarnings(environment: NodeJS.ProcessEnv) {
  const warnings: string[] = [];
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) };
  return { settings: parseSettings(schema, { ...valid, ...environment }, log, renamed), warnings };
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitae-settings-'));
  writeFileSync(join(folder, 'redis'), 'redis://:secret@redis:6379\n');
  writeFileSync(join(folder, 'wait'), '300\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('settings', () => {
  test('uses the default for a variable that is unset or empty', () => {
    expect(parseSettings(schema, { ...valid, PORT: '' })).toMatchObject({ PORT: 8080, WAIT_MS: 15_000 });
  });

  test('reports every invalid setting with the expected form', () => {
    const problems = problemsOf({ PORT: '99999', WAIT_MS: '-1', REDIS_URL: 'localhost', RESUME_ADDRESS: 'resume' });
    expect(problems).toEqual([
      'PORT: must be a port number from 0 to 65535',
      'MONGODB_URI is missing: the MongoDB connection string of a replica set, such as mongodb://host:27017/?replicaSet=rs0. It can also set the pool size (maxPoolSize, by default 50) and timeouts',
      'REDIS_URL: must be a Redis URL such as redis://host:6379',
      'WAIT_MS: must be a whole number from 1 to 60000',
      'RESUME_ADDRESS: must be host:port, such as resume:50051',
    ]);
  });

  test('says how to replace the shared service keys of earlier versions, and warns if they were replaced', () => {
    expect(problemsOf({ REDIS_URL: valid.REDIS_URL, SERVICE_KEYS_FILE: '/secrets/service-keys' })).toEqual([
      expect.stringMatching(/^SERVICE_KEYS is no longer used.* SERVICE_PRIVATE_KEY and SERVICE_PUBLIC_KEYS /),
      expect.stringMatching(/^MONGODB_URI is missing/),
    ]);
    expect(parseWithWarnings({ SERVICE_KEYS: '2026:abc' }).warnings).toEqual([
      expect.stringMatching(/then remove SERVICE_KEYS/),
    ]);
  });

  test.each(['ftp://x', 'javascript:alert(1)', 'example.com'])('rejects %s as a public URL', (value) => {
    expect(problemsOf({ ...valid, SITE_URL: value })).toHaveLength(1);
  });

  test('removes the trailing slash of a public URL', () => {
    expect(parseSettings(schema, { ...valid, SITE_URL: 'https://cv.example.com/' }).SITE_URL).toBe(
      'https://cv.example.com',
    );
  });

  test.each(['127.0.0.1:50051', 'resume:50051', 'dns:///resume.vitae.svc:50051', '[::1]:50051'])(
    'accepts %s as a gRPC address',
    (value) => {
      expect(parseSettings(schema, { ...valid, RESUME_ADDRESS: value }).RESUME_ADDRESS).toBe(value);
    },
  );
});

describe('settings from files', () => {
  test('reads a setting from the file that NAME_FILE names', () => {
    const { MONGODB_URI } = valid;
    const settings = parseSettings(schema, { MONGODB_URI, REDIS_URL_FILE: join(folder, 'redis') });
    expect(settings.REDIS_URL).toBe('redis://:secret@redis:6379');
  });

  test('reports unreadable files and settings that are given twice together with other problems', () => {
    const file = join(folder, 'none');
    expect(problemsOf({ ...valid, REDIS_URL_FILE: file, SITE_URL_FILE: file, PORT: 'x' })).toEqual([
      'REDIS_URL and REDIS_URL_FILE are both set: remove one',
      `SITE_URL_FILE cannot be read (ENOENT): ${file}`,
      'PORT: must be a port number from 0 to 65535',
    ]);
  });
});

describe('renamed settings', () => {
  test('accepts the old name and warns which name replaces it', () => {
    const { settings, warnings } = parseWithWarnings({ PAUSE_MS: '200' });
    expect(settings.WAIT_MS).toBe(200);
    expect(warnings).toEqual(['PAUSE_MS is deprecated and will be ignored in the next release: set WAIT_MS']);
  });

  test('accepts a file under the old name', () => {
    const { settings, warnings } = parseWithWarnings({ PAUSE_MS_FILE: join(folder, 'wait') });
    expect(settings.WAIT_MS).toBe(300);
    expect(warnings).toEqual(['PAUSE_MS_FILE is deprecated and will be ignored in the next release: set WAIT_MS_FILE']);
  });

  test('accepts both names with the same value', () => {
    expect(parseWithWarnings({ PAUSE_MS: '200', WAIT_MS: '200' }).settings.WAIT_MS).toBe(200);
  });

  test('rejects both names with different values', () => {
    expect(problemsOf({ ...valid, PAUSE_MS: '200', WAIT_MS: '300' })).toEqual([
      'WAIT_MS and its old name PAUSE_MS have different values: remove PAUSE_MS',
    ]);
  });

  test('ignores the old name of a setting that this process does not have', () => {
    expect(parseWithWarnings({ RETIRED: 'x' }).warnings).toEqual([]);
  });
});

describe('unknown settings', () => {
  test.each([
    ['MONGODB_URL', 'MONGODB_URI'],
    ['REDIS_ULR', 'REDIS_URL'],
    ['URL_SITE', 'SITE_URL'],
    ['REDIS_URL_FIEL', 'REDIS_URL_FILE'],
    ['PORTS', 'PORT'],
  ])('suggests a known setting for %s', (name, known) => {
    expect(parseWithWarnings({ [name]: 'x' }).warnings).toEqual([
      `${name} is not a setting of this process. Did you mean ${known}?`,
    ]);
  });

  test('does not compare a variable with settings of another length', () => {
    const long = Array.from({ length: 20 }, (_none, index) => [`LONG_${'X'.repeat(100_000)}_${index}`, 'x']);
    expect(parseWithWarnings(Object.fromEntries(long)).warnings).toEqual([]);
  });

  test('warns although a required setting is missing', () => {
    const warnings: string[] = [];
    const log = { warn: (_fields: object, message: string) => void warnings.push(message) };
    expect(() => parseSettings(schema, { ...valid, REDIS_URL: '', REDIS_ULR: 'x' }, log)).toThrow(
      'REDIS_URL is missing',
    );
    expect(warnings).toHaveLength(1);
  });

  test.each(['PATH', 'HOME', 'HOSTNAME', 'PWD', 'LANG', 'TZ', 'SHELL', 'USER', 'SMTP_URL', 'HTTP_PORT', 'redis_ulr'])(
    'does not warn about %s',
    (name) => {
      expect(parseWithWarnings({ [name]: 'x' }).warnings).toEqual([]);
    },
  );
});
