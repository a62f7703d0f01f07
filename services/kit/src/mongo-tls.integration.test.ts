import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopChild } from '@vitae/test/support/child-process';
import { freePorts } from '@vitae/test/support/free-port';
import { until } from '@vitae/test/support/until';
import { createLogger } from './log.ts';
import { connectMongo } from './mongo.ts';

const log = createLogger({ name: 'test', level: 'silent' });

let folder: string;
let server: ChildProcess;
let port: number;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitae-mongo-tls-'));
  mkdirSync(file('data'));
  port = await freePorts(1);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj'];
  openssl(...request, '/CN=Test CA', '-keyout', 'ca.key', '-out', 'ca.crt');
  for (const name of ['server', 'client']) {
    const issued = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-addext', 'subjectAltName=IP:127.0.0.1'];
    openssl(...request, `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`, ...issued);
    writeFileSync(
      file(`${name}.pem`),
      (await readFile(file(`${name}.crt`), 'utf8')) + (await readFile(file(`${name}.key`), 'utf8')),
    );
  }
  const tls = ['--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', file('server.pem'), '--tlsCAFile', file('ca.crt')];
  const data = ['--dbpath', file('data'), '--wiredTigerCacheSizeGB', '0.25', '--nounixsocket'];
  const binary = process.env.MONGOD_BINARY ?? 'mongod';
  server = spawn(binary, ['--port', String(port), '--bind_ip', '127.0.0.1', ...data, ...tls], { stdio: 'ignore' });
}, 60_000);
afterAll(async () => {
  await stopChild(server, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const connect = (options: string) =>
  connectMongo({ uri: `mongodb://127.0.0.1:${port}/?${options}`, database: 'vitae_test', log });

test('connects to a MongoDB that requires a client certificate, and fails without one', async () => {
  const authority = `tls=true&tlsCAFile=${file('ca.crt')}`;
  const withCertificate = `${authority}&tlsCertificateKeyFile=${file('client.pem')}`;
  const mongo = await until('MongoDB with TLS', () => connect(withCertificate).catch(() => undefined), 60_000);
  await mongo.ready();
  await mongo.close();
  await expect(connect(authority)).rejects.toMatchObject({ reason: 'database_unavailable' });
}, 120_000);
