// node make-secrets.mjs FOLDER: makes what is missing of the secrets that docker-compose.yml mounts, once.
// Each folder in it is a volume of its own, so that a process can read what it needs and nothing else: the worker, which
// opens what strangers wrote, has no master keys. Back them up apart from the data, which cannot be read without them.
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DATABASES_UID = 999; // of both official images; MongoDB wants its key file to itself
const NODE_UID = 1000;
const SERVICES = ['resume', 'preferences', 'metadata', 'comments', 'stats'];

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node make-secrets.mjs FOLDER');

const word = () => randomBytes(24).toString('hex');
const keyRing = () => `${new Date().getUTCFullYear()}:${randomBytes(32).toString('base64')}`;

function once(audience, name, make) {
  const file = join(folder, audience, name);
  mkdirSync(join(folder, audience), { recursive: true });
  if (!existsSync(file)) {
    // Renamed when it is whole: one that is half written would be kept.
    const unfinished = `${file}.unfinished`;
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, make(), { mode: 0o400 });
    renameSync(unfinished, file);
  }
  // Also what was there: whoever made it may have ended before.
  const uid = audience === 'databases' ? DATABASES_UID : NODE_UID;
  if (process.getuid?.() === 0) chownSync(file, uid, uid);
  return readFileSync(file, 'utf8');
}

once('gateway', 'master-keys', keyRing);
const serviceKeys = once('gateway', 'service-keys', keyRing);
for (const audience of ['services', 'export']) once(audience, 'service-keys', () => serviceKeys);

const redis = once('databases', 'redis-password', word);
for (const audience of ['gateway', 'export']) once(audience, 'redis-url', () => `redis://:${redis}@redis:6379`);

once('databases', 'mongodb-key-file', () => randomBytes(64).toString('base64'));
once('databases', 'mongodb-root-password', word);
for (const name of ['gateway', 'export', ...SERVICES]) {
  const password = once('databases', `mongodb-password-${name}`, word);
  const database = `vitae_${name}`;
  const uri = `mongodb://${name}:${password}@mongodb:27017/${database}?replicaSet=rs0&authSource=${database}`;
  once(SERVICES.includes(name) ? 'services' : name, `mongodb-uri-${name}`, () => uri);
}
