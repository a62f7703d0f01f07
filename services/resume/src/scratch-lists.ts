import { profileQueries } from '@vitae/kit/query-profile';
import { completionValues } from './cv/completion.ts';
import { listTokensOf } from './cv-list/facets.ts';
import { openScratchResume, type ScratchResume } from './scratch-resume.ts';
import { pairsOf, prefixesOf, wordsOf } from './user/search-words.ts';

/** Of every four, two are the company's, and one each of two others. */
const ROWS = 10_000;
const COMPANIES = [1, 1, 2, 3];
const DAY = 86_400_000;
const START = Date.UTC(2023, 0, 1);
const SPAN = 3 * 365 * DAY;
const FIRST = ['Anna', 'Benoît', 'Chloé', 'David', 'Émilie', 'Fatima', 'Hugo', 'Inès', 'Léa', 'Paul'];
const LAST = ['Martin', 'Bernard', 'Dubois', 'Thomas', 'Robert', 'Petit', 'Leroy', 'Simon', 'Øster'];

/** A repeatable spread: the fraction of a multiple of the golden ratio. */
const spread = (index: number, salt: number) => ((index + 1) * 0.618_033_988_749 * salt) % 1;
const pick = <T>(values: readonly T[], at: number): T => values[Math.floor(at * values.length)] as T;

/** The resume service with companies that are large enough to tell a scan from a search. */
export async function openScratchLists(): Promise<ScratchResume> {
  const service = await openScratchResume();
  const indexes = Array.from({ length: ROWS }, (_, index) => index);
  const seeds: [string, (index: number) => object][] = [
    ['users', userOf],
    ['cvs', cvOf],
  ];
  for (const [name, documentOf] of seeds) {
    const collection = service.connection.collection(name);
    // Made at the end: keeping them up to date row by row takes several times as long.
    const made = await collection.indexes();
    await collection.dropIndexes();
    await collection.insertMany(indexes.map((index) => documentOf(index)) as never[]);
    for (const { v: _v, key, ...options } of made.filter((index) => index.name !== '_id_'))
      await collection.createIndex(key as never, options as never);
  }
  await service.connection.collection('tags').insertOne({ _id: 3, companyId: 1, title: 't' } as never);
  return service;
}

function userOf(index: number) {
  const id = index + 1;
  const person = {
    firstname: pick(FIRST, spread(index, 3)),
    lastname: pick(LAST, spread(index, 7)),
    email: `u${id}@mail.example`,
  };
  const words = wordsOf(person);
  const kind = pick(['user', 'candidate', 'manager', 'admin'], spread(index, 11));
  const [tagIds, prefixes, pairs] = [tagsOf(index), prefixesOf(words), pairsOf(words)];
  return {
    _id: id,
    companyId: COMPANIES[index % 4],
    usernameKey: `u${id}`,
    emailKey: person.email,
    slug: `u${id}`,
    ...person,
    kind,
    tagIds,
    words,
    prefixes,
    pairs,
  };
}

const tagsOf = (index: number) => [Math.floor(spread(index, 13) * 10)];

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
      companyId: COMPANIES[index % 4],
      userId: id,
      userSlug: `u${id}`,
      slug: 'cv',
      token: `t${id}`,
      content: { title: '' },
      culture: 'en_US',
      status: 'draft',
    },
    statusChangedAt: updatedAt,
    ...listed,
    ...listTokensOf(listed),
  };
}

export type Filter = [type: string, value: string, comparator?: string];
export const sorts = ['created', 'updated', 'recipient', 'completion'];

export const listOf = (filter: Filter[]) => ({
  filters: filter.map(([type, value, comparator = '']) => ({ type, value, comparator })),
});

/** The dearest read of a collection that a call makes. */
export async function dearest({ connection }: ScratchResume, collection: string, call: () => Promise<unknown>) {
  const reads = (await profileQueries(connection, call)).filter(
    (query) => query.collection === collection && query.op === 'query',
  );
  return reads.sort((a, b) => b.keysExamined - a.keysExamined)[0];
}

/** At most 1.2 keys for each row, the row that tells whether there is a next page counted; 2 where next to nothing is returned. */
export function expectCheap(read: Awaited<ReturnType<typeof dearest>>) {
  const { keysExamined = 0, docsExamined = 0, returned = 0 } = read ?? {};
  expect(keysExamined).toBeLessThanOrEqual(Math.max(1.2 * returned, returned + 2));
  expect(docsExamined).toBeLessThanOrEqual(2 * returned + 2);
}
