import { companyCaller } from '@vitae/kit/caller';
import { notFound, unavailable } from '@vitae/kit/errors';
import { createLogger } from '@vitae/kit/log';
import { createMetrics, type Metrics } from '@vitae/kit/metrics';
import { freeLease } from '@vitae/test/support/kit/free-lease';
import { createDeleteUser, type PendingDeletion, type PendingDeletionStore } from './delete-user.ts';
import { createEraser, observeErasure } from './eraser.ts';
import type { PersonalDataSource } from './personal-data.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const caller = companyCaller(1, 'request-1');
const DAY = 86_400_000;

/** A platform with one company, three users and one source of personal data. */
function createPlatform() {
  let now = Date.UTC(2026, 0, 1);
  const existing = new Set([1, 2, 3]);
  const deleted = new Map<number, number>();
  const comments = new Map<number, 'shown' | 'hidden'>([1, 2, 3].map((id) => [id, 'shown']));
  const pendingById = new Map<number, PendingDeletion & { at: Date }>();
  let unavailableSource = false;
  let damagedUser = 0;
  const operation = async (work: () => void) => {
    if (unavailableSource) throw unavailable('service_unavailable', 'unavailable');
    work();
  };
  const sources: PersonalDataSource[] = [
    { name: 'a source without operations' },
    {
      name: 'comments',
      hide: ({ userId }) => operation(() => comments.has(userId) && comments.set(userId, 'hidden')),
      erase: ({ userId }) =>
        operation(() => {
          if (userId === damagedUser) throw new TypeError('damaged');
          comments.delete(userId);
        }),
    },
  ];
  const pending: PendingDeletionStore = {
    put: async (deletion, at) => void pendingById.set(deletion.userId, { ...deletion, at }),
    before: async (moment) => [...pendingById.values()].filter(({ at }) => at < moment),
    remove: async ({ userId }) => void pendingById.delete(userId),
  };
  const resume = {
    user: async ({ id }: { id: string }) => {
      if (!existing.has(Number(id))) throw notFound('user_not_found', 'deleted');
      return { id: Number(id), revision: 1, json: Buffer.from('{}') };
    },
    call: {
      DeleteUser: async ({ id = '' }: { id?: string }) => {
        existing.delete(Number(id));
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
  const dependencies = { resume: resume as never, sources, pending, clock: { now: () => now }, log };
  return {
    existing,
    deleted,
    comments,
    pendingById,
    deleteUser: createDeleteUser(dependencies),
    eraser: createEraser({ ...dependencies, lease: freeLease, retentionMs: 30 * DAY }),
    observe: (metrics: Metrics) => observeErasure(metrics, { ...dependencies, retentionMs: 30 * DAY }),
    advance: (ms: number) => (now += ms),
    damage: (userId: number) => (damagedUser = userId),
    setUnavailable: (value: boolean) => (unavailableSource = value),
  };
}

const user = (id: number) => ({ id: String(id), byIdOrigin: false });

describe('user erasure', () => {
  test('hides a deleted user immediately and erases the user only after the retention period', async () => {
    const { deleteUser, eraser, comments, pendingById, deleted, advance } = createPlatform();
    await deleteUser(user(1), caller);
    expect([comments.get(1), pendingById.size]).toEqual(['hidden', 0]);
    advance(30 * DAY - 1);
    expect(await eraser.run()).toMatchObject({ erased: 0 });
    advance(2);
    expect(await eraser.run()).toMatchObject({ erased: 1 });
    expect([comments.has(1), deleted.size, comments.size]).toEqual([false, 0, 2]);
  });

  test('resumes a deletion when an unavailable source is available again', async () => {
    const { deleteUser, eraser, comments, pendingById, advance, setUnavailable } = createPlatform();
    setUnavailable(true);
    await deleteUser(user(1), caller);
    expect([comments.get(1), pendingById.size]).toEqual(['shown', 1]);
    advance(60_000);
    expect(await eraser.run()).toMatchObject({ resumed: 0 });
    expect(pendingById.size).toBe(1);
    setUnavailable(false);
    expect(await eraser.run()).toMatchObject({ resumed: 1 });
    expect([comments.get(1), pendingById.size]).toEqual(['hidden', 0]);
  });

  test('discards a pending deletion whose user still exists', async () => {
    const { eraser, comments, pendingById, advance } = createPlatform();
    pendingById.set(2, { companyId: 1, userId: 2, at: new Date(Date.UTC(2026, 0, 1)) });
    advance(60_000);
    expect(await eraser.run()).toMatchObject({ resumed: 1, erased: 0 });
    expect([comments.get(2), pendingById.size]).toEqual(['shown', 0]);
  });

  test('retries an erasure that failed in one source', async () => {
    const { deleteUser, eraser, deleted, comments, advance, setUnavailable } = createPlatform();
    await deleteUser(user(1), caller);
    await deleteUser(user(2), caller);
    advance(31 * DAY);
    setUnavailable(true);
    expect(await eraser.run()).toMatchObject({ erased: 0 });
    expect(deleted.size).toBe(2);
    setUnavailable(false);
    expect(await eraser.run()).toMatchObject({ erased: 2 });
    expect([...comments.keys()]).toEqual([3]);
  });

  test('erases the others if the data of one user cannot be erased, and reports for how long it is overdue', async () => {
    const { deleteUser, eraser, deleted, advance, damage, observe } = createPlatform();
    const metrics = createMetrics('test');
    observe(metrics);
    const values = async () => {
      const text = await metrics.render();
      const named = (name: string) => Number(new RegExp(`^${name}\\{.*\\} (.+)$`, 'm').exec(text)?.[1]);
      return [named('vitae_erasure_overdue_users'), named('vitae_erasure_overdue_seconds')];
    };
    await deleteUser(user(1), caller);
    await deleteUser(user(2), caller);
    damage(1);
    advance(31 * DAY);
    expect(await values()).toEqual([2, 86_400]);
    expect(await eraser.run()).toMatchObject({ erased: 1 });
    expect([...deleted.keys()]).toEqual([1]);
    expect(await values()).toEqual([1, 86_400]);
    damage(0);
    expect(await eraser.run()).toMatchObject({ erased: 1 });
    expect(await values()).toEqual([0, 0]);
  });

  test('changes nothing if the user does not exist', async () => {
    const { deleteUser, pendingById, existing } = createPlatform();
    await expect(deleteUser(user(9), caller)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect([pendingById.size, existing.size]).toEqual([0, 3]);
  });
});
