import type { FieldProblem } from '@vitae/kit/errors';
import { invalidFields } from '@vitae/kit/validate';
import { isDay } from '@vitae/proto/cv-fields';
import { completionValues } from '../cv/completion.ts';

/** A filter as it is requested. */
export type CvFilter = { type: string; value: string; comparator: string };
export type CvSort = { field: string; descending: boolean };

/** From `from` to `until`, which is excluded, in milliseconds since 1970. Open ends are infinite. */
export type Interval = { from: number; until: number };

export type SortField = 'createdAt' | 'updatedAt' | 'recipient' | 'completion';
export type SortKey = { field: SortField; descending: boolean };

/** The filters of a list. */
export type CvConditions = {
  main?: boolean;
  managerId?: number;
  recipient?: string;
  tagId?: number;
  /** Further tags that a CV must have. */
  otherTagIds?: number[];
  /** Matches any of the intervals; absent to match every date. */
  createdAt?: Interval[];
  updatedAt?: Interval[];
  /** Matches any of the values; absent to match every value. */
  completion?: number[];
};

/** The CVs that a list may contain. */
export type ListScope = {
  companyId: number;
  /** Set when the caller can access only one user. */
  userId?: number;
  /** Set when the caller can access only these CVs of the user. */
  cvIds?: readonly number[];
};

/** The filters and sort order of a list. */
export type CvQuery = ListScope & CvConditions & { sort: SortKey[] };

const COMPARATORS = ['<', '<=', '>', '>=', '=', '!='];
const SORTS: Readonly<Record<string, SortField>> = {
  created: 'createdAt',
  updated: 'updatedAt',
  recipient: 'recipient',
  completion: 'completion',
};
const DAY_MS = 86_400_000;

type Equality = Pick<CvQuery, 'main' | 'managerId' | 'recipient'>;
type Draft = CvConditions & { contradiction: boolean };

/** Adds a filter to the query. Returns the problem if its value is invalid. */
type AddFilter = (filter: CvFilter, draft: Draft) => string | undefined;

const FILTERS: Readonly<Record<string, AddFilter>> = {
  cvType: ({ value }, draft) => {
    if (value !== 'main' && value !== 'secondary') return 'must be main or secondary';
    requireEqual(draft, 'main', value === 'main');
  },
  recipient: ({ value }, draft) => requireEqual(draft, 'recipient', value),
  manager: ({ value }, draft) => idProblem(value) ?? requireEqual(draft, 'managerId', Number(value)),
  tagId: ({ value }, draft) => idProblem(value) ?? addTag(draft, Number(value)),
  created: dayFilter('createdAt'),
  updated: dayFilter('updatedAt'),
  completion: ({ value, comparator }, draft) => {
    if (!/^(0(\.\d{1,2})?|1(\.0{1,2})?)$/.test(value)) return 'must be a number from 0 to 1 with at most two decimals';
    draft.completion = (draft.completion ?? [...completionValues]).filter(comparison(Number(value), comparator));
  },
};

/**
 * Parses the filters and sort order of a list.
 * @returns undefined if the filters contradict each other, so that no row can match
 * @throws {VitaeError} INVALID_ARGUMENT that names each invalid filter and sort field
 */
export function parseCvQuery(
  scope: ListScope,
  filters: readonly CvFilter[],
  sort: readonly CvSort[],
): CvQuery | undefined {
  const draft: Draft = { contradiction: false };
  const problems = [
    ...filters.flatMap((filter, index) => fieldProblem(`filters.${index}`, addFilter(filter, draft))),
    ...sort.flatMap(({ field }, index) =>
      fieldProblem(
        `sort.${index}`,
        Object.hasOwn(SORTS, field) ? undefined : ['field', `must be one of ${Object.keys(SORTS).join(', ')}`],
      ),
    ),
  ];
  if (problems.length > 0) throw invalidFields(problems);
  const { contradiction, ...conditions } = draft;
  const { createdAt, updatedAt, completion } = conditions;
  if (contradiction || [createdAt, updatedAt, completion].some((range) => range?.length === 0)) return undefined;
  return { ...scope, ...conditions, sort: sortKeys(sort, conditions.recipient !== undefined) };
}

type Problem = [part: string, message: string];

function addFilter(filter: CvFilter, draft: Draft): Problem | undefined {
  const add = Object.hasOwn(FILTERS, filter.type) ? FILTERS[filter.type] : undefined;
  if (add === undefined) return ['type', `must be one of ${Object.keys(FILTERS).join(', ')}`];
  const comparator = filter.comparator || '=';
  if (!COMPARATORS.includes(comparator)) return ['comparator', `must be one of ${COMPARATORS.join(' ')}`];
  if (comparator !== '=' && !['created', 'updated', 'completion'].includes(filter.type)) {
    return ['comparator', 'must be = unless the filter is created, updated or completion'];
  }
  const message = add({ ...filter, comparator }, draft);
  return message === undefined ? undefined : ['value', message];
}

function fieldProblem(parent: string, problem: Problem | undefined): FieldProblem[] {
  return problem === undefined ? [] : [{ field: `${parent}.${problem[0]}`, message: problem[1] }];
}

function requireEqual<Key extends keyof Equality>(draft: Draft, key: Key, value: NonNullable<Draft[Key]>): undefined {
  draft.contradiction ||= draft[key] !== undefined && draft[key] !== value;
  draft[key] = value;
}

function idProblem(value: string): string | undefined {
  return /^[1-9]\d{0,14}$/.test(value) ? undefined : 'must be a positive integer';
}

function addTag(draft: Draft, id: number): undefined {
  draft.tagId ??= id;
  if (draft.tagId !== id) draft.otherTagIds = [...(draft.otherTagIds ?? []), id];
}

function dayFilter(key: 'createdAt' | 'updatedAt'): AddFilter {
  return ({ value, comparator }, draft) => {
    if (!isDay(value)) return 'must be a date such as 2024-02-29';
    draft[key] = intersect(draft[key] ?? [ALWAYS], intervalsFor(value, comparator));
  };
}

const ALWAYS: Interval = { from: -Infinity, until: Infinity };

/** The moments whose day, in UTC, compares with the given day as requested. */
function intervalsFor(day: string, comparator: string): Interval[] {
  const start = Date.parse(`${day}T00:00:00Z`);
  const end = start + DAY_MS;
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

function intersect(left: readonly Interval[], right: readonly Interval[]): Interval[] {
  return left
    .flatMap((a) => right.map((b) => ({ from: Math.max(a.from, b.from), until: Math.min(a.until, b.until) })))
    .filter(({ from, until }) => from < until);
}

/** Ignores repeated fields and further ones with equal values. The default order is by creation date, oldest first. */
function sortKeys(sort: readonly CvSort[], sameRecipient: boolean): SortKey[] {
  const keys = sort.map(({ field, descending }): SortKey => ({ field: SORTS[field] ?? 'createdAt', descending }));
  const unique = keys.filter((key, index) => keys.findIndex(({ field }) => field === key.field) === index);
  const different = unique.length > 1 && sameRecipient ? unique.filter(({ field }) => field !== 'recipient') : unique;
  return different.length > 0 ? different : [{ field: 'createdAt', descending: false }];
}
