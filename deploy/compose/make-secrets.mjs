// node make-secrets.mjs FOLDER [REDIS_USERS]: generates the missing secrets that docker-compose.yml mounts.
// Each subfolder is the volume of one process, so that a process can read only its own secrets. Back the volumes up
// separately from the data. EXPORT_PRODUCERS names additional Redis users.
import { createHash, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DATABASES_UID = 999; // in both official images; MongoDB requires to own its key file
const NODE_UID = 1000;
const CALLERS = ['gateway', 'site', 'export'];
const SERVICES = ['resume', 'preferences', 'metadata', 'comments', 'stats'];

const [folder, redisUsers = join(import.meta.dirname, '../helm/vitae/redis-users.acl')] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node make-secrets.mjs FOLDER [REDIS_USERS]');

const password = () => randomBytes(24).toString('hex');
const privateKey = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
const keyRing = () => `${new Date().getUTCFullYear()}:${randomBytes(32).toString('base64')}`;

/** Returns the secret, generating it on the first run. */
function once(audience, name, generate) {
  const file = join(folder, audience, name);
  mkdirSync(join(folder, audience), { recursive: true });
  if (!existsSync(file)) {
    // Renamed when complete, because existing files are never rewritten.
    const unfinished = `${file}.unfinished`;
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, generate(), { mode: 0o400 });
    renameSync(unfinished, file);
  }
  // Also for existing files: an earlier run may have ended before this line.
  const uid = audience === 'databases' ? DATABASES_UID : NODE_UID;
  if (process.getuid?.() === 0) chownSync(file, uid, uid);
  return readFileSync(file, 'utf8');
}

/** Writes a file that is derived from secrets and may change with an upgrade. */
function derive(audience, name, content) {
  const file = join(folder, audience, name);
  if (existsSync(file) && readFileSync(file, 'utf8') !== content) rmSync(file);
  once(audience, name, () => content);
}

/** Returns the names in EXPORT_PRODUCERS (`name:companies[,…]`). Each becomes a Redis user. */
function exportProducers() {
  const names = (process.env.EXPORT_PRODUCERS ?? '').split(',').map((item) => item.split(':')[0].trim());
  return [...new Set(names)].filter((name) => name !== '');
}

/** Returns the rules of a producer: those of the worker, and cancelling jobs. */
function producerRules(name) {
  if (!/^[a-z][\w-]{0,63}$/.test(name) || new RegExp(`^user ${name} `, 'm').test(rules))
    throw new Error(
      `EXPORT_PRODUCERS: '${name}' is not a valid name of a producer. Use a-z, 0-9, _ and -, and no Redis user of Vitae.`,
    );
  const [, ofWorker] = /^user export on <export> (.*)$/m.exec(rules) ?? [];
  return `\nuser ${name} on <${name}> ${ofWorker} +publish\n`;
}

const masterKeys = once('gateway', 'master-keys', keyRing);
once('site', 'master-keys', () => masterKeys);

// Processes that call others have a private key; processes that are called have the public keys of the callers.
const publicKeys = CALLERS.map((name) => {
  const pem = once(name, 'service-private-key', privateKey);
  return `${name}:${createPublicKey(pem).export({ format: 'jwk' }).x}`;
});
for (const name of ['export', ...SERVICES]) once(name, 'service-public-keys', () => publicKeys.join('\n'));
// The shared keys of earlier versions.
for (const name of ['gateway', 'export']) rmSync(join(folder, name, 'service-keys'), { force: true });

const redisPassword = (name) => once('databases', `redis-password-${name}`, password);
for (const name of CALLERS) derive(name, 'redis-url', `redis://${name}:${redisPassword(name)}@redis:6379`);
const hash = (text) => createHash('sha256').update(text).digest('hex');
const rules = readFileSync(redisUsers, 'utf8').replaceAll(/^#.*\n/gm, '');
const users = [rules, ...exportProducers().map(producerRules)]
  .join('')
  .replaceAll(/<([\w-]+)>/g, (_, name) => `#${hash(redisPassword(name))}`);
derive('databases', 'redis-users.acl', users);
// The shared password of earlier versions.
rmSync(join(folder, 'databases/redis-password'), { force: true });

once('databases', 'mongodb-key-file', () => randomBytes(64).toString('base64'));
once('databases', 'mongodb-root-password', password);
for (const name of [...CALLERS, ...SERVICES]) {
  const secret = once('databases', `mongodb-password-${name}`, password);
  // The site shares the database of the gateway.
  const database = `vitae_${name === 'site' ? 'gateway' : name}`;
  const uri = `mongodb://${name}:${secret}@mongodb:27017/${database}?replicaSet=rs0&authSource=${database}`;
  once(name, 'mongodb-uri', () => uri);
}
