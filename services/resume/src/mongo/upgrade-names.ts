import type { Model, mongo } from 'mongoose';
import type { CvDocument, NameDocument, UserRecordDocument } from './documents.ts';
import { claimsOf, tokensOf, tokenValue, usernameValue } from './unique-values.ts';

/** The indexes of earlier versions that names replace. The last one of users shows that the upgrade is incomplete. */
const EARLIER_INDEXES = {
  cvs: ['token_1', 'userId_1_slug_1', 'userSlug_1_slug_1'],
  users: ['companyId_1_emailKey_1', 'companyId_1_idOrigin_1', 'slug_1', 'usernameKey_1'],
};
/** The fields that names contain. */
const NAME_SOURCES = {
  cvs: { companyId: 1, token: 1, 'links.token': 1 },
  users: { companyId: 1, username: 1, slug: 1, email: 1, idOrigin: 1 },
};
const BATCH = 500;
/** The prefix of usernames that were unique across companies: `username:<key>`. The range ends with the next character. */
const GLOBAL_USERNAME = 'username:';
const GLOBAL_USERNAMES = { _id: { $gte: GLOBAL_USERNAME, $lt: 'username;' } };

type Source = keyof typeof EARLIER_INDEXES;
type Named = { users: Model<UserRecordDocument>; cvs: Model<CvDocument>; names: Model<NameDocument> };

/** Returns whether earlier versions stored users and CVs, so that names are missing. */
export async function lacksNames(models: Named): Promise<boolean> {
  if ((await earlierIndexes(models.users, 'users')).length > 0) return true;
  return (await namesOf(models).findOne(GLOBAL_USERNAMES)) !== null;
}

/** Creates the names of users and CVs of earlier versions. Can be interrupted and repeated. */
export async function upgradeNames(models: Named): Promise<void> {
  await replaceIndexes(models);
  await replaceGlobalUsernames(namesOf(models));
}

/**
 * Makes usernames unique per company. A username is inserted in the new form before the former is removed, so it is taken
 * at any time, also if the upgrade is interrupted. The remaining names in the former form are the progress. Processes of
 * the earlier version must be stopped: they do not see the new form, and could assign a username of a company twice.
 */
async function replaceGlobalUsernames(names: Names): Promise<void> {
  for (;;) {
    const former = await names.find(GLOBAL_USERNAMES).limit(BATCH).toArray();
    if (former.length === 0) return;
    const upserts = former.map(({ _id, ...owner }) => {
      const name = usernameValue(owner.companyId, _id.slice(GLOBAL_USERNAME.length));
      return { updateOne: { filter: { _id: name }, update: { $setOnInsert: owner }, upsert: true } };
    });
    await names.bulkWrite(upserts);
    await names.deleteMany({ _id: { $in: former.map(({ _id }) => _id) } });
  }
}

/** Copies the names from users and CVs, and drops the indexes that kept them unique. */
async function replaceIndexes(models: Named): Promise<void> {
  const { users, cvs } = models;
  const names = namesOf(models);
  const ofUsers = await earlierIndexes(users, 'users');
  const marker = ofUsers.pop();
  if (marker === undefined) return;
  const isContinued = (await names.findOne({ _id: positionName('users') })) !== null;
  // Otherwise, the names belong to data that was replaced by an earlier backup.
  if (!isContinued) {
    await models.names.collection.drop();
    await models.names.createCollection();
  }
  await copyNames(names, 'users', users, (user) => claimsOf(user));
  await copyNames(names, 'cvs', cvs, (cv) => tokensOf(cv).map(tokenValue));
  for (const name of await earlierIndexes(cvs, 'cvs')) await cvs.collection.dropIndex(name);
  for (const name of ofUsers) await users.collection.dropIndex(name);
  await names.deleteMany({ _id: { $in: [positionName('users'), positionName('cvs')] } });
  await users.collection.dropIndex(marker);
}

type Names = mongo.Collection<NameDocument>;

const namesOf = ({ names }: Named) => names.collection as unknown as Names;

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
