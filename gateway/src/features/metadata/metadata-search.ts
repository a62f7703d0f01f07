import { grantsData } from '@vitae/accounts/grants/grant-access';
import type { GrantStore } from '@vitae/accounts/grants/grant-store';
import type { Caller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { decodeCursor, encodeCursor } from '@vitae/kit/cursor';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { Services } from '@vitae/proto/clients/services';
import { z } from 'zod';
import { LAST_USE_INTERVAL_MS } from '../../auth/oauth/user-authenticator.ts';

export type SearchPage = { limit: number; cursor: string };

/** `signal` is aborted when the client disconnects. */
type ListCall = { caller: Caller; signal: AbortSignal };

/** Returns ids in ascending order. Pages can be empty; only an empty `next` marks the end. */
export type MetadataSearch = (
  query: string,
  page: SearchPage,
  call: ListCall,
) => Promise<{ users: number[]; next: string }>;

export type MetadataSearchDependencies = {
  metadata: Services['metadata'];
  resume: Pick<ResumeClient, 'call'>;
  grants: Pick<GrantStore, 'grantsAfter' | 'recordUse'>;
  clock: Clock;
};

/** The users of a page that the caller may access, and the start of the next page. */
type Candidates = { ids: number[]; next: string };

const position = z.tuple([z.int().positive()]).transform(([id]) => id);
/** The page size limit of the resume service. */
const MAX_USERS_PER_PAGE = 100;

/**
 * Finds users by metadata key. The metadata service finds the users of a company with a key. For users without a key,
 * and for the users of an application, it filters one page of candidates at a time.
 */
export function createMetadataSearch({ metadata, resume, grants, clock }: MetadataSearchDependencies): MetadataSearch {
  const ofApplication = async (
    query: string,
    { limit, cursor }: SearchPage,
    { applicationId, userId }: Caller,
  ): Promise<Candidates> => {
    if (userId !== 0) return { ids: [userId], next: '' };
    const scope = ['metadata', applicationId, query];
    const after = cursor === '' ? 0 : decodeCursor(scope, cursor, position);
    const found = await grants.grantsAfter(applicationId, after, limit);
    const ids = found.filter(({ access }) => grantsData(access, 'labels')).map((grant) => grant.userId);
    if (ids.length > 0) await grants.recordUse(applicationId, ids, new Date(clock.now()), LAST_USE_INTERVAL_MS);
    const last = found.at(-1)?.userId;
    return { ids, next: found.length === limit && last !== undefined ? encodeCursor(scope, [last]) : '' };
  };
  const ofCompany = async ({ limit, cursor }: SearchPage, call: ListCall): Promise<Candidates> => {
    const page = { page: 1, limit: Math.min(limit, MAX_USERS_PER_PAGE), cursor };
    const { json, next } = await resume.call.ListUsers({ kinds: [], page }, call);
    return { ids: (JSON.parse(json.toString('utf8')) as { id: number }[]).map(({ id }) => id), next };
  };
  return async (query, page, call) => {
    const { caller } = call;
    const isCompany = caller.applicationId === 0 && caller.userId === 0;
    if (isCompany && !query.startsWith('!')) {
      const { userIds, next } = await metadata.call.SearchUsers({ query, ...page }, call);
      return { users: userIds, next };
    }
    const { ids, next } = isCompany ? await ofCompany(page, call) : await ofApplication(query, page, caller);
    if (ids.length === 0) return { users: [], next };
    const { userIds } = await metadata.call.MatchUsers({ query, candidates: ids }, call);
    return { users: userIds, next };
  };
}
