import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { parseSettings, SettingsError } from '@vitae/kit/settings';
import { configSchema } from './config.ts';

const masterKey = randomBytes(32).toString('base64');
const needed = {
  MONGODB_URI: 'mongodb://127.0.0.1/?replicaSet=rs0',
  REDIS_URL: 'redis://127.0.0.1',
  MASTER_KEYS: `a:${masterKey}`,
  SERVICE_PRIVATE_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

function problems(environment: NodeJS.ProcessEnv): string[] {
  try {
    parseSettings(configSchema, environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe('gateway settings', () => {
  test('require four settings and derive the public addresses from PORT', () => {
    const config = parseSettings(configSchema, { ...needed, PORT: '9000' });
    expect(config).toMatchObject({
      PORT: 9000,
      EXPORT_WAIT_MS: 15_000,
      COMPANY_API_URL: 'http://localhost:9000',
      SITE_URL: 'http://localhost:9000',
    });
    expect(config.MASTER_KEYS).toEqual([{ id: 'a', key: Buffer.from(masterKey, 'base64') }]);
  });

  test('report all missing and invalid settings together', () => {
    const reported = problems({ PORT: 'eighty', MASTER_KEYS: 'a:short', SITE_URL: 'ftp://x' }).join('\n');
    for (const name of [
      'MONGODB_URI is missing',
      'REDIS_URL is missing',
      'PORT: must be',
      'MASTER_KEYS: must be',
      'SITE_URL: must be',
    ]) {
      expect(reported).toContain(name);
    }
  });

  test('require a retention period longer than the lifetime of exported files', () => {
    expect(problems({ ...needed, RETENTION_DAYS: '1' })).toEqual([expect.stringContaining('RETENTION_DAYS')]);
    expect(problems({ ...needed, RETENTION_DAYS: '2' })).toEqual([]);
  });

  test('serve metrics only on the local machine by default', () => {
    expect(parseSettings(configSchema, { ...needed, HOST: '0.0.0.0' }).METRICS_HOST).toBe('127.0.0.1');
  });

  test.each([
    `a:${masterKey},a:${masterKey}`,
    `a:${masterKey},`,
    masterKey,
    `:${masterKey}`,
    `a:${randomBytes(16).toString('base64')}`,
  ])('reject the master keys %s', (keys) => {
    expect(problems({ ...needed, MASTER_KEYS: keys })).toEqual([expect.stringContaining('MASTER_KEYS')]);
  });
});
