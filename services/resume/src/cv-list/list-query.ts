import type { FieldProblem } from '@vitae/kit/errors';
import { invalidFields } from '@vitae/kit/validate';
import { isDay } from '@vitae/proto/cv-fields';
import { completionValues } from '../cv/completion.ts';

/** One filter, as the call has it. */
export type CvFilter = { type: string; value: string; comparator: string };
export type CvSort = { field: string; descending: boolean };

/** From `from` on, until before `until`; milliseconds since 1970, infinite where open. */
export type Interval = { from: number; until: number };

export type SortField = 'createdAt' | 'updatedAt' | 'recipient' | 'completion';
export type SortKey = { field: SortField; descending: boolean };

/** What a list asks for, in the words of the store. */
export type CvQuery = {
  companyId: number;
  /** Set when the caller reaches one user alone. */
  userId?: number;
  main?: boolean;
  managerId?: number;
  recipient?: string;
  tagId?: number;
  /** Any of these; absent when every moment will do. */
  createdAt?: Interval[];
  updatedAt?: Interval[];
  /** Any of these; absent when every value will do. */
  completion?: number[];
  sort: SortKey[];
};

const COMPARATORS = ['<', '<=', '>', '>=', '=', '!='];
const SORTS: Readonly<Record<string, SortField>> = {
  created: 'createdAt',
  updated: 'updatedAt',
  recipient: 'recipient',
  completion: 'completion',
};
const DAY = 86_400_000;

type Equality = Pick<CvQuery, 'main' | 'managerId' | 'recipient' | 'tagId'>;
type Draft = Equality & Pick<CvQuery, 'createdAt' | 'updatedAt' | 'completion'> & { contradiction: boolean };

/** Adds what a filter asks for to the query; answers what is wrong with its value. */
type Reader = (filter: CvFilter, draft: Draft) => string | undefined;

const READERS: Readonly<Record<string, Reader>> = {
  cvType: ({ value }, draft) => {
    if (value !== 'main' && value !== 'secondary') return 'must be main or secondary';
    demand(draft, 'main', value === 'main');
  },
  recipient: ({ value }, draft) => demand(draft, 'recipient', value),
  manager: readId('managerId'),
  tagId: readId('tagId'),
  created: readDay('createdAt'),
  updated: readDay('updatedAt'),
  completion: ({ value, comparator }, draft) => {
    if (!/^(0(\.\d{1,2})?|1(\.0{1,2})?)$/.test(value)) return 'must be 0 to 1 with at most two digits';
    draft.completion = (draft.completion ?? [...completionValues]).filter(comparison(Number(value), comparator));
  },
};

/** The query of a list; undefined when its filters contradict each other, so that nothing can match. */
export function cvQuery(
  scope: { companyId: number; userId?: number },
  filters: readonly CvFilter[],
  sort: readonly CvSort[],
): CvQuery | undefined {
  const draft: Draft = { contradiction: false };
  const problems = [
    ...filters.flatMap((filter, index) => named(`filters.${index}`, problemOf(filter, draft))),
    ...sort.flatMap(({ field }, index) =>
      named(
        `sort.${index}`,
        Object.hasOwn(SORTS, field) ? undefined : ['field', `must be one of ${Object.keys(SORTS).join(', ')}`],
      ),
    ),
  ];
  if (problems.length > 0) throw invalidFields(problems);
  const { contradiction, ...asked } = draft;
  if (contradiction || [asked.createdAt, asked.updatedAt, asked.completion].some((range) => range?.length === 0))
    return undefined;
  return { ...scope, ...asked, sort: sortKeys(sort) };
}

type Problem = [part: string, message: string];

function problemOf(filter: CvFilter, draft: Draft): Problem | undefined {
  const read = Object.hasOwn(READERS, filter.type) ? READERS[filter.type] : undefined;
  if (read === undefined) return ['type', `must be one of ${Object.keys(READERS).join(', ')}`];
  const comparator = filter.comparator || '=';
  if (!COMPARATORS.includes(comparator)) return ['comparator', `must be one of ${COMPARATORS.join(' ')}`];
  if (comparator !== '=' && !['created', 'updated', 'completion'].includes(filter.type)) {
    return ['comparator', 'works only with created, updated and completion'];
  }
  const message = read({ ...filter, comparator }, draft);
  return message === undefined ? undefined : ['value', message];
}

function named(place: string, problem: Problem | undefined): FieldProblem[] {
  return problem === undefined ? [] : [{ field: `${place}.${problem[0]}`, message: problem[1] }];
}

function demand<Key extends keyof Equality>(draft: Draft, key: Key, value: NonNullable<Draft[Key]>): undefined {
  draft.contradiction ||= draft[key] !== undefined && draft[key] !== value;
  draft[key] = value;
}

function readId(key: 'managerId' | 'tagId'): Reader {
  return ({ value }, draft) => {
    if (!/^[1-9]\d{0,14}$/.test(value)) return 'must be a positive whole number';
    demand(draft, key, Number(value));
  };
}

function readDay(key: 'createdAt' | 'updatedAt'): Reader {
  return ({ value, comparator }, draft) => {
    if (!isDay(value)) return 'must be a day such as 2024-02-29';
    draft[key] = intersect(draft[key] ?? [EVER], days(value, comparator));
  };
}

const EVER: Interval = { from: -Infinity, until: Infinity };

/** The moments that compare so with a day, in UTC. */
function days(day: string, comparator: string): Interval[] {
  const start = Date.parse(`${day}T00:00:00Z`);
  const end = start + DAY;
  switch (comparator) {
    case '<':
      return [{ from: -Infinity, until: start }];
    case '<=':
      return [{ from: -Infinity, until: end }];
    case '>':
      return [{ from: end, until: Infinity }];
    case '>=':
      return [{ from: start, until: Infinity }];
    case '!=':
      return [
        { from: -Infinity, until: start },
        { from: end, until: Infinity },
      ];
    default:
      return [{ from: start, until: end }];
  }
}

function comparison(value: number, comparator: string): (completion: number) => boolean {
  switch (comparator) {
    case '<':
      return (completion) => completion < value;
    case '<=':
      return (completion) => completion <= value;
    case '>':
      return (completion) => completion > value;
    case '>=':
      return (completion) => completion >= value;
    case '!=':
      return (completion) => completion !== value;
    default:
      return (completion) => completion === value;
  }
}

function intersect(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  return some
    .flatMap((one) =>
      others.map((other) => ({ from: Math.max(one.from, other.from), until: Math.min(one.until, other.until) })),
    )
    .filter((one) => one.from < one.until);
}

/** A field sorted by twice is sorted by once. Without a sort, the oldest comes first. */
function sortKeys(sort: readonly CvSort[]): SortKey[] {
  const keys = sort.map(({ field, descending }): SortKey => ({ field: SORTS[field] ?? 'createdAt', descending }));
  const first = keys.filter((key, index) => keys.findIndex((one) => one.field === key.field) === index);
  return first.length > 0 ? first : [{ field: 'createdAt', descending: false }];
}
