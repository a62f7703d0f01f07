import type { Model, mongo } from 'mongoose';
import type { CvDocument, NameDocument, UserRecordDocument } from './documents.ts';
import { tokenName, userNames } from './names.ts';

/** The indexes of earlier versions that names replace. The last one of users shows that the upgrade is incomplete. */
const EARLIER_INDEXES = {
  cvs: ['token_1', 'userId_1_slug_1', 'userSlug_1_slug_1'],
  users: ['companyId_1_emailKey_1', 'companyId_1_idOrigin_1', 'slug_1', 'usernameKey_1'],
};
/** The fields that names contain. */
const NAME_SOURCES = {
  cvs: { companyId: 1, token: 1 },
  users: { companyId: 1, username: 1, slug: 1, email: 1, idOrigin: 1 },
};
const BATCH = 500;

type Source = keyof typeof EARLIER_INDEXES;
type Named = { users: Model<UserRecordDocument>; cvs: Model<CvDocument>; names: Model<NameDocument> };

/** Returns whether earlier versions stored users and CVs, so that names are missing. */
export async function lacksNames(models: Named): Promise<boolean> {
  return (await earlierIndexes(models.users, 'users')).length > 0;
}

/** Copies the names of users and CVs of earlier versions, and drops the earlier indexes. Can be interrupted and repeated. */
export async function upgradeNames(models: Named): Promise<void> {
  const { users, cvs } = models;
  const names = models.names.collection as unknown as Names;
  const ofUsers = await earlierIndexes(users, 'users');
  const marker = ofUsers.pop();
  if (marker === undefined) return;
  const isContinued = (await names.findOne({ _id: positionName('users') })) !== null;
  // Otherwise, the names belong to data that was replaced by an earlier backup.
  if (!isContinued) {
    await models.names.collection.drop();
    await models.names.createCollection();
  }
  await copyNames(names, 'users', users, (user) => Object.values(userNames(user)));
  await copyNames(names, 'cvs', cvs, ({ token }) => [tokenName(token)]);
  for (const name of await earlierIndexes(cvs, 'cvs')) await cvs.collection.dropIndex(name);
  for (const name of ofUsers) await users.collection.dropIndex(name);
  await names.deleteMany({ _id: { $in: [positionName('users'), positionName('cvs')] } });
  await users.collection.dropIndex(marker);
}

type Names = mongo.Collection<NameDocument>;

/** The document with the last id that was copied. */
const positionName = (source: Source) => `copied:${source}`;

async function copyNames<T extends { _id: number; companyId: number }>(
  names: Names,
  source: Source,
  model: Model<T>,
  namesOf: (document: T) => string[],
): Promise<void> {
  const position = await names.findOne({ _id: positionName(source) });
  const options = {
    projection: NAME_SOURCES[source],
    hint: { _id: 1 },
    min: { _id: position?.id ?? 0 },
    maxTimeMS: 0,
  } as const;
  let batch: NameDocument[] = [];
  const write = async (lastId: number) => {
    const rows = [...batch, { _id: positionName(source), companyId: 0, id: lastId }];
    batch = [];
    const upserts = rows.map(({ _id, ...owner }) => ({
      updateOne: { filter: { _id }, update: { $set: owner }, upsert: true },
    }));
    // In order, so that the position is written last.
    await names.bulkWrite(upserts, { ordered: true });
  };
  let lastId = 0;
  for await (const document of model.collection.find<T>({}, options)) {
    batch.push(...namesOf(document).map((_id) => ({ _id, companyId: document.companyId, id: document._id })));
    lastId = document._id;
    if (batch.length >= BATCH) await write(lastId);
  }
  if (batch.length > 0) await write(lastId);
}

async function earlierIndexes(model: Model<UserRecordDocument> | Model<CvDocument>, source: Source): Promise<string[]> {
  const indexes = await model.collection.indexes();
  const isEarlier = (name: string) =>
    indexes.some((index) => index.name === name && (index.unique === true || name === 'userSlug_1_slug_1'));
  return EARLIER_INDEXES[source].filter(isEarlier);
}
