import type { GrantStore } from '@vitae/accounts/grants/grant-store';
import type { Caller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { decodeCursor, encodeCursor } from '@vitae/kit/cursor';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { Services } from '@vitae/proto/clients/services';
import { z } from 'zod';
import { LAST_USE_INTERVAL_MS } from '../../auth/oauth/user-authenticator.ts';

export type SearchPage = { limit: number; cursor: string };

/** Ascending ids; an empty `next` is the end, though a page before it may be empty too. */
export type MetadataSearch = (
  query: string,
  page: SearchPage,
  caller: Caller,
) => Promise<{ users: number[]; next: string }>;

export type MetadataSearchDependencies = {
  metadata: Services['metadata'];
  resume: Pick<ResumeClient, 'call'>;
  grants: Pick<GrantStore, 'usersAfter' | 'recordUse'>;
  clock: Clock;
};

/** The users of a page who exist and whom the caller may see, and where the next page starts. */
type Candidates = { ids: number[]; next: string };

const position = z.tuple([z.int().positive()]).transform(([id]) => id);
/** As many users as the resume service lists at once. */
const LISTED_AT_ONCE = 100;

/**
 * Who holds a key. For a whole company the metadata service knows; who does not hold it, and whom
 * an application may see, it does not, and is asked about candidates page by page.
 */
export function createMetadataSearch({ metadata, resume, grants, clock }: MetadataSearchDependencies): MetadataSearch {
  const ofApplication = async (
    query: string,
    { limit, cursor }: SearchPage,
    { applicationId, userId }: Caller,
  ): Promise<Candidates> => {
    if (userId !== 0) return { ids: [userId], next: '' };
    const asked = ['metadata', applicationId, query];
    const after = cursor === '' ? 0 : decodeCursor(asked, cursor, position);
    const ids = await grants.usersAfter(applicationId, after, limit);
    if (ids.length > 0) await grants.recordUse(applicationId, ids, new Date(clock.now()), LAST_USE_INTERVAL_MS);
    const last = ids.at(-1);
    return { ids, next: ids.length === limit && last !== undefined ? encodeCursor(asked, [last]) : '' };
  };
  const ofCompany = async ({ limit, cursor }: SearchPage, caller: Caller): Promise<Candidates> => {
    const page = { page: 1, limit: Math.min(limit, LISTED_AT_ONCE), cursor };
    const { json, next } = await resume.call.ListUsers({ kinds: [], page }, { caller });
    return { ids: (JSON.parse(json.toString('utf8')) as { id: number }[]).map(({ id }) => id), next };
  };
  return async (query, page, caller) => {
    const whole = caller.applicationId === 0 && caller.userId === 0;
    if (whole && !query.startsWith('!')) {
      const { userIds, next } = await metadata.call.SearchUsers({ query, ...page }, { caller });
      return { users: userIds, next };
    }
    const { ids, next } = whole ? await ofCompany(page, caller) : await ofApplication(query, page, caller);
    if (ids.length === 0) return { users: [], next };
    const { userIds } = await metadata.call.MatchUsers({ query, candidates: ids }, { caller });
    return { users: userIds, next };
  };
}
