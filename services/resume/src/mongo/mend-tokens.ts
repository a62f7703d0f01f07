import type { Models } from './models.ts';
import { FACETED } from './cvs.ts';
import { type Lacking, withTokens } from './retokenize.ts';

const BATCH = 500;
/** Raised whenever CVs hold other tokens than before: what an older release wrote meanwhile is looked for once more. */
export const TOKENS_VERSION = 1;
/** A rolling upgrade is over by then, and no replica of an older release writes any more. */
export const UPGRADE_MS = 30 * 60_000;

/**
 * A replica of an earlier version changes managers and tags of CVs without their tokens while it is being
 * replaced: lists by these then miss the CV. Once for each version of the tokens, half an hour after its first replica
 * has started, every CV is held against its tokens. Answers how many were mended; nothing as long as it is too early
 * or when it was done.
 */
export async function mendTokensOnce(models: Pick<Models, 'cvs' | 'upgrades'>, now: Date): Promise<number | undefined> {
  const _id = `list tokens ${TOKENS_VERSION}`;
  const upgrade = await models.upgrades
    .findOneAndUpdate(
      { _id },
      { $setOnInsert: { since: now, doneAt: null } },
      { upsert: true, returnDocument: 'after' },
    )
    .lean();
  if (!upgrade || upgrade.doneAt || now.getTime() - upgrade.since.getTime() < UPGRADE_MS) return undefined;
  const { mended, missed } = await mendTokens(models);
  // What was changed while it was looked at is looked at once more, the next time.
  if (missed === 0) await models.upgrades.updateOne({ _id }, { $set: { doneAt: now } });
  return mended;
}

async function mendTokens({ cvs }: Pick<Models, 'cvs'>): Promise<{ mended: number; missed: number }> {
  const stale = cvs.collection.find(STALE as never, { projection: { revision: 1, ...FACETED }, batchSize: BATCH });
  let mended = 0;
  let missed = 0;
  let batch: Lacking[] = [];
  const write = async () => {
    if (batch.length === 0) return;
    const { matchedCount, modifiedCount } = await cvs.collection.bulkWrite(batch.map(withTokens) as never[], {
      ordered: false,
    });
    mended += modifiedCount;
    missed += batch.length - matchedCount;
    batch = [];
  };
  for await (const cv of stale) {
    batch.push(cv as unknown as Lacking);
    if (batch.length === BATCH) await write();
  }
  await write();
  return { mended, missed };
}

/** The tokens of one manager and of one tag (facets.ts) are not those of the CV's manager and tags. */
const STALE = {
  facets: { $ne: null },
  $expr: {
    $not: {
      $setEquals: [
        { $filter: { input: '$facets', cond: { $regexMatch: { input: '$$this', regex: '^[mt][0-9]+$' } } } },
        {
          $concatArrays: [
            { $cond: [{ $eq: [{ $ifNull: ['$managerId', null] }, null] }, [], [tokenWith('m', '$managerId')]] },
            { $map: { input: { $ifNull: ['$tagIds', []] }, in: tokenWith('t', '$$this') } },
          ],
        },
      ],
    },
  },
};

function tokenWith(letter: string, id: string) {
  return { $concat: [letter, { $toString: id }] };
}
