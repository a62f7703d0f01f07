import type { Connection, mongo } from 'mongoose';
import { recordOf as secondFactorRecord } from '../administrators/second-factors.ts';
import { secretRecord as applicationRecord } from '../applications/applications.ts';
import { accessTokenRecord } from '../grants/token-records.ts';
import { secretRecord as keyRecord } from './key-manager.ts';
import type { SecretBox } from './secret-box.ts';

/** How many secrets of each kind were sealed anew; `busy` were changed meanwhile and are found by the next run. */
export type Resealed = {
  keys: number;
  applications: number;
  accessTokens: number;
  secondFactors: number;
  busy: number;
};

/** One stored secret: where it is, and what it belongs to. */
type Sealed = { sealed: string; record: string; where: mongo.Filter<mongo.Document>; field: string };

type Kind = {
  name: Exclude<keyof Resealed, 'busy'>;
  collection: string;
  secretsOf(document: mongo.Document): Sealed[];
};

const KINDS: readonly Kind[] = [
  {
    name: 'keys',
    collection: 'keys',
    secretsOf: ({ _id, key, sealedSecret }) => [one(_id, 'sealedSecret', sealedSecret, keyRecord(key))],
  },
  {
    name: 'applications',
    collection: 'applications',
    secretsOf: ({ _id, consumerKey, sealedConsumerSecret }) => [
      one(_id, 'sealedConsumerSecret', sealedConsumerSecret, applicationRecord(consumerKey)),
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
    secretsOf: ({ _id, sealedSecret }) => [one(_id, 'sealedSecret', sealedSecret, secondFactorRecord(Number(_id)))],
  },
];

/**
 * Seals every stored secret anew under the first master key. Each is replaced only where it is still what was read, so
 * that it may run beside gateways and beside itself, be ended at any moment and be run again.
 */
export async function resealSecrets(connection: Connection, box: SecretBox): Promise<Resealed> {
  const done: Resealed = { keys: 0, applications: 0, accessTokens: 0, secondFactors: 0, busy: 0 };
  for (const { name, collection, secretsOf } of KINDS) {
    const documents = connection.collection(collection);
    for await (const document of documents.find()) {
      for (const { sealed, record, where, field } of secretsOf(document)) {
        if (!box.outdated(sealed)) continue;
        const fresh = box.seal(box.open(sealed, record), record);
        const { modifiedCount } = await documents.updateOne(where, { $set: { [field]: fresh } });
        done[modifiedCount === 1 ? name : 'busy'] += 1;
      }
    }
  }
  return done;
}

function one(_id: mongo.Document['_id'], field: string, sealed: string, record: string): Sealed {
  return { sealed, record, where: { _id, [field]: sealed }, field };
}
