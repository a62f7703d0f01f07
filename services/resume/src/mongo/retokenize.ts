import { listTokensOf } from '../cv-list/facets.ts';
import type { Models } from '../model.ts';
import { FACETED } from './cvs.ts';
import type { CvDocument } from './documents.ts';
import { keysOf } from './schemas.ts';

const BATCH = 500;
const INDEX_NOT_FOUND = 27;
/** Of earlier versions; a list index takes a write of every CV. */
const RETIRED = ['createdIn', 'updatedIn', 'managerId', 'main', 'completion', 'recipient', 'tagIds', 'createdAt'];

type Lacking = Pick<CvDocument, '_id' | 'revision' | keyof typeof FACETED>;

/**
 * Gives the CVs that an earlier version wrote the tokens that lists find them by. Runs at every
 * start before the service answers, after the indexes were made, and finds by them in a moment that
 * nothing is to do. A CV that is changed meanwhile is looked at again; several processes may do it at once.
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

/** Drops the list indexes that this version has no use for. */
export async function dropRetiredIndexes({ cvs }: Pick<Models, 'cvs'>): Promise<void> {
  const wanted = new Set(cvs.schema.indexes().map(([keys]) => JSON.stringify(keys)));
  for (const { name = '', key } of await cvs.collection.indexes()) {
    const [first, second = ''] = Object.keys(key);
    const retired = first === 'companyId' && RETIRED.includes(second) && !wanted.has(JSON.stringify(key));
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

function tokenized({ _id, revision, ...cv }: Lacking) {
  const { managerId, tagIds } = cv;
  const unchanged = { _id, revision, managerId, tagIds, facets: null };
  return {
    updateOne: { filter: unchanged, update: { $set: listTokensOf(cv), $unset: { createdIn: '', updatedIn: '' } } },
  };
}
