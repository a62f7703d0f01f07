import { randomBytes } from 'node:crypto';
import type { Models } from './models.ts';

const KEY_BYTES = 32;

/** Returns a function that reads the key of the links of applications once. The first process of all creates it. */
export function createApplicationLinkKey({ secrets }: Pick<Models, 'secrets'>): () => Promise<Buffer> {
  let key: Promise<Buffer> | undefined;
  const read = async () => {
    const created = { value: randomBytes(KEY_BYTES).toString('base64url') };
    // The filter on _id alone lets MongoDB retry when two first upserts race.
    const { value } = await secrets
      .findOneAndUpdate(
        { _id: 'application links' },
        { $setOnInsert: created },
        { upsert: true, returnDocument: 'after' },
      )
      .lean();
    return Buffer.from(value, 'base64url');
  };
  return () => {
    key ??= read().catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return key;
  };
}
