import { completionValues } from '@vitae/resume/cv/completion';
import { listTermsOf } from '@vitae/resume/cv-list/list-terms';
import { pairsOf, prefixesOf, wordsOf } from '@vitae/resume/user/search-words';
import type { Connection } from 'mongoose';
import { insertInBulk } from '../kit/insert-in-bulk.ts';

const DAY = 86_400_000;
const START = Date.UTC(2023, 0, 1);
const SPAN = 3 * 365 * DAY;
const FIRST = ['Anna', 'Benoît', 'Chloé', 'David', 'Émilie', 'Fatima', 'Hugo', 'Inès', 'Léa', 'Paul'];
const LAST = ['Martin', 'Bernard', 'Dubois', 'Thomas', 'Robert', 'Petit', 'Leroy', 'Simon', 'Øster'];
const KINDS = ['user', 'candidate', 'manager', 'admin'];

export type RowOptions = {
  count: number;
  /** The companies of the users, in rotation. */
  companies: readonly number[];
  collections?: readonly ('users' | 'cvs')[];
  /** The number of owners of CVs in each company; without it, each CV has its own. */
  owners?: number;
  /** The length of the text of each CV, by default only a title. */
  textLength?: number;
};

/** A reproducible pseudo-random fraction: multiples of the golden ratio. */
const spread = (index: number, salt: number) => ((index + 1) * 0.618_033_988_749 * salt) % 1;
const pick = <T>(values: readonly T[], at: number): T => values[Math.floor(at * values.length)] as T;

/** Inserts users with one CV each, directly into the database, with the fields that lists read. */
export async function insertRows(
  connection: Connection,
  { count, companies, collections = ['users', 'cvs'], owners, textLength = 0 }: RowOptions,
): Promise<void> {
  const companyOf = (index: number) => companies[index % companies.length] as number;
  for (const name of collections) {
    const ownerOf = (index: number) => (owners ? Math.floor(index / companies.length) % owners : index) + 1;
    const documentOf = { users: userOf, cvs: (index: number) => cvOf(index, ownerOf(index), textLength) }[name];
    await insertInBulk(connection.collection(name), count, (index) => ({
      companyId: companyOf(index),
      ...documentOf(index),
    }));
  }
}

const tagsOf = (index: number) => [Math.floor(spread(index, 13) * 10)];

function userOf(index: number) {
  const id = index + 1;
  const email = `u${id}@mail.example`;
  const person = { firstname: pick(FIRST, spread(index, 3)), lastname: pick(LAST, spread(index, 7)), email };
  const words = wordsOf(person);
  const createdAt = new Date(START + spread(index, 1) * SPAN);
  return {
    _id: id,
    ...{ createdAt, updatedAt: createdAt },
    ...{ username: `u${id}`, slug: `u${id}`, phone: '' },
    ...person,
    ...{ kind: pick(KINDS, spread(index, 11)), managerId: null, tagIds: tagsOf(index), cvCount: 1, revision: 1 },
    ...{ words, prefixes: prefixesOf(words), pairs: pairsOf(words) },
  };
}

const TEXT = `${FIRST.concat(LAST).join(' ')} `;

function cvOf(index: number, userId: number, textLength: number) {
  const id = index + 1;
  const createdAt = new Date(START + spread(index, 1) * SPAN);
  const updatedAt = new Date(createdAt.getTime() + spread(index, 2) * (START + SPAN - createdAt.getTime()));
  const listed = {
    createdAt,
    updatedAt,
    main: spread(index, 5) < 0.7,
    managerId: Math.floor(spread(index, 17) * 10),
    tagIds: [...tagsOf(index), 10 + Math.floor(spread(index, 31) * 10)],
    recipient: spread(index, 19) < 0.5 ? '' : `R${Math.floor(spread(index, 23) * 10)}`,
    completion: pick(completionValues, spread(index, 29)),
  };
  return {
    ...{ _id: id, userId, revision: 1, userSlug: `u${userId}`, slug: `cv${id}`, token: `t${id}` },
    content: {
      title: 'Engineer',
      ...(textLength > 0 && { summary: `${id} ${TEXT.repeat(textLength / TEXT.length)}` }),
    },
    ...{ culture: 'en_US', status: 'draft', statusChangedAt: updatedAt },
    ...listed,
    ...listTermsOf(listed),
  };
}
