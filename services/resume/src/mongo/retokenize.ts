import { listTokensOf } from '../cv-list/facets.ts';
import type { Models } from './models.ts';
import { FACETED } from './cvs.ts';
import type { CvDocument } from './documents.ts';
import { keysOf } from './schemas.ts';

const BATCH = 500;
const INDEX_NOT_FOUND = 27;
/** List indexes of an earlier version, by their second field. A list index takes a write of every CV. */
export type RetiredIndexes = readonly string[];

/**
 * What this release stopped using. Replicas of the release before name them in their queries while
 * they are replaced, so they stay for one release: the next one moves them to GONE.
 */
export const RETIRED: RetiredIndexes = [
  'createdIn',
  'updatedIn',
  'managerId',
  'main',
  'completion',
  'recipient',
  'tagIds',
  'createdAt',
];

/** What the release before stopped using: no replica that may still run names them. */
const GONE: RetiredIndexes = [];

/** What tokens are made of, and by what it is known that it has not changed meanwhile. */
export type Lacking = Pick<CvDocument, '_id' | 'revision' | keyof typeof FACETED>;

/**
 * Gives the CVs that an earlier version wrote the tokens that lists find them by. Runs at every
 * start before the service answers, after the indexes were made, and again and again: replicas of
 * the earlier version write on while they are replaced. By an index it finds in a moment that nothing
 * is to do. A CV that is changed meanwhile is looked at again; several processes may do it at once.
 */
export async function retokenizeCvs({ cvs }: Pick<Models, 'cvs'>): Promise<number> {
  let written = 0;
  for (const companyId of await cvs.distinct('companyId')) {
    for (;;) {
      const lacking = (await cvs.collection
        .find({ companyId, facets: null } as never, { projection: { revision: 1, ...FACETED } })
        .hint(keysOf(['facets', 'createdAt', '_id']))
        .limit(BATCH)
        .toArray()) as unknown as Lacking[];
      if (lacking.length === 0) break;
      await cvs.collection.bulkWrite(lacking.map(tokenized) as never[], { ordered: false });
      written += lacking.length;
    }
  }
  return written;
}

/** Drops the list indexes that neither this release nor the one before has a use for. */
export async function dropRetiredIndexes({ cvs }: Pick<Models, 'cvs'>, gone = GONE): Promise<void> {
  const wanted = new Set(cvs.schema.indexes().map(([keys]) => JSON.stringify(keys)));
  for (const { name = '', key } of await cvs.collection.indexes()) {
    const [first, second = ''] = Object.keys(key);
    const retired = first === 'companyId' && gone.includes(second) && !wanted.has(JSON.stringify(key));
    if (retired) await dropIndex(cvs.collection, name);
  }
}

async function dropIndex(collection: Models['cvs']['collection'], name: string): Promise<void> {
  try {
    await collection.dropIndex(name);
  } catch (error) {
    if ((error as { code?: unknown }).code !== INDEX_NOT_FOUND) throw error; // another process was first
  }
}

function tokenized(cv: Lacking) {
  const { updateOne } = withTokens(cv);
  const unset = { $unset: { createdIn: '', updatedIn: '' } };
  return { updateOne: { filter: { ...updateOne.filter, facets: null }, update: { ...updateOne.update, ...unset } } };
}

/** The write of a CV's tokens, unless it is changed meanwhile. */
export function withTokens({ _id, revision, ...cv }: Lacking) {
  const { managerId, tagIds } = cv;
  return { updateOne: { filter: { _id, revision, managerId, tagIds }, update: { $set: listTokensOf(cv) } } };
}
