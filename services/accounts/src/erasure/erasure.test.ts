import { companyCaller } from '@vitae/kit/caller';
import { notFound, unavailable } from '@vitae/kit/errors';
import { createLogger } from '@vitae/kit/log';
import { createDeleteUser } from './delete-user.ts';
import { createEraser } from './eraser.ts';
import type { PendingDeletion, PendingDeletions } from './pending-deletions.ts';
import type { UserTraces } from './user-traces.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const caller = companyCaller(1, 'request-1');
const DAY = 86_400_000;

/** A platform of one company: users that are there, deleted, and what a part keeps of them. */
function platform() {
  let now = Date.UTC(2026, 0, 1);
  const there = new Set([1, 2, 3]);
  const deleted = new Map<number, number>();
  const kept = new Map<number, 'shown' | 'hidden'>([1, 2, 3].map((id) => [id, 'shown']));
  const waiting = new Map<number, PendingDeletion & { at: Date }>();
  let away = false;
  const part = async (work: () => void) => {
    if (away) throw unavailable('service_unavailable', 'away');
    work();
  };
  const traces: UserTraces[] = [
    { name: 'a part without a duty' },
    {
      name: 'comments',
      hide: ({ userId }) => part(() => kept.has(userId) && kept.set(userId, 'hidden')),
      erase: ({ userId }) => part(() => kept.delete(userId)),
    },
  ];
  const pending: PendingDeletions = {
    put: async (deletion, at) => void waiting.set(deletion.userId, { ...deletion, at }),
    before: async (moment) => [...waiting.values()].filter(({ at }) => at < moment),
    remove: async ({ userId }) => void waiting.delete(userId),
  };
  const resume = {
    user: async ({ id }: { id: string }) => {
      if (!there.has(Number(id))) throw notFound('user_not_found', 'gone');
      return { id: Number(id), revision: 1, json: Buffer.from('{}') };
    },
    call: {
      DeleteUser: async ({ id = '' }: { id?: string }) => {
        there.delete(Number(id));
        deleted.set(Number(id), now);
        return { id: Number(id), cvIds: [10] };
      },
      ListDeletedUsers: async ({ deletedBefore = 0 }: { deletedBefore?: number | string }) => ({
        users: [...deleted]
          .filter(([, at]) => at < Number(deletedBefore))
          .map(([id, deletedAt]) => ({ companyId: 1, id, deletedAt, cvIds: [10] })),
      }),
      EraseUser: async ({ id = 0 }: { id?: number }) => {
        deleted.delete(id);
        return { id, cvIds: [] };
      },
      EraseDeletedCvs: async () => ({ cvIds: [] }),
    },
  };
  const parts = { resume: resume as never, traces, pending, clock: { now: () => now }, log };
  return {
    there,
    deleted,
    kept,
    waiting,
    deleteUser: createDeleteUser(parts),
    eraser: createEraser({ ...parts, retentionMs: 30 * DAY }),
    pass: (ms: number) => (now += ms),
    setAway: (value: boolean) => (away = value),
  };
}

const user = (id: number) => ({ id: String(id), byIdOrigin: false });

test('a deleted user is hidden everywhere at once, and erased after the retention time, not before', async () => {
  const { deleteUser, eraser, kept, waiting, deleted, pass } = platform();
  await deleteUser(user(1), caller);
  expect([kept.get(1), waiting.size]).toEqual(['hidden', 0]);
  pass(30 * DAY - 1);
  expect(await eraser.run()).toMatchObject({ erased: 0 });
  pass(2);
  expect(await eraser.run()).toMatchObject({ erased: 1 });
  expect([kept.has(1), deleted.size, kept.size]).toEqual([false, 0, 2]);
});

test('a deletion that one part missed is carried on when the part is back', async () => {
  const { deleteUser, eraser, kept, waiting, pass, setAway } = platform();
  setAway(true);
  await deleteUser(user(1), caller);
  expect([kept.get(1), waiting.size]).toEqual(['shown', 1]);
  pass(60_000);
  await expect(eraser.run()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  setAway(false);
  expect(await eraser.run()).toMatchObject({ carriedOn: 1 });
  expect([kept.get(1), waiting.size]).toEqual(['hidden', 0]);
});

test('a deletion that was written down and never happened is forgotten, and the user stays', async () => {
  const { eraser, kept, waiting, pass } = platform();
  waiting.set(2, { companyId: 1, userId: 2, at: new Date(Date.UTC(2026, 0, 1)) });
  pass(60_000);
  expect(await eraser.run()).toMatchObject({ carriedOn: 1, erased: 0 });
  expect([kept.get(2), waiting.size]).toEqual(['shown', 0]);
});

test('an erasure that a part missed leaves the user to be found again', async () => {
  const { deleteUser, eraser, deleted, kept, pass, setAway } = platform();
  await deleteUser(user(1), caller);
  await deleteUser(user(2), caller);
  pass(31 * DAY);
  setAway(true);
  expect(await eraser.run()).toMatchObject({ erased: 0 });
  expect(deleted.size).toBe(2);
  setAway(false);
  expect(await eraser.run()).toMatchObject({ erased: 2 });
  expect([...kept.keys()]).toEqual([3]);
});

test('deleting a user who is not there changes nothing', async () => {
  const { deleteUser, waiting, there } = platform();
  await expect(deleteUser(user(9), caller)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect([waiting.size, there.size]).toEqual([0, 3]);
});
