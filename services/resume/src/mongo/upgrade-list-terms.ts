import type { Model } from 'mongoose';
import { listTermsOf, TERM_SOURCES } from '../cv-list/list-terms.ts';
import type { CvDocument } from './documents.ts';

/** The fields of CVs that lists of earlier versions used. */
const EARLIER_FIELDS = ['facets', 'createdFacets', 'updatedFacets'];
const BATCH = 500;

type Cvs = { cvs: Model<CvDocument> };

/** Returns whether earlier versions stored the CVs, so that lists would omit them. */
export async function lacksListTerms(models: Cvs): Promise<boolean> {
  return (await earlierIndexes(models)).length > 0;
}

/** Adds the terms of lists to CVs of earlier versions, and drops the earlier indexes. Can be interrupted and repeated. */
export async function upgradeListTerms({ cvs }: Cvs): Promise<void> {
  const [last, ...others] = await earlierIndexes({ cvs });
  if (last === undefined) return;
  // Updating these indexes would take most of the time. The last one shows that the upgrade is incomplete.
  for (const name of others) await cvs.collection.dropIndex(name);
  const projection = Object.fromEntries(TERM_SOURCES.map((field) => [field, 1]));
  const outdated = cvs.collection.find<CvDocument>({ nameTerms: { $exists: false } } as never, {
    projection,
    maxTimeMS: 0,
  });
  let batch: object[] = [];
  const write = async () => {
    if (batch.length > 0) await cvs.collection.bulkWrite(batch as never, { ordered: false });
    batch = [];
  };
  const $unset = Object.fromEntries(EARLIER_FIELDS.map((field) => [field, '']));
  for await (const cv of outdated) {
    const $set = listTermsOf({ ...cv, managerId: cv.managerId ?? null });
    batch.push({ updateOne: { filter: { _id: cv._id }, update: { $set, $unset } } });
    if (batch.length === BATCH) await write();
  }
  await write();
  await cvs.collection.dropIndex(last);
}

async function earlierIndexes({ cvs }: Cvs): Promise<string[]> {
  const indexes = await cvs.collection.indexes();
  return indexes.flatMap(({ key, name }) => (name && EARLIER_FIELDS.some((field) => field in key) ? [name] : []));
}
