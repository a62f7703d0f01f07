import type { Caller } from '@vitae/kit/caller';
import { decodeCursor, encodeCursor } from '@vitae/kit/cursor';
import { z } from 'zod';
import type { ChangePosition, ChangeSource, UserChange } from '../store.ts';
import type { ResumeDeps } from './deps.ts';
import { userNotFound } from './errors.ts';

export const userChangeKinds = ['created', 'updated', 'deleted'] as const;
type ChangeKind = (typeof userChangeKinds)[number];

const sourcesOf: Record<ChangeKind, readonly ChangeSource[]> = {
  created: ['created users'],
  updated: ['updated users', 'updated CVs'],
  deleted: ['deleted users'],
};

/** The last change of a page: its time in milliseconds, the number of its source, and its id. */
const position = z.tuple([z.int().min(0).max(8.64e15), z.int().min(0).max(1), z.int().positive()]);
type Position = z.infer<typeof position>;

export type ChangedUsersRequest = {
  change: ChangeKind;
  /** Includes changes at this time. */
  since: Date;
  limit: number;
  cursor: string;
  signal?: AbortSignal;
};
/** `ids` has no duplicates. `next` is the cursor of the next page, "" on the last page. */
export type ChangedUsers = { ids: number[]; next: string };

/**
 * Lists users in the order of their changes. A user whose record and CVs changed can be on several pages.
 * @throws {VitaeError} INVALID_ARGUMENT invalid_cursor
 */
export function listChangedUsers({ store }: ResumeDeps) {
  return async (caller: Caller, request: ChangedUsersRequest): Promise<ChangedUsers> => {
    const { companyId } = caller;
    // Owners and applications have no list of users.
    if (caller.userId !== 0 || caller.applicationId !== 0) throw userNotFound();
    const { change, since, limit, cursor, signal } = request;
    const query = ['changed users', companyId, change, since.getTime()];
    const last = cursor === '' ? undefined : decodeCursor(query, cursor, position);
    const read = (source: ChangeSource, index: number) =>
      store.changes.after(source, companyId, startOf(index, last, since), limit + 1, signal);
    const found = (await Promise.all(sourcesOf[change].map(read))).flatMap((changes, index) =>
      changes.map((row) => ({ ...row, index })),
    );
    const changes = found.sort(byPosition);
    const page = changes.slice(0, limit);
    const end = changes.length > limit ? page.at(-1) : undefined;
    return {
      ids: [...new Set(page.map(({ userId }) => userId))],
      next: end ? encodeCursor(query, [end.at.getTime(), end.index, end.id]) : '',
    };
  };
}

/** Changes are ordered by time, source and id. */
function startOf(source: number, last: Position | undefined, since: Date): ChangePosition {
  if (last === undefined) return { at: since, id: 0 };
  const [time, lastSource, id] = last;
  if (source === lastSource) return { at: new Date(time), id };
  return { at: new Date(source < lastSource ? time + 1 : time), id: 0 };
}

type SourcedChange = UserChange & { index: number };

function byPosition(a: SourcedChange, b: SourcedChange): number {
  return a.at.getTime() - b.at.getTime() || a.index - b.index || a.id - b.id;
}
