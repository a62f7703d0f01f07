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

const make = () => execFileSync(process.execPath, [join(projectRoot, 'deploy/compose/make-secrets.mjs'), folder]);
const made = () =>
  Object.fromEntries(
    readdirSync(folder).map((audience) => [
      audience,
      Object.fromEntries(
        readdirSync(join(folder, audience)).map((name) => [name, readFileSync(join(folder, audience, name), 'utf8')]),
      ),
    ]),
  );

test('docker-compose.yml names secrets that are made, each in the volume of its process', () => {
  make();
  const secrets = made();
  const { services } = parse(readFileSync(join(projectRoot, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Record<string, Service>;
  };
  let named = 0;
  for (const [name, service] of Object.entries(services)) {
    const [volume] = (service.volumes ?? []).filter((one) => /^secrets-\w+:\/secrets:ro$/.test(one));
    const wanted = [...JSON.stringify(service).matchAll(/\/secrets\/([\w-]+)/g)].map(([, file = '']) => file);
    if (!volume || name === 'secrets') continue;
    const there = Object.keys(secrets[volume.slice('secrets-'.length, volume.indexOf(':'))] ?? {});
    expect({ name, missing: wanted.filter((file) => !there.includes(file)) }).toEqual({ name, missing: [] });
    named += wanted.length;
  }
  expect(named).toBeGreaterThan(20);
});

test('only the gateways can read master keys, and nobody the password of another’s database', () => {
  make();
  const secrets = made();
  expect(Object.keys(secrets).filter((audience) => 'master-keys' in (secrets[audience] ?? {}))).toEqual(['gateway']);
  expect(Object.keys(secrets.export ?? {})).toEqual(['mongodb-uri-export', 'redis-url', 'service-keys']);
  expect(secrets.export?.['service-keys']).toBe(secrets.gateway?.['service-keys']);
  expect(secrets.services?.['service-keys']).toBe(secrets.gateway?.['service-keys']);
  const [password] = /(?<=export:)\w+/.exec(secrets.export?.['mongodb-uri-export'] ?? '') ?? [];
  expect(password).toBe(secrets.databases?.['mongodb-password-export']);
});

test('from the secrets of an installation with one volume, as docs/deploying.md has them copied, all others are made', () => {
  make();
  const before = made();
  const isCopied = (audience: string, name: string) =>
    (audience === 'gateway' && /^(master|service)-keys$/.test(name)) || audience === 'databases';
  for (const [audience, files] of Object.entries(before))
    for (const name of Object.keys(files)) if (!isCopied(audience, name)) rmSync(join(folder, audience, name));
  make();
  expect(made()).toEqual(before);
});

test('a start that was killed while it wrote a secret leaves nothing that is taken for one', () => {
  make();
  const before = made();
  rmSync(join(folder, 'services/service-keys'));
  writeFileSync(join(folder, 'services/service-keys.unfinished'), '2026:ab', { mode: 0o400 });
  make();
  expect(made()).toEqual(before);
});

test('what was made stays at the next start', () => {
  make();
  const before = made();
  make();
  expect(made()).toEqual(before);
});
