import { encodeRfc3986 } from '@vitae/accounts/signatures/percent-encoding';
import { invalid } from '@vitae/kit/errors';
import { abortOnDisconnect, type ResponseHeaders } from '@vitae/kit/http/response';
import type { Page } from '@vitae/proto/gen/cv/resume/v1/Page';
import { z } from 'zod';
import type { RequestContext } from './request-context.ts';

const MAX_PAGE = 1_000_000;
const MAX_CURSOR_LENGTH = 2_048;

/** The parameters `page`, `limit` and `cursor` of a list. */
export function pagingQuery(defaultLimit: number, maxLimit: number) {
  return {
    page: z
      .int()
      .min(1)
      .max(MAX_PAGE)
      .optional()
      .describe(
        'Number of the page, starting at 1. Pages by number end after the first 10,000 items. To read more, use `cursor`.',
      ),
    limit: z.int().min(1).max(maxLimit).default(defaultLimit),
    cursor: z
      .string()
      .min(1)
      .max(MAX_CURSOR_LENGTH)
      .optional()
      .describe(
        'Cursor from the `next` link of the previous page, which is fast at any depth. Cannot be combined with `page`.',
      ),
  };
}

export type Paging = { page?: number | undefined; limit: number; cursor?: string | undefined };

/** The requested page, as the services' contracts define it. */
export function pageRequest({ page, limit, cursor }: Paging): { page: number; limit: number; cursor: string } {
  if (page !== undefined && cursor !== undefined)
    throw invalid('page: cannot be combined with cursor', [
      { field: 'page', message: 'cannot be combined with cursor' },
    ]);
  return { page: page ?? 1, limit, cursor: cursor ?? '' };
}

type ListQuery = {
  filters: readonly { type: string; value: string | number; comparator?: string | undefined }[];
  sort: readonly { field: string; order: string }[];
};

/** The filters and sort order of a list's body, as the services' contracts define them. */
export function filtersAndSort({ filters, sort }: ListQuery) {
  return {
    filters: filters.map(({ type, value, comparator = '' }) => ({ type, value: String(value), comparator })),
    sort: sort.map(({ field, order }) => ({ field, descending: order === 'DESC' })),
  };
}

/** The options of a call that reads a list. The call is cancelled when the client disconnects. */
export function listCall({ caller, request }: RequestContext) {
  return { caller, signal: abortOnDisconnect(request) };
}

/** The headers of a list that is requested with POST. It has one of the two totals. */
export const postedListHeaders = ['Link', 'X-Total-Count', 'X-Total-Count-At-Least'] as const;
/** The headers of other lists. */
export const listHeaders = ['ETag', ...postedListHeaders] as const;

/** The total number of items, or a lower bound, and links to other pages (RFC 8288). */
export function pagingHeaders(
  context: RequestContext & { query: Paging },
  query: z.ZodObject,
  { total, next, atLeast }: Pick<Page, 'total' | 'next'> & { atLeast?: boolean },
): ResponseHeaders {
  const { page, limit, cursor } = context.query;
  const link = (rel: string, position: string) => `<${pageUrl(context, query, position)}>; rel="${rel}"`;
  const links = [link('first', '')];
  if (cursor === undefined) {
    const current = page ?? 1;
    const last = Math.min(MAX_PAGE, Math.max(1, Math.ceil(total / limit)));
    if (current > 1) links.push(link('prev', `page=${Math.min(current - 1, last)}`));
    if (!atLeast) links.push(link('last', last === 1 ? '' : `page=${last}`));
  }
  if (next) links.push(link('next', `cursor=${encodeRfc3986(next)}`));
  return { [atLeast ? 'X-Total-Count-At-Least' : 'X-Total-Count']: total, Link: links.join(', ') };
}

/** Links to the first and the next page of a list without a total. */
export function nextPageHeaders(context: RequestContext, query: z.ZodObject, next: string): ResponseHeaders {
  const first = `<${pageUrl(context, query, '')}>; rel="first"`;
  const path = nextPath(context, query, next);
  return { Link: path === null ? first : `${first}, <${path}>; rel="next"` };
}

/** Returns the path of the next page, without a signature; null on the last page. */
export function nextPath(context: RequestContext, query: z.ZodObject, next: string): string | null {
  return next ? pageUrl(context, query, `cursor=${encodeRfc3986(next)}`) : null;
}

// Retains the operation's own parameters and the format, without the signature and the position.
function pageUrl({ signed }: RequestContext, query: z.ZodObject, position: string): string {
  const retained = new Set([...Object.keys(query.shape), 'format']);
  retained.delete('page');
  retained.delete('cursor');
  const plain = signed.parameters.plain
    .filter(({ name }) => retained.has(name))
    .map(({ name, value }) => [name, value] as const);
  const arrays = signed.parameters.arrays
    .filter(({ name }) => retained.has(name))
    .flatMap(({ name, elements }) =>
      elements.map(({ path, value }) => [name + path.map((part) => `[${part}]`).join(''), value] as const),
    );
  const pairs = [...plain, ...arrays].map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`);
  const all = position ? [...pairs, position] : pairs;
  return all.length > 0 ? `${signed.path}?${all.join('&')}` : signed.path;
}
