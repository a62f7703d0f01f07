import { SettingsError } from '@vitae/kit/settings';
import type { Connection } from 'mongoose';
import type { SecretBox } from '../secrets/secret-box.ts';
import { secretRecord } from './key-manager.ts';

/**
 * Checks that the master keys decrypt the newest API key. After a restore with other master keys, the process would
 * otherwise start and reject every request.
 * @throws {SettingsError}
 */
export async function requireMasterKeys(connection: Connection, box: Pick<SecretBox, 'open'>): Promise<void> {
  const newest = await connection.collection('keys').findOne({}, { sort: { _id: -1 } });
  if (!newest) return;
  const { key, sealedSecret } = newest as unknown as { key: string; sealedSecret: string };
  try {
    box.open(sealedSecret, secretRecord(key));
  } catch {
    const id = sealedSecret.slice(0, sealedSecret.indexOf('.'));
    throw new SettingsError([
      `MASTER_KEYS: the secrets in the database are encrypted with master key "${id}", which is missing or has another value. Set the master keys that encrypted this database (docs/backup.md).`,
    ]);
  }
}
