import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from '@vitae/kit/key-ring';

/** Encrypts secrets for storage. */
export type SecretBox = {
  /** Binds the secret to `record` as associated data: it cannot be opened for another record. */
  seal(secret: string, record: string): string;
  open(sealed: string, record: string): string;
  /** Returns whether the secret is encrypted with a master key other than the first. */
  isOutdated(sealed: string): boolean;
};

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM (NIST SP 800-38D). The first master key encrypts and every key decrypts, so that keys can be rotated without
 * downtime. The format is `id.base64url(nonce | ciphertext | tag)`.
 */
export function createSecretBox(masterKeys: KeyRing): SecretBox {
  const [first] = masterKeys;
  const keys = new Map(masterKeys.map(({ id, key }) => [id, key]));
  return {
    seal: (secret, record) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, first.key, nonce).setAAD(associatedData(first.id, record));
      const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${first.id}.${sealed.toString('base64url')}`;
    },
    open: (sealed, record) => {
      const id = sealed.slice(0, sealed.indexOf('.'));
      const key = keys.get(id);
      if (!key)
        throw new Error(`A stored secret is encrypted with master key "${id}", which MASTER_KEYS does not contain`);
      const bytes = Buffer.from(sealed.slice(id.length + 1), 'base64url');
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(associatedData(id, record)).setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
    },
    isOutdated: (sealed) => !sealed.startsWith(`${first.id}.`),
  };
}

function associatedData(id: string, record: string): Buffer {
  return Buffer.from(`vitae/${id}/${record}`, 'utf8');
}
