// node make-secrets.mjs FOLDER: makes what is missing of the secrets that docker-compose.yml mounts, once.
// The folder is a volume of its own: back it up with the data, which cannot be read without it.
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MONGODB_UID = 999; // of the official image, which wants its key file to itself
const NODE_UID = 1000;
const DATABASES = ['gateway', 'resume', 'preferences', 'metadata', 'comments', 'stats', 'export'];

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node make-secrets.mjs FOLDER');
mkdirSync(folder, { recursive: true });

const word = () => randomBytes(24).toString('hex');
const keyRing = () => `${new Date().getUTCFullYear()}:${randomBytes(32).toString('base64')}`;

function once(name, uid, make) {
  const file = join(folder, name);
  if (!existsSync(file)) {
    writeFileSync(file, make(), { mode: 0o400 });
    if (process.getuid?.() === 0) chownSync(file, uid, uid);
  }
  return readFileSync(file, 'utf8');
}

once('master-keys', NODE_UID, keyRing);
once('service-keys', NODE_UID, keyRing);
const redis = once('redis-password', MONGODB_UID, word); // the redis image has the same number
once('redis-url', NODE_UID, () => `redis://:${redis}@redis:6379`);
once('mongodb-key-file', MONGODB_UID, () => randomBytes(64).toString('base64'));
once('mongodb-root-password', MONGODB_UID, word);
for (const name of DATABASES) {
  const password = once(`mongodb-password-${name}`, MONGODB_UID, word);
  const database = `vitae_${name}`;
  const uri = `mongodb://${name}:${password}@mongodb:27017/${database}?replicaSet=rs0&authSource=${database}`;
  once(`mongodb-uri-${name}`, NODE_UID, () => uri);
}
