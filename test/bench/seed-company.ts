import { completionValues } from '@vitae/resume/cv/completion';
import { listTokensOf } from '@vitae/resume/cv-list/facets';
import { pairsOf, prefixesOf, wordsOf } from '@vitae/resume/user/search-words';
import type { Connection } from 'mongoose';

const DAY = 86_400_000;
const START = Date.UTC(2023, 0, 1);
const SPAN = 3 * 365 * DAY;
const BATCH = 5_000;
const FIRST = ['Anna', 'Benoît', 'Chloé', 'David', 'Émilie', 'Fatima', 'Hugo', 'Inès', 'Léa', 'Paul'];
const LAST = ['Martin', 'Bernard', 'Dubois', 'Thomas', 'Robert', 'Petit', 'Leroy', 'Simon', 'Øster'];
const KINDS = ['user', 'candidate', 'manager', 'admin'];

/** Company 1 has one of every five users, four others the rest. */
const COMPANIES = 5;
export const COMPANY = 1;
export const TAG = 3;

/** A repeatable spread: the fraction of a multiple of the golden ratio. */
const spread = (index: number, salt: number) => ((index + 1) * 0.618_033_988_749 * salt) % 1;
const pick = <T>(values: readonly T[], at: number): T => values[Math.floor(at * values.length)] as T;

type Seeded = 'users' | 'cvs';

/** So many users of five companies, each with one CV if CVs are wanted: the fields that lists read. */
export async function seedUsers(
  connection: Connection,
  count: number,
  wanted: readonly Seeded[] = ['users', 'cvs'],
): Promise<void> {
  await connection.collection('tags').insertOne({ _id: TAG, companyId: COMPANY, title: 't' } as never);
  for (const name of wanted) {
    const documentOf = { users: userOf, cvs: cvOf }[name];
    const collection = connection.collection(name);
    // Made at the end: keeping forty indexes up to date row by row takes several times as long.
    const indexes = await collection.indexes();
    await collection.dropIndexes();
    for (let first = 0; first < count; first += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, count - first) }, (_, offset) => documentOf(first + offset));
      await collection.insertMany(batch as never[], { ordered: false, writeConcern: { w: 1, journal: false } });
    }
    for (const { v: _v, key, ...options } of indexes.filter((index) => index.name !== '_id_')) {
      await collection.createIndex(key as never, options as never);
    }
  }
}

const companyOf = (index: number) => (index % COMPANIES) + 1;
const tagsOf = (index: number) => [Math.floor(spread(index, 13) * 10)];

function userOf(index: number) {
  const id = index + 1;
  const email = `u${id}@mail.example`;
  const person = { firstname: pick(FIRST, spread(index, 3)), lastname: pick(LAST, spread(index, 7)), email };
  const words = wordsOf(person);
  return {
    _id: id,
    companyId: companyOf(index),
    ...{ username: `u${id}`, usernameKey: `u${id}`, emailKey: email, slug: `u${id}`, phone: '' },
    ...person,
    ...{ kind: pick(KINDS, spread(index, 11)), managerId: null, tagIds: tagsOf(index), cvCount: 1, revision: 1 },
    ...{ words, prefixes: prefixesOf(words), pairs: pairsOf(words) },
  };
}

function cvOf(index: number) {
  const id = index + 1;
  const createdAt = new Date(START + spread(index, 1) * SPAN);
  const updatedAt = new Date(createdAt.getTime() + spread(index, 2) * (START + SPAN - createdAt.getTime()));
  const listed = {
    createdAt,
    updatedAt,
    main: spread(index, 5) < 0.7,
    managerId: Math.floor(spread(index, 17) * 10),
    tagIds: tagsOf(index),
    recipient: spread(index, 19) < 0.5 ? '' : `R${Math.floor(spread(index, 23) * 10)}`,
    completion: pick(completionValues, spread(index, 29)),
  };
  return {
    ...{
      _id: id,
      companyId: companyOf(index),
      userId: id,
      revision: 1,
      userSlug: `u${id}`,
      slug: 'cv',
      token: `t${id}`,
    },
    ...{ content: { title: 'Engineer' }, culture: 'en_US', status: 'draft', statusChangedAt: updatedAt },
    ...listed,
    ...listTokensOf(listed),
  };
}
