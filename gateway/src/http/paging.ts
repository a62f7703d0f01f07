import { encodeRfc3986 } from '@vitae/accounts/signatures/percent-encoding';
import { invalid } from '@vitae/kit/errors';
import type { ResponseHeaders } from '@vitae/kit/http/response';
import type { Page } from '@vitae/proto/gen/cv/resume/v1/Page';
import { z } from 'zod';
import type { RequestContext } from './request-context.ts';

/** The last page that may be asked for by its number; `next` goes on from there. */
const MAX_PAGE = 1_000_000;
const MAX_CURSOR = 2_048;

/** `page`, `limit` and `cursor` of a list. */
export function pagingQuery(usual: number, most: number) {
  return {
    page: z
      .int()
      .min(1)
      .max(MAX_PAGE)
      .optional()
      .describe('From 1. A `cursor` from `next` costs the same at any depth.'),
    limit: z.int().min(1).max(most).default(usual),
    cursor: z
      .string()
      .min(1)
      .max(MAX_CURSOR)
      .optional()
      .describe('From the `next` of the page before; not together with `page`.'),
  };
}

export type Paging = { page?: number | undefined; limit: number; cursor?: string | undefined };

/** As the services take it. */
export function pageRequest({ page, limit, cursor }: Paging): { page: number; limit: number; cursor: string } {
  if (page !== undefined && cursor !== undefined)
    throw invalid('page: not together with cursor', [{ field: 'page', message: 'not together with cursor' }]);
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

/** What tells of the rest of a list: its length, and where its pages are (RFC 8288). */
export function pagingHeaders(
  context: RequestContext & { query: Paging },
  query: z.ZodObject,
  { total, next }: Pick<Page, 'total' | 'next'>,
): ResponseHeaders {
  const { page, limit, cursor } = context.query;
  const address = (rel: string, position: string) => `<${pageAddress(context, query, position)}>; rel="${rel}"`;
  const links = [address('first', '')];
  if (cursor === undefined) {
    const current = page ?? 1;
    const last = Math.min(MAX_PAGE, Math.max(1, Math.ceil(total / limit)));
    if (current > 1) links.push(address('prev', `page=${Math.min(current - 1, last)}`));
    links.push(address('last', last === 1 ? '' : `page=${last}`));
  }
  if (next) links.push(address('next', `cursor=${encodeRfc3986(next)}`));
  return { 'X-Total-Count': total, Link: links.join(', ') };
}

/** The path of the next page, without a signature; null on the last. */
export function nextPath(context: RequestContext, query: z.ZodObject, next: string): string | null {
  return next ? pageAddress(context, query, `cursor=${encodeRfc3986(next)}`) : null;
}

// The call's own parameters and its format as they were sent, without those of the signature and of the page.
function pageAddress({ signed }: RequestContext, query: z.ZodObject, position: string): string {
  const kept = new Set([...Object.keys(query.shape), 'format']);
  kept.delete('page');
  kept.delete('cursor');
  const plain = signed.parameters.plain
    .filter(({ name }) => kept.has(name))
    .map(({ name, value }) => [name, value] as const);
  const arrays = signed.parameters.arrays
    .filter(({ name }) => kept.has(name))
    .flatMap(({ name, elements }) =>
      elements.map(({ path, value }) => [name + path.map((part) => `[${part}]`).join(''), value] as const),
    );
  const pairs = [...plain, ...arrays].map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`);
  const all = position ? [...pairs, position] : pairs;
  return all.length > 0 ? `${signed.path}?${all.join('&')}` : signed.path;
}
