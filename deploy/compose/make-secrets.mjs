// node make-secrets.mjs FOLDER: generates the missing secrets that docker-compose.yml mounts.
// Each subfolder is a separate volume, so that a process can read only its own secrets: the worker renders untrusted
// documents and must not have the master keys. Back the volumes up separately from the data.
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DATABASES_UID = 999; // in both official images; MongoDB requires to own its key file
const NODE_UID = 1000;
const SERVICES = ['resume', 'preferences', 'metadata', 'comments', 'stats'];

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node make-secrets.mjs FOLDER');

const password = () => randomBytes(24).toString('hex');
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

once('gateway', 'master-keys', keyRing);
const serviceKeys = once('gateway', 'service-keys', keyRing);
for (const audience of ['services', 'export']) once(audience, 'service-keys', () => serviceKeys);

const redis = once('databases', 'redis-password', password);
for (const audience of ['gateway', 'export']) once(audience, 'redis-url', () => `redis://:${redis}@redis:6379`);

once('databases', 'mongodb-key-file', () => randomBytes(64).toString('base64'));
once('databases', 'mongodb-root-password', password);
for (const name of ['gateway', 'export', ...SERVICES]) {
  const secret = once('databases', `mongodb-password-${name}`, password);
  const database = `vitae_${name}`;
  const uri = `mongodb://${name}:${secret}@mongodb:27017/${database}?replicaSet=rs0&authSource=${database}`;
  once(SERVICES.includes(name) ? 'services' : name, `mongodb-uri-${name}`, () => uri);
}
