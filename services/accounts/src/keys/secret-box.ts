import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from '@vitae/kit/key-ring';

/** Seals secrets for storage. */
export type SecretBox = {
  /** `record` names what the secret belongs to: a sealed secret that is moved to another record does not open. */
  seal(secret: string, record: string): string;
  open(sealed: string, record: string): string;
  /** Whether it was sealed under a master key that is no longer the first. */
  outdated(sealed: string): boolean;
};

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM (NIST SP 800-38D) under master keys with ids: the first seals, any opens, so that
 * a master key can be replaced while running. A sealed secret is `id.base64url(nonce | ciphertext | tag)`.
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
      if (!key) throw new Error(`A stored secret is sealed under master key "${id}", which MASTER_KEYS does not hold`);
      const bytes = Buffer.from(sealed.slice(id.length + 1), 'base64url');
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(associatedData(id, record)).setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
    },
    outdated: (sealed) => !sealed.startsWith(`${first.id}.`),
  };
}

function associatedData(id: string, record: string): Buffer {
  return Buffer.from(`vitae/${id}/${record}`, 'utf8');
}
