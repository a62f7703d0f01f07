import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPrivateKey, readPublicKeys } from '@vitae/kit/signing-keys';
import { parse } from 'yaml';
import { projectRoot } from '../project-root.ts';

type Service = { environment?: Record<string, string>; volumes?: string[]; command?: unknown; healthcheck?: unknown };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitae-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const generate = (producers = '') =>
  execFileSync(process.execPath, [join(projectRoot, 'deploy/compose/make-secrets.mjs'), folder], {
    env: { ...process.env, EXPORT_PRODUCERS: producers },
    stdio: 'pipe',
  });
const readSecrets = () =>
  Object.fromEntries(
    readdirSync(folder).map((audience) => [
      audience,
      Object.fromEntries(
        readdirSync(join(folder, audience)).map((name) => [name, readFileSync(join(folder, audience, name), 'utf8')]),
      ),
    ]),
  );

test('generates every secret that docker-compose.yml names, in the volume of its process', () => {
  generate();
  const secrets = readSecrets();
  const { services } = parse(readFileSync(join(projectRoot, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Record<string, Service>;
  };
  let checked = 0;
  for (const [name, service] of Object.entries(services)) {
    const [volume] = (service.volumes ?? []).filter((one) => /^secrets-\w+:\/secrets:ro$/.test(one));
    const required = [...JSON.stringify(service).matchAll(/\/secrets\/([\w.-]+)/g)].map(([, file = '']) => file);
    if (!volume || name === 'secrets') continue;
    const generated = Object.keys(secrets[volume.slice('secrets-'.length, volume.indexOf(':'))] ?? {});
    expect({ name, missing: required.filter((file) => !generated.includes(file)) }).toEqual({ name, missing: [] });
    checked += required.length;
  }
  expect(checked).toBeGreaterThan(20);
});

const SERVICES = ['resume', 'preferences', 'metadata', 'comments', 'stats'];

test('gives each process only its own private key and the password of its own database user', () => {
  generate();
  const { databases = {}, ...processes } = readSecrets();
  expect(Object.keys(processes).toSorted()).toEqual(['export', 'gateway', 'site', ...SERVICES].toSorted());
  const withFile = (name: string) => Object.keys(processes).filter((one) => name in (processes[one] ?? {}));
  expect(withFile('master-keys')).toEqual(['gateway', 'site']);
  expect(withFile('service-private-key')).toEqual(['export', 'gateway', 'site']);
  expect(withFile('service-public-keys').toSorted()).toEqual(['export', ...SERVICES].toSorted());
  expect(new Set(withFile('service-private-key').map((name) => processes[name]?.['service-private-key'])).size).toBe(3);
  for (const [name, secrets] of Object.entries(processes)) {
    const database = `vitae_${name === 'site' ? 'gateway' : name}`;
    const password = databases[`mongodb-password-${name}`];
    expect(secrets['mongodb-uri']).toBe(
      `mongodb://${name}:${password}@mongodb:27017/${database}?replicaSet=rs0&authSource=${database}`,
    );
    const foreign = Object.keys(databases).filter((one) => one.startsWith('mongodb-') && !one.endsWith(`-${name}`));
    expect(foreign.filter((one) => JSON.stringify(secrets).includes(databases[one] ?? ''))).toEqual([]);
  }
});

test('gives each process the password of its own Redis user, which Redis stores as a hash', () => {
  generate();
  const { databases = {}, ...processes } = readSecrets();
  const users = databases['redis-users.acl'] ?? '';
  expect(users).toMatch(/^user default off$/m);
  expect(users).not.toMatch(/^$|^#.|<|nopass/);
  for (const name of ['gateway', 'site', 'export']) {
    const password = databases[`redis-password-${name}`] ?? '';
    expect(processes[name]?.['redis-url']).toBe(`redis://${name}:${password}@redis:6379`);
    const hash = createHash('sha256').update(password).digest('hex');
    expect(users).toMatch(new RegExp(`^user ${name} on #${hash} ~`, 'm'));
    const others = Object.keys(databases).filter((one) => /^redis-p/.test(one) && !one.endsWith(`-${name}`));
    expect(others.filter((one) => JSON.stringify(processes[name]).includes(databases[one] ?? ''))).toEqual([]);
  }
});

test('gives each additional producer of exports a Redis user that restarts keep', () => {
  generate();
  const before = readSecrets();
  generate('erp:1+2, pay-roll:*');
  const { databases = {} } = readSecrets();
  const users = databases['redis-users.acl'] ?? '';
  const [, ofWorker] = /^user export on #\w+ (.*)$/m.exec(users) ?? [];
  for (const name of ['erp', 'pay-roll']) {
    const hash = createHash('sha256')
      .update(databases[`redis-password-${name}`] ?? '')
      .digest('hex');
    expect(users.split('\n')).toContain(`user ${name} on #${hash} ${ofWorker} +publish`);
  }
  generate('erp:1+2, pay-roll:*');
  expect(readSecrets().databases).toEqual(databases);
  generate();
  expect(readSecrets().databases?.['redis-users.acl']).toBe(before.databases?.['redis-users.acl']);
});

test.each(['admin:1', 'default:*', 'erp on nopass:1', 'Erp:1', '../erp:1'])(
  'rejects %s as a producer of exports',
  (producers) => {
    expect(() => generate(producers)).toThrow(/EXPORT_PRODUCERS: '.*' is not a valid name of a producer/);
  },
);

test('passes producers and limits of docker-compose.yml to the processes that use them', () => {
  const { services } = parse(readFileSync(join(projectRoot, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Record<string, Service>;
  };
  const processesWith = (name: string) =>
    Object.keys(services).filter((one) => services[one]?.environment?.[name] === `\${${name}:-}`);
  expect(processesWith('EXPORT_PRODUCERS')).toEqual(['resume', 'export', 'redis', 'secrets']);
  expect(processesWith('MAX_BUFFERED_BODY_MB')).toEqual(['gateway-1', 'gateway-2', 'doctor', 'site']);
  expect(processesWith('MAX_UNIDENTIFIED_REQUESTS')).toEqual(['gateway-1', 'gateway-2', 'doctor']);
  expect(processesWith('MAX_PAGE_REQUESTS')).toEqual(['site']);
});

test('replaces the shared Redis password of earlier versions', () => {
  generate();
  const before = readSecrets();
  writeFileSync(join(folder, 'databases/redis-password'), 'shared');
  rmSync(join(folder, 'export/redis-url'));
  writeFileSync(join(folder, 'export/redis-url'), 'redis://:shared@redis:6379');
  generate();
  expect(readSecrets()).toEqual(before);
});

test('registers the public key of each calling process with the processes that it calls', () => {
  generate();
  const secrets = readSecrets();
  for (const callee of ['export', ...SERVICES]) {
    const keys = readPublicKeys(secrets[callee]?.['service-public-keys'] ?? '');
    expect([...keys].map(([name, [key]]) => [name, key?.id])).toEqual(
      ['gateway', 'site', 'export'].map((name) => [
        name,
        readPrivateKey(secrets[name]?.['service-private-key'] ?? '').id,
      ]),
    );
  }
});

test('generates all other secrets from those of an earlier installation', () => {
  generate();
  const before = readSecrets();
  const isKept = (audience: string, name: string) =>
    audience === 'databases' || name === 'service-private-key' || (audience === 'gateway' && name === 'master-keys');
  for (const [audience, files] of Object.entries(before))
    for (const name of Object.keys(files)) if (!isKept(audience, name)) rmSync(join(folder, audience, name));
  writeFileSync(join(folder, 'export/service-keys'), '2026:shared');
  generate();
  expect(readSecrets()).toEqual(before);
});

test('replaces a secret that was written partially by a killed start', () => {
  generate();
  const before = readSecrets();
  rmSync(join(folder, 'stats/service-public-keys'));
  writeFileSync(join(folder, 'stats/service-public-keys.unfinished'), 'gateway:ab', { mode: 0o400 });
  generate();
  expect(readSecrets()).toEqual(before);
});

test('keeps existing secrets at the next start', () => {
  generate();
  const before = readSecrets();
  generate();
  expect(readSecrets()).toEqual(before);
});
