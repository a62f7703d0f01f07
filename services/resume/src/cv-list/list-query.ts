import { type FieldProblem, invalid } from '@vitae/kit/errors';
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
const SORTS: Readonly<Record<string, SortField>> = { created: 'createdAt', updated: 'updatedAt', recipient: 'recipient', completion: 'completion' };
const DAY = 86_400_000;

type Equality = Pick<CvQuery, 'main' | 'managerId' | 'recipient' | 'tagId'>;

/** The query of a list; undefined when its filters contradict each other, so that nothing can match. */
export function cvQuery(scope: { companyId: number; userId?: number }, filters: readonly CvFilter[], sort: readonly CvSort[]): CvQuery | undefined {
  const problems: FieldProblem[] = [];
  const equality: Equality = {};
  const ranges: Pick<CvQuery, 'createdAt' | 'updatedAt' | 'completion'> = {};
  let contradiction = false;
  const demand = <Key extends keyof Equality>(key: Key, value: NonNullable<Equality[Key]>) => {
    contradiction ||= equality[key] !== undefined && equality[key] !== value;
    equality[key] = value;
  };
  filters.forEach((filter, index) => {
    const wrong = (field: string, message: string) => problems.push({ field: `filters.${index}.${field}`, message });
    if (!['', ...COMPARATORS].includes(filter.comparator)) return wrong('comparator', `must be one of ${COMPARATORS.join(' ')}`);
    if (['created', 'updated'].includes(filter.type)) {
      if (!isDay(filter.value)) return wrong('value', 'must be a day such as 2024-02-29');
      const field = filter.type === 'created' ? 'createdAt' : 'updatedAt';
      ranges[field] = intersect(ranges[field] ?? [EVER], days(filter.value, filter.comparator || '='));
    } else if (filter.type === 'completion') {
      if (!/^(0(\.\d{1,2})?|1(\.0{1,2})?)$/.test(filter.value)) return wrong('value', 'must be 0 to 1 with at most two digits');
      const matches = comparison(Number(filter.value), filter.comparator || '=');
      ranges.completion = (ranges.completion ?? [...completionValues]).filter(matches);
    } else if (filter.comparator !== '' && filter.comparator !== '=') {
      wrong('comparator', 'works only with created, updated and completion');
    } else if (filter.type === 'cvType') {
      if (!['main', 'secondary'].includes(filter.value)) return wrong('value', 'must be main or secondary');
      demand('main', filter.value === 'main');
    } else if (filter.type === 'recipient') demand('recipient', filter.value);
    else if (filter.type === 'manager' || filter.type === 'tagId') {
      if (!/^[1-9]\d{0,14}$/.test(filter.value)) return wrong('value', 'must be a positive whole number');
      demand(filter.type === 'manager' ? 'managerId' : 'tagId', Number(filter.value));
    } else wrong('type', 'must be one of cvType, manager, recipient, tagId, created, updated, completion');
  });
  const keys = sort.map((one, index): SortKey => {
    const field = SORTS[one.field];
    if (field === undefined) problems.push({ field: `sort.${index}.field`, message: `must be one of ${Object.keys(SORTS).join(', ')}` });
    return { field: field ?? 'createdAt', descending: one.descending };
  });
  if (problems.length > 0) throw invalid(problems.map(({ field, message }) => `${field}: ${message}`).slice(0, 5).join('; '), problems);
  if (contradiction || [ranges.createdAt, ranges.updatedAt, ranges.completion].some((range) => range?.length === 0)) return undefined;
  return { ...scope, ...equality, ...ranges, sort: distinct(keys) };
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
    .flatMap((one) => others.map((other) => ({ from: Math.max(one.from, other.from), until: Math.min(one.until, other.until) })))
    .filter((one) => one.from < one.until);
}

/** A field sorted by twice is sorted by once. Without a sort, the oldest comes first. */
function distinct(keys: readonly SortKey[]): SortKey[] {
  const first = keys.filter((key, index) => keys.findIndex((one) => one.field === key.field) === index);
  return first.length > 0 ? first : [{ field: 'createdAt', descending: false }];
}
