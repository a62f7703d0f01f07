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
  MONGODB_URI: mongodbUri(),
  REDIS_URL: redisUrl(),
  SITE_URL: httpUrl().default('http://localhost:8080'),
  WAIT_MS: wholeNumber(1, 60_000).default(15_000),
  RESUME_ADDRESS: grpcAddress().default('127.0.0.1:50051'),
});
const good = { MONGODB_URI: 'mongodb://127.0.0.1/?replicaSet=rs0', REDIS_URL: 'redis://127.0.0.1:6379' };

function problemsOf(environment: NodeJS.ProcessEnv): string[] {
  try {
    parseSettings(schema, environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

describe('settings from files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vitae-settings-'));
    writeFileSync(join(folder, 'redis'), 'redis://:secret@redis:6379\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('NAME_FILE names the file that holds a setting', () => {
    const { MONGODB_URI } = good;
    const read = parseSettings(schema, { MONGODB_URI, REDIS_URL_FILE: join(folder, 'redis') });
    expect(read.REDIS_URL).toBe('redis://:secret@redis:6379');
  });

  test('a file that is not there, or a setting given twice, is named with the other problems', () => {
    const file = join(folder, 'none');
    expect(problemsOf({ ...good, REDIS_URL_FILE: file, SITE_URL_FILE: file, PORT: 'x' })).toEqual([
      'REDIS_URL and REDIS_URL_FILE are both set: leave one out',
      `SITE_URL_FILE cannot be read (ENOENT): ${file}`,
      'PORT: must be a port number, 0 to 65535',
    ]);
  });
});

describe('settings', () => {
  test('defaults stand where nothing is set, an empty variable counts as nothing', () => {
    expect(parseSettings(schema, { ...good, PORT: '' })).toMatchObject({ PORT: 8080, WAIT_MS: 15_000 });
  });

  test('all that is wrong is listed, each named with what it should be', () => {
    const problems = problemsOf({ PORT: '99999', WAIT_MS: '-1', REDIS_URL: 'localhost', RESUME_ADDRESS: 'resume' });
    expect(problems).toEqual([
      'PORT: must be a port number, 0 to 65535',
      'MONGODB_URI is missing: the MongoDB address, such as mongodb://host:27017/?replicaSet=rs0',
      'REDIS_URL: must be a Redis address such as redis://host:6379',
      'WAIT_MS: must be a whole number from 1 to 60000',
      'RESUME_ADDRESS: must be host:port, such as resume:50051',
    ]);
  });

  test.each(['ftp://x', 'javascript:alert(1)', 'example.com'])('%s is no public address', (value) => {
    expect(problemsOf({ ...good, SITE_URL: value })).toHaveLength(1);
  });

  test('a public address loses its last slash, so that paths can be put behind it', () => {
    expect(parseSettings(schema, { ...good, SITE_URL: 'https://cv.example.com/' }).SITE_URL).toBe(
      'https://cv.example.com',
    );
  });

  test.each(['127.0.0.1:50051', 'resume:50051', 'dns:///resume.vitae.svc:50051', '[::1]:50051'])(
    '%s is an address',
    (value) => {
      expect(parseSettings(schema, { ...good, RESUME_ADDRESS: value }).RESUME_ADDRESS).toBe(value);
    },
  );
});
