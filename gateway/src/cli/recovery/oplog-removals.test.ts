import mongoose from 'mongoose';
import { findRemovals } from './oplog-removals.ts';

const { BSON, Timestamp, ObjectId } = mongoose.mongo;

const T = 1_800_000_000;
type Write = { op: string; ns: string; o: Record<string, unknown> };

const entry = (second: number, write: Write): Uint8Array =>
  BSON.serialize({ ...write, ts: new Timestamp({ t: second, i: 1 }), v: 2 });
const insert = (ns: string, o: Record<string, unknown>): Write => ({ op: 'i', ns, o });
const transaction = (...writes: Write[]): Write => ({ op: 'c', ns: 'admin.$cmd', o: { applyOps: writes } });
const audit = (action: string, kind: string, id: string): Write =>
  insert('vitae_gateway.auditEntries', { _id: new ObjectId(), companyId: 7, action, target: { kind, id, name: 'n' } });

/** Splits the bytes in the middle of documents. */
async function* inPieces(...entries: Uint8Array[]): AsyncGenerator<Uint8Array> {
  const all = Buffer.concat(entries);
  for (let from = 0; from < all.length; from += 7) yield all.subarray(from, from + 7);
}

test('finds users, CVs, keys, applications and accesses that were removed after the second', async () => {
  const removals = await findRemovals(
    inPieces(
      entry(T, transaction(insert('vitae_resume.deleted_users', { _id: 1, companyId: 7 }))),
      entry(
        T + 1,
        transaction(
          insert('vitae_resume.deleted_users', { _id: 2, companyId: 7 }),
          insert('vitae_resume.deleted_cvs', { _id: 20, companyId: 7, withUser: true }),
          insert('vitae_resume.deleted_cvs', { _id: 21, companyId: 7, withUser: false }),
        ),
      ),
      entry(T + 2, audit('keyRevoked', 'key', '3')),
      entry(T + 2, audit('applicationDisabled', 'application', '4')),
      entry(T + 3, { op: 'd', ns: 'vitae_gateway.grants', o: { _id: 'grant' } }),
      entry(T + 3, insert('vitae_resume.names', { _id: 5 })),
    ),
    T,
  );
  expect(removals).toEqual({
    users: [{ companyId: 7, id: 2 }],
    cvs: [{ companyId: 7, id: 21 }],
    keys: [{ companyId: 7, id: 3 }],
    applications: [{ companyId: 7, id: 4 }],
    grants: ['grant'],
    review: [],
  });
});

test('omits what was created after the second, because its id will be used again', async () => {
  const removals = await findRemovals(
    inPieces(
      entry(T + 1, insert('vitae_resume.users', { _id: 9, companyId: 7 })),
      entry(T + 2, insert('vitae_resume.deleted_users', { _id: 9, companyId: 7 })),
      entry(T + 3, insert('vitae_gateway.keys', { _id: 3, companyId: 7 })),
      entry(T + 4, audit('keyRevoked', 'key', '3')),
    ),
    T,
  );
  expect([removals.users, removals.keys]).toEqual([[], []]);
});

test('omits a CV that its owner restored, unless it was deleted once more', async () => {
  const deletion = insert('vitae_resume.deleted_cvs', { _id: 21, companyId: 7, withUser: false });
  const restoration = insert('vitae_resume.cvs', { _id: 21, companyId: 7 });
  const entries = [entry(T + 1, deletion), entry(T + 2, restoration)];
  expect((await findRemovals(inPieces(...entries), T)).cvs).toEqual([]);
  expect((await findRemovals(inPieces(...entries, entry(T + 3, deletion)), T)).cvs).toEqual([{ companyId: 7, id: 21 }]);
});

test('lists other security changes for review', async () => {
  const { review } = await findRemovals(inPieces(entry(T + 1, audit('administratorRemoved', 'administrator', '5'))), T);
  expect(review).toEqual([
    { at: expect.any(String), companyId: 7, action: 'administratorRemoved', kind: 'administrator', id: 5, name: 'n' },
  ]);
});

test('rejects an incomplete file', async () => {
  const cut = entry(T + 1, audit('keyRevoked', 'key', '3')).subarray(0, -1);
  await expect(findRemovals(inPieces(cut), T)).rejects.toThrow('The oplog is incomplete');
  await expect(findRemovals(inPieces(Buffer.alloc(8)), T)).rejects.toThrow('The file is not an oplog');
});
