import type { Connection, mongo } from 'mongoose';
import { secondFactorRecord } from './administrators/second-factors.ts';
import { secretRecord as applicationRecord } from './applications/applications.ts';
import { accessTokenRecord } from './grants/grant-store.ts';
import { secretRecord as keyRecord } from './keys/key-manager.ts';
import { mailRecord } from './mail/outbox-mongo-store.ts';
import type { SecretBox } from './secrets/secret-box.ts';

/** The number of re-encrypted secrets of each kind. `busy` counts secrets that changed during the run. */
export type ReencryptedSecrets = {
  keys: number;
  applications: number;
  accessTokens: number;
  secondFactors: number;
  mails: number;
  busy: number;
};

/** An encrypted secret with its record and its location. */
type StoredSecret = { sealed: string; record: string; where: mongo.Filter<mongo.Document>; field: string };

type Kind = {
  name: Exclude<keyof ReencryptedSecrets, 'busy'>;
  collection: string;
  secretsOf(document: mongo.Document): StoredSecret[];
};

const KINDS: readonly Kind[] = [
  {
    name: 'keys',
    collection: 'keys',
    secretsOf: ({ _id, key, sealedSecret }) => [storedSecret(_id, 'sealedSecret', sealedSecret, keyRecord(key))],
  },
  {
    name: 'applications',
    collection: 'applications',
    secretsOf: ({ _id, consumerKey, sealedConsumerSecret }) => [
      storedSecret(_id, 'sealedConsumerSecret', sealedConsumerSecret, applicationRecord(consumerKey)),
    ],
  },
  {
    name: 'accessTokens',
    collection: 'grants',
    secretsOf: ({ _id, tokens = [] }) =>
      (tokens as { digest: string; sealedSecret: string }[]).map(({ digest, sealedSecret }) => ({
        sealed: sealedSecret,
        record: accessTokenRecord(digest),
        where: { _id, tokens: { $elemMatch: { digest, sealedSecret } } },
        field: 'tokens.$.sealedSecret',
      })),
  },
  {
    name: 'secondFactors',
    collection: 'secondFactors',
    secretsOf: ({ _id, sealedSecret }) => [
      storedSecret(_id, 'sealedSecret', sealedSecret, secondFactorRecord(Number(_id))),
    ],
  },
  {
    name: 'mails',
    collection: 'outgoingMails',
    secretsOf: ({ _id, sealed }) => [storedSecret(_id, 'sealed', sealed, mailRecord(String(_id)))],
  },
];

/**
 * Re-encrypts every stored secret with the first master key. A secret is replaced only if it has not changed since it was
 * read, so this can run while the system is in use, concurrently, and be interrupted and repeated.
 */
export async function reencryptSecrets(connection: Connection, box: SecretBox): Promise<ReencryptedSecrets> {
  const counts: ReencryptedSecrets = { keys: 0, applications: 0, accessTokens: 0, secondFactors: 0, mails: 0, busy: 0 };
  for (const { name, collection, secretsOf } of KINDS) {
    const documents = connection.collection(collection);
    for await (const document of documents.find({}, { maxTimeMS: 0 })) {
      for (const { sealed, record, where, field } of secretsOf(document)) {
        if (!box.isOutdated(sealed)) continue;
        const reencrypted = box.seal(box.open(sealed, record), record);
        const { modifiedCount } = await documents.updateOne(where, { $set: { [field]: reencrypted } });
        counts[modifiedCount === 1 ? name : 'busy'] += 1;
      }
    }
  }
  return counts;
}

function storedSecret(_id: mongo.Document['_id'], field: string, sealed: string, record: string): StoredSecret {
  return { sealed, record, where: { _id, [field]: sealed }, field };
}
