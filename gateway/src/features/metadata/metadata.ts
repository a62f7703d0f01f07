import { type AnswerHeaders, jsonAnswer } from '@vitae/kit/http/answer';
import type { Services } from '@vitae/proto/clients/services';
import {
  type MetadataChange,
  metadataAnswer,
  metadataAssign,
  metadataQuery,
  metadataSearchAnswer,
  metadataUnassign,
  metadataUpdate,
} from '@vitae/proto/metadata-request';
import { z } from 'zod';
import { defineCall } from '../../http/define-route.ts';
import { nextPath } from '../../http/paging.ts';
import type { Call } from '../../http/request-context.ts';
import type { DocumentedRoute } from '../../http/route-docs.ts';
import type { OwnerReads } from '../owner-reads.ts';
import type { Reach } from '../users/reach.ts';
import type { MetadataSearch } from './metadata-search.ts';

export type MetadataCallDependencies = {
  metadata: Services['metadata'];
  reads: OwnerReads;
  reach: Reach;
  search: MetadataSearch;
};

const searchQuery = z.object({
  key: z
    .string()
    .min(1)
    .refine(
      (key) => metadataQuery.safeParse(key).success,
      'must be a key, or the start of keys and *, with ! before it for who has none such',
    )
    .describe('A key, the start of keys and `*`, or either with `!` before it for the users who hold none such.'),
  limit: z.int().min(1).max(1_000).default(100),
  cursor: z.string().min(1).max(2_048).optional().describe('From the `next` of the page before.'),
});

// What makes Idempotency-Key needless here: a repeated change leaves what the first one left.
const REPEATABLE = 'Repeating the call changes nothing more, so there is no Idempotency-Key.';
const words = { method: 'POST', quota: 'standard', group: 'Metadata' } as const;
const answers = { 200: { description: 'The keys that each user now holds', schema: metadataAnswer } };
const changeErrors = ['user_not_found', 'metadata_limit', 'metadata_too_large', 'write_contention'] as const;
const pathsOf = (call: string) => [`/api/v1/svc/metadata${call}`, `/api/v1/dyb/metadata${call}`];

/** Keys that applications attach to users, and search by. */
export function metadataCalls({ metadata, reads, reach, search }: MetadataCallDependencies): DocumentedRoute[] {
  const change = async ({ caller }: Call, changes: MetadataChange[], headers: AnswerHeaders = {}) => {
    await reach.all([...new Set(changes.flatMap(({ userIds }) => userIds))], caller);
    const { users } = await metadata.call.UpdateMetadata({ changes }, { caller });
    return jsonAnswer({ users: users.map(({ userId, keys }) => ({ id: userId, metadata: keys })) }, 200, headers);
  };
  return [
    defineCall({
      ...words,
      name: 'metadata.update',
      paths: pathsOf('/update'),
      summary: 'Resets, unassigns and assigns keys',
      description: `In this order, for each user named; all of it or nothing. XML, or JSON of the same tree. At most 1,000 users and 1,000 keys. ${REPEATABLE}`,
      body: { schema: metadataUpdate, xml: true },
      answers,
      errors: [...changeErrors],
      handle: (call) => change(call, call.body),
    }),
    defineCall({
      ...words,
      name: 'metadata.assign',
      paths: pathsOf('/assign'),
      summary: 'Assigns keys (deprecated)',
      description: `Use update. ${REPEATABLE}`,
      body: { schema: metadataAssign, xml: true },
      answers: { 200: { ...answers[200], headers: ['Deprecation', 'Link'] } },
      errors: [...changeErrors],
      handle: (call) => change(call, call.body, deprecation(call)),
    }),
    defineCall({
      ...words,
      name: 'metadata.unassign',
      paths: pathsOf('/unassign'),
      summary: 'Unassigns keys (deprecated)',
      description: `Use update. ${REPEATABLE}`,
      body: { schema: metadataUnassign, xml: true },
      answers: { 200: { ...answers[200], headers: ['Deprecation', 'Link'] } },
      errors: [...changeErrors],
      handle: (call) => change(call, call.body, deprecation(call)),
    }),
    defineCall({
      ...words,
      method: 'GET',
      name: 'metadata.search',
      paths: pathsOf('/search'),
      summary: 'Lists the users who hold a key',
      description: 'By ascending id. A page may be short, even empty: only a `next` of null is the end.',
      query: searchQuery,
      answers: { 200: { description: 'A page of users', schema: metadataSearchAnswer } },
      errors: ['invalid_cursor'],
      handle: async (call) => {
        const { users, next } = await search(
          call.query.key,
          { limit: call.query.limit, cursor: call.query.cursor ?? '' },
          call.caller,
        );
        return jsonAnswer({ users, next: nextPath(call, searchQuery, next) });
      },
    }),
    defineCall({
      ...words,
      method: 'GET',
      name: 'metadata.read',
      paths: pathsOf(''),
      summary: 'Reads the keys that a user holds',
      query: z.object({ userId: z.int().positive().optional().describe('Left out with a token: its user.') }),
      answers: { 200: { description: 'The user and the keys, sorted', schema: metadataAnswer } },
      errors: ['user_not_found'],
      handle: async ({ caller, query }) => {
        const id = await reach.one(query.userId, caller);
        return jsonAnswer({ users: [{ id, metadata: await reads.metadata(id, caller) }] });
      },
    }),
  ];
}

/** RFC 9745, RFC 8288: since when, and what to call instead. */
function deprecation({ signed }: Call): AnswerHeaders {
  const successor = `${signed.path.slice(0, signed.path.lastIndexOf('/'))}/update`;
  return { Deprecation: `@${DEPRECATED_SINCE}`, Link: `<${successor}>; rel="successor-version"` };
}

// 2026-11-01: they were deprecated before the first release.
const DEPRECATED_SINCE = 1_793_491_200;
