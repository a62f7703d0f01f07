import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { createBatchedRead } from '@vitae/kit/batched-read';
import { toBatchResult } from '@vitae/proto/clients/batch-result';
import type { Services } from '@vitae/proto/clients/services';
import type { Comment } from '@vitae/proto/comment';
import type { EmploymentPreferences } from '@vitae/proto/employment-preferences';
import type { Preferences } from '@vitae/proto/gen/cv/preferences/v1/Preferences';
import { callerOf } from './own-profile.ts';

/** The unique visitors of a day, `YYYY-MM-DD` in UTC. */
export type DayVisits = { date: string; visitors: number };

/** Comments about the owner, the newest first. `next` is the cursor of the next page. */
export type CommentList = { comments: Comment[]; next: string | undefined };

export type OwnPreferences = { preferences: EmploymentPreferences; revision: number };

/** What the services know about the signed-in owner, besides CVs and the user record. */
export type OwnRecords = {
  /** The visits of all CVs, or of one, on each of the last `days` days, the oldest first. */
  dailyVisits(
    owner: Owner,
    period: { days: number; cvId?: number | undefined },
    requestId: string,
  ): Promise<DayVisits[]>;
  /** @throws {VitaeError} INVALID_ARGUMENT invalid_cursor */
  comments(owner: Owner, page: { limit: number; cursor: string }, requestId: string): Promise<CommentList>;
  preferences(owner: Owner, requestId: string): Promise<OwnPreferences>;
  /** @throws {VitaeError} ABORTED revision_conflict if the preferences no longer have this revision */
  setPreferences(owner: Owner, body: unknown, revision: number, requestId: string): Promise<void>;
};

type RecordServices = { [Name in 'stats' | 'comments' | 'preferences']: Pick<Services[Name], 'call'> };

const DAY_MS = 86_400_000;

export function createOwnRecords({ stats, comments, preferences }: RecordServices): OwnRecords {
  const read = createBatchedRead<{ userId: number }, Preferences>(async (items, deadlineMs) => {
    const request = { items: items.map(({ caller, key }) => ({ caller, ...key })) };
    const { items: results } = await preferences.call.BatchGetPreferences(request, { deadlineMs });
    return results.map((item) => toBatchResult(item.status, item.preferences));
  });
  return {
    comments: async (owner, page, requestId) => {
      const sort = [{ field: 'created', descending: true }];
      // The service returns only comments on the user of the caller.
      const list = await comments.call.ListComments({ sort, page }, { caller: callerOf(owner, requestId) });
      return { comments: JSON.parse(list.json.toString('utf8')) as Comment[], next: list.next || undefined };
    },
    preferences: async (owner, requestId) => {
      const { json, revision } = await read({ userId: owner.userId }, callerOf(owner, requestId));
      return { preferences: JSON.parse(json.toString('utf8')) as EmploymentPreferences, revision };
    },
    setPreferences: async (owner, body, ifRevision, requestId) => {
      const request = { userId: owner.userId, preferences: Buffer.from(JSON.stringify(body)), ifRevision };
      await preferences.call.SetPreferences(request, { caller: callerOf(owner, requestId) });
    },
    dailyVisits: async (owner, { days, cvId = 0 }, requestId) => {
      const { userId } = owner;
      const visits = await stats.call.GetDailyVisits({ userId, cvId, days }, { caller: callerOf(owner, requestId) });
      const counted = new Map(visits.days.map(({ date, visitors }) => [date, visitors]));
      return daysUpTo(visits.today, days).map((date) => ({ date, visitors: counted.get(date) ?? 0 }));
    },
  };
}

function daysUpTo(last: string, count: number): string[] {
  const end = Date.parse(last);
  return Array.from({ length: count }, (_, index) =>
    new Date(end - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
