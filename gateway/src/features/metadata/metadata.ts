import { jsonResponse } from '@vitae/kit/http/response';
import { setHeader } from '@vitae/kit/http/response-headers';
import type { Services } from '@vitae/proto/clients/services';
import {
  type MetadataChange,
  metadataAssign,
  metadataQuery,
  metadataResponse,
  metadataSearchResponse,
  metadataUnassign,
  metadataUpdate,
} from '@vitae/proto/metadata-request';
import type { Response } from 'express';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { taggedResponse } from '../../http/list-response.ts';
import type { Operation } from '../../http/operation.ts';
import { listCall, nextPageHeaders, nextPath } from '../../http/paging.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { BatchedReads } from '../batched-reads.ts';
import type { UserAccess } from '../users/user-access.ts';
import type { MetadataSearch } from './metadata-search.ts';

export type MetadataDependencies = {
  metadata: Services['metadata'];
  reads: BatchedReads;
  userAccess: UserAccess;
  metadataSearch: MetadataSearch;
};

const searchQuery = z.object({
  key: z
    .string()
    .min(1)
    .refine(
      (key) => metadataQuery.safeParse(key).success,
      'must be a key, or a prefix followed by *, optionally preceded by !',
    )
    .describe('A key, or a prefix followed by `*`. Put `!` in front to find users without a matching key.'),
  limit: z.int().min(1).max(1_000).default(100),
  cursor: z.string().min(1).max(2_048).optional().describe('Cursor from the `next` path of the previous page.'),
});

const REPEATABLE = 'The request is idempotent, so it accepts no Idempotency-Key.';
const responses = { 200: { description: 'The keys of each user after the change', schema: metadataResponse } };
const changeErrors = ['user_not_found', 'metadata_limit', 'metadata_too_large', 'write_contention'] as const;

export const updateMetadata = defineOperation({
  group: 'Metadata',
  summary: 'Update metadata keys',
  description: `Resets, unassigns and assigns the keys of each listed user, in this order and in one transaction. Accepts XML, or JSON with the same structure. At most 1,000 users and 1,000 keys. ${REPEATABLE}`,
  body: { schema: metadataUpdate, xml: true },
  responses,
  formats: true,
  errors: [...changeErrors],
  handle: (context, dependencies: MetadataDependencies) => changeMetadata(context, context.body, dependencies),
});

export const assignMetadata = announceDeprecation(
  defineOperation({
    group: 'Metadata',
    summary: 'Assign metadata keys (deprecated)',
    description: `Use the update operation instead. This one can be removed from 1 November 2027. ${REPEATABLE}`,
    body: { schema: metadataAssign, xml: true },
    responses: { 200: { ...responses[200], headers: ['Deprecation', 'Sunset', 'Link'] } },
    formats: true,
    errors: [...changeErrors],
    handle: (context, dependencies: MetadataDependencies) => changeMetadata(context, context.body, dependencies),
  }),
);

export const unassignMetadata = announceDeprecation(
  defineOperation({
    group: 'Metadata',
    summary: 'Unassign metadata keys (deprecated)',
    description: `Use the update operation instead. This one can be removed from 1 November 2027. ${REPEATABLE}`,
    body: { schema: metadataUnassign, xml: true },
    responses: { 200: { ...responses[200], headers: ['Deprecation', 'Sunset', 'Link'] } },
    formats: true,
    errors: [...changeErrors],
    handle: (context, dependencies: MetadataDependencies) => changeMetadata(context, context.body, dependencies),
  }),
);

export const searchMetadata = defineOperation({
  group: 'Metadata',
  summary: 'List users by metadata key',
  description:
    'Returns users in ascending order of id. A page can be incomplete or empty; only a `next` of null marks the end.',
  query: searchQuery,
  responses: { 200: { description: 'A page of users', schema: metadataSearchResponse, headers: ['ETag', 'Link'] } },
  formats: true,
  errors: ['invalid_cursor'],
  handle: async (context, { metadataSearch }: MetadataDependencies) => {
    const { users, next } = await metadataSearch(
      context.query.key,
      { limit: context.query.limit, cursor: context.query.cursor ?? '' },
      listCall(context),
    );
    for (const id of users) context.ownerIds.add(id);
    const json = Buffer.from(JSON.stringify({ users, next: nextPath(context, searchQuery, next) }));
    return taggedResponse(context, json, nextPageHeaders(context, searchQuery, next));
  },
});

export const getMetadata = defineOperation({
  group: 'Metadata',
  summary: 'Get the metadata keys of a user',
  query: z.object({
    userId: z
      .int()
      .positive()
      .optional()
      .describe('Required unless the request has an access token; default: the user of the token.'),
  }),
  responses: { 200: { description: 'The user and the sorted keys', schema: metadataResponse, headers: ['ETag'] } },
  formats: true,
  errors: ['user_not_found'],
  handle: async (context, { reads, userAccess }: MetadataDependencies) => {
    const { caller, query, ownerIds } = context;
    const id = await userAccess.resolve(query.userId, 'labels', caller);
    ownerIds.add(id);
    const users = [{ id, metadata: await reads.metadata(id, caller) }];
    return taggedResponse(context, Buffer.from(JSON.stringify({ users })));
  },
});

async function changeMetadata(
  { caller, ownerIds }: RequestContext,
  changes: MetadataChange[],
  { metadata, userAccess }: MetadataDependencies,
) {
  const userIds = changes.flatMap((change) => change.userIds);
  await userAccess.requireAll([...new Set(userIds)], 'labels', caller);
  for (const id of userIds) ownerIds.add(id);
  const { users } = await metadata.call.UpdateMetadata({ changes }, { caller });
  return jsonResponse({ users: users.map(({ userId, keys }) => ({ id: userId, metadata: keys })) });
}

/**
 * Adds the dates of the deprecation (RFC 9745) and of the removal (RFC 8594) and the replacement (RFC 8288) to every
 * response of an operation, errors included.
 */
function announceDeprecation<D>(operation: Operation<D>): Operation<D> {
  return {
    ...operation,
    handle: async (context, dependencies) => {
      const { signed, request } = context;
      const successor = signed.path.replace(/(?:un)?assign\/?$/, 'update');
      const headers = { Deprecation: DEPRECATION, Sunset: SUNSET, Link: `<${successor}>; rel="successor-version"` };
      for (const [name, value] of Object.entries(headers)) setHeader(request.res as Response, name, value);
      return operation.handle(context, dependencies);
    },
  };
}

// 2026-11-01, before the first release, and a year later.
const DEPRECATION = '@1793491200';
const SUNSET = 'Mon, 01 Nov 2027 00:00:00 GMT';
