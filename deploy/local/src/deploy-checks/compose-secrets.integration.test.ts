import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../project-root.ts';

type Service = { environment?: Record<string, string>; volumes?: string[]; command?: unknown; healthcheck?: unknown };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitae-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const generate = () => execFileSync(process.execPath, [join(projectRoot, 'deploy/compose/make-secrets.mjs'), folder]);
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
    const required = [...JSON.stringify(service).matchAll(/\/secrets\/([\w-]+)/g)].map(([, file = '']) => file);
    if (!volume || name === 'secrets') continue;
    const generated = Object.keys(secrets[volume.slice('secrets-'.length, volume.indexOf(':'))] ?? {});
    expect({ name, missing: required.filter((file) => !generated.includes(file)) }).toEqual({ name, missing: [] });
    checked += required.length;
  }
  expect(checked).toBeGreaterThan(20);
});

test('gives the master keys to the gateways only, and each process only the password of its own database', () => {
  generate();
  const secrets = readSecrets();
  expect(Object.keys(secrets).filter((audience) => 'master-keys' in (secrets[audience] ?? {}))).toEqual(['gateway']);
  expect(Object.keys(secrets.export ?? {})).toEqual(['mongodb-uri-export', 'redis-url', 'service-keys']);
  expect(secrets.export?.['service-keys']).toBe(secrets.gateway?.['service-keys']);
  expect(secrets.services?.['service-keys']).toBe(secrets.gateway?.['service-keys']);
  const [password] = /(?<=export:)\w+/.exec(secrets.export?.['mongodb-uri-export'] ?? '') ?? [];
  expect(password).toBe(secrets.databases?.['mongodb-password-export']);
});

test('generates all other secrets from those of an installation with one volume, copied as in docs/deploying.md', () => {
  generate();
  const before = readSecrets();
  const isCopied = (audience: string, name: string) =>
    (audience === 'gateway' && /^(master|service)-keys$/.test(name)) || audience === 'databases';
  for (const [audience, files] of Object.entries(before))
    for (const name of Object.keys(files)) if (!isCopied(audience, name)) rmSync(join(folder, audience, name));
  generate();
  expect(readSecrets()).toEqual(before);
});

test('replaces a secret that was written partially by a killed start', () => {
  generate();
  const before = readSecrets();
  rmSync(join(folder, 'services/service-keys'));
  writeFileSync(join(folder, 'services/service-keys.unfinished'), '2026:ab', { mode: 0o400 });
  generate();
  expect(readSecrets()).toEqual(before);
});

test('keeps existing secrets at the next start', () => {
  generate();
  const before = readSecrets();
  generate();
  expect(readSecrets()).toEqual(before);
});
