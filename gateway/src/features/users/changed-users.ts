import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { z } from 'zod';
import { dateTime } from '../../http/date-time.ts';
import { defineOperation } from '../../http/define-operation.ts';
import { taggedResponse } from '../../http/list-response.ts';
import type { OperationDocs } from '../../http/operation.ts';
import { listCall, nextPageHeaders, nextPath } from '../../http/paging.ts';

/** Many clients do not follow links, so that a page contains all changes of a usual interval. */
const MAX_IDS = 10_000;

const changesQuery = z.object({
  since: dateTime.describe(
    'Returns changes at or after this time: `YYYY-MM-DD hh:mm:ss`, `YYYY-MM-DD`, ISO 8601, or `@` and a Unix time. UTC unless a time zone is given.',
  ),
  limit: z.int().min(1).max(MAX_IDS).default(MAX_IDS),
  cursor: z.string().min(1).max(2_048).optional().describe('Cursor from the `next` link of the previous page.'),
});

const changedUsers = z.strictObject({
  since: z.string().describe('The requested time: `YYYY-MM-DD hh:mm:ss` in UTC.'),
  users: z.strictObject({ user: z.array(z.strictObject({ id: z.int().positive() })) }),
  next: z.string().nullable().describe('Path of the next page, which needs its own signature. Null on the last page.'),
});

type Docs = Pick<OperationDocs, 'summary'> & { description: string };

export const listCreatedUsers = changesOperation('created', {
  summary: 'List users created since a time',
  description: 'Returns ids in the order in which the users were created.',
});

export const listUpdatedUsers = changesOperation('updated', {
  summary: 'List users updated since a time',
  description:
    'Returns the ids of users who changed, or whose CVs changed, in the order of these changes. New users are included. A page contains a user once, but several pages can contain the same user.',
});

export const listDeletedUsers = changesOperation('deleted', {
  summary: 'List users deleted since a time',
  description:
    'Returns ids in the order in which the users were deleted. They are listed until the data of the users is erased, by default for 30 days: send requests more often.',
});

function changesOperation(change: 'created' | 'updated' | 'deleted', docs: Docs) {
  return defineOperation({
    ...docs,
    group: 'Users',
    description: `${docs.description} Changes can become visible with a delay of some seconds: let requests overlap by a minute.`,
    query: changesQuery,
    responses: { 200: { description: 'A page of user ids', schema: changedUsers, headers: ['ETag', 'Link'] } },
    formats: true,
    errors: ['invalid_cursor'],
    handle: async (context, { resume }: { resume: ResumeClient }) => {
      const { since: requested, limit, cursor = '' } = context.query;
      const since = Math.max(0, requested);
      const page = await resume.call.ListChangedUsers({ change, since, limit, cursor }, listCall(context));
      const next = nextPath(context, changesQuery, page.next);
      const users = { user: page.ids.map((id) => ({ id })) };
      const links = nextPageHeaders(context, changesQuery, page.next);
      return taggedResponse(context, Buffer.from(JSON.stringify({ since: dateAndTime(since), users, next })), links);
    },
  });
}

function dateAndTime(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}
