import { type Caller, companyCaller } from '@vitae/kit/caller';
import { comment, userComment } from '@vitae/proto/comment';
import { contracts } from '@vitae/proto/contract';
import type { CommentsServiceDefinition } from '@vitae/proto/gen/cv/comments/v1/CommentsService';
import { openServiceFixture, type ServiceFixture } from '@vitae/test/support/kit/service-fixture';
import { createCommentsApp } from './app.ts';

const { jest } = import.meta;
const acme = companyCaller(1, 'test');
const globex = companyCaller(2, 'test');
/** In the future, because MongoDB removes expired idempotency keys. */
const start = Date.UTC(2096, 1, 29, 12, 34, 56, 789);
let now = start;
let service: ServiceFixture<CommentsServiceDefinition>;

beforeAll(async () => {
  service = await openServiceFixture(contracts.comments(), (connection) =>
    createCommentsApp({ connection, clock: { now: () => now } }),
  );
});
afterAll(() => service.close());

const ada = {
  kind: 'company',
  id: 0,
  username: 'ada',
  email: 'ada@acme.example',
  firstname: 'Ada',
  lastname: 'Lovelace',
};
const grace = {
  kind: 'user',
  id: 5,
  username: 'grace',
  email: 'grace@acme.example',
  firstname: 'Grace',
  lastname: 'Hopper',
};

const create = (caller: Caller, userId: number, text: string, author = ada, idempotencyKey = '') =>
  service.call.CreateComment({ userId, author, text, idempotencyKey }, { caller });
const update = (caller: Caller, userId: number, text: string, author = ada, ifRevision = 0, ifId = 0) =>
  service.call.UpdateComment({ userId, author, text, ifRevision, ifId }, { caller });
const read = (message: { json: Buffer | Uint8Array | string } | null | undefined) =>
  userComment.parse(JSON.parse(String(message?.json)));
const latest = async (caller: Caller, userId: number, author?: { kind: string; id: number }) => {
  const { items } = await service.call.BatchGetUserComments({
    items: [{ caller, userId, authorKind: author?.kind ?? '', authorId: author?.id ?? 0 }],
  });
  return items[0]?.comment ? read(items[0].comment).text : items[0]?.status?.reason;
};
const list = async (caller: Caller, userId: number) => {
  const filters = [{ type: 'user', value: String(userId), comparator: '' }];
  const page = await service.call.ListComments(
    { filters, sort: [], page: { page: 1, limit: 100, cursor: '' } },
    { caller },
  );
  return (JSON.parse(String(page.json)) as unknown[]).map((item) => comment.parse(item));
};

describe('a comment', () => {
  test('is returned with its user and the keys, order and formats of the specification', async () => {
    const created = await create(acme, 7, '  Strong on compilers.\nCall her. ');
    expect(String(created.json)).toBe(
      `{"id":${created.id},"text":"Strong on compilers.\\nCall her.","created":"2096-02-29T12:34:56+0000","updated":"2096-02-29T12:34:56+0000",` +
        '"author":{"username":"ada","email":"ada@acme.example","firstname":"Ada","lastname":"Lovelace","id":0},"user":7}',
    );
    expect(created).toMatchObject({ userId: 7, revision: 1 });
    expect((await list(acme, 7)).map((item) => Object.keys(item))).toEqual([
      ['id', 'text', 'created', 'updated', 'author'],
    ]);
  });

  test('can be updated only by its author, who updates the latest one on the user', async () => {
    await create(acme, 8, 'first of Ada');
    await create(acme, 8, 'second of Ada');
    now += 5_000;
    await create(acme, 8, 'of Grace', grace);
    const updated = read(await update(acme, 8, 'updated by Ada', { ...ada, lastname: 'King' }));
    expect(updated).toMatchObject({
      created: '2096-02-29T12:34:56+0000',
      updated: '2096-02-29T12:35:01+0000',
      author: { lastname: 'King' },
    });
    expect((await list(acme, 8)).map((item) => item.text)).toEqual(['first of Ada', 'updated by Ada', 'of Grace']);
    expect([await latest(acme, 8), await latest(acme, 8, ada), await latest(acme, 8, grace)]).toEqual([
      'of Grace',
      'updated by Ada',
      'of Grace',
    ]);
    await expect(update(acme, 8, 'x', { ...grace, id: 6 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      reason: 'comment_not_found',
    });
    await expect(update(acme, 9, 'x')).rejects.toMatchObject({ reason: 'comment_not_found' });
  });

  test('of the company has the author id 0 and is updated under any administrator', async () => {
    const administrator = { ...ada, kind: 'administrator', id: 5 };
    const { id } = await create(acme, 9_001, 'of an earlier version', administrator);
    // As earlier versions stored it.
    const stored = service.connection.collection('comments');
    await stored.updateOne({ _id: id } as never, { $set: { 'author.kind': 'administrator', 'author.id': 5 } });
    expect((await list(acme, 9_001))[0]?.author).toMatchObject({ username: 'ada', id: 0 });
    await create(acme, 9_001, 'of Grace', grace);
    expect(read(await update(acme, 9_001, 'by the company', { ...ada, username: 'Acme' }))).toMatchObject({
      id,
      text: 'by the company',
      author: { username: 'Acme', id: 0 },
    });
    await expect(create(acme, 9_001, 'x', { ...grace, id: 0 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('is not updated if it was modified after the caller read it', async () => {
    await create(acme, 10, 'one');
    await expect(update(acme, 10, 'two', ada, 1)).resolves.toMatchObject({ revision: 2 });
    await expect(update(acme, 10, 'three', ada, 1)).rejects.toMatchObject({
      code: 'ABORTED',
      reason: 'revision_conflict',
    });
    const { id } = await update(acme, 10, 'two', ada, 2);
    await expect(update(acme, 10, 'of another', ada, 3, id + 1)).rejects.toMatchObject({ reason: 'revision_conflict' });
    const racing = await Promise.allSettled(
      Array.from({ length: 5 }, (_, index) => update(acme, 10, `race ${index}`, ada, 3, id)),
    );
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is created once with the same idempotency key, even by concurrent requests', async () => {
    const created = await Promise.all(Array.from({ length: 10 }, () => create(acme, 11, 'once', ada, 'key-1')));
    expect(new Set(created.map(({ id }) => id)).size).toBe(1);
    expect(await list(acme, 11)).toHaveLength(1);
    await expect(create(acme, 11, 'another', ada, 'key-1')).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      reason: 'idempotency_key_reused',
    });
    await expect(create(acme, 12, 'once', ada, 'key-1')).rejects.toMatchObject({ reason: 'idempotency_key_reused' });
    expect((await create(globex, 11, 'once', ada, 'key-1')).id).not.toBe(created[0]?.id);
  });

  test('is created with its idempotency key in one transaction', async () => {
    const { collection } = service.connection.model('Comment');
    const insert = jest
      .spyOn(collection, 'insertOne')
      .mockImplementationOnce(() => Promise.reject(new Error('killed')));
    await expect(create(acme, 11, 'lost', ada, 'key-2')).rejects.toMatchObject({ code: 'INTERNAL' });
    insert.mockRestore();
    const { id } = await create(acme, 11, 'lost', ada, 'key-2');
    expect(await create(acme, 11, 'lost', ada, 'key-2')).toMatchObject({ id });
    const keys = service.connection.collection('idempotency');
    expect(await keys.findOne({ _id: '1 key-2' as never })).toMatchObject({
      companyId: 1,
      commentId: id,
      userIds: [11],
    });
    expect(await keys.indexes()).toContainEqual(
      expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 86_400 }),
    );
  });

  test('keeps the idempotency key that an earlier version stored', async () => {
    const comments = service.connection.collection('comments');
    const keys = service.connection.collection('idempotency');
    /** Creates a comment as earlier versions stored it. */
    const createEarlier = async (key: string, created: number) => {
      const { id } = await create(acme, 11, key, grace, key);
      const stored = await keys.findOne({ _id: `1 ${key}` as never });
      const idempotency = { key, fingerprint: stored?.fingerprint };
      await comments.updateOne({ _id: id as never }, { $set: { idempotency, created: new Date(created) } });
      return id;
    };
    const recent = await createEarlier('recent', now - 86_000_000);
    await createEarlier('expired', now - 86_400_001);
    await keys.deleteMany({});
    const partialFilterExpression = { 'idempotency.key': { $exists: true } };
    await comments.createIndex({ companyId: 1, 'idempotency.key': 1 }, { partialFilterExpression });
    const { prepare } = createCommentsApp({ connection: service.connection, clock: { now: () => now } });
    await prepare();
    await prepare();
    expect((await comments.indexes()).filter(({ key }) => 'idempotency.key' in key)).toEqual([]);
    expect(await keys.find({}).toArray()).toMatchObject([{ _id: '1 recent', companyId: 1, userIds: [11, 5] }]);
    expect(await create(acme, 11, 'recent', grace, 'recent')).toMatchObject({ id: recent });
  });

  test('does not exist for another company or another owner', async () => {
    const { id } = await create(acme, 13, 'ours');
    const other = await create(globex, 14, 'theirs');
    const requested = [
      [globex, id],
      [acme, id],
      [globex, other.id],
      [companyCaller(0, 'test'), id],
      [{ ...acme, userId: 14 }, id],
      [{ ...acme, userId: 13 }, id],
    ] as const;
    const { items } = await service.call.BatchGetComments({
      items: requested.map(([caller, commentId]) => ({ caller, id: commentId })),
    });
    expect(items.map((item) => (item.comment ? read(item.comment).text : item.status?.reason))).toEqual([
      'comment_not_found',
      'ours',
      'theirs',
      'caller_missing',
      'comment_not_found',
      'ours',
    ]);
    expect([await latest(globex, 13), await list(globex, 13)]).toEqual(['comment_not_found', []]);
    await expect(update(globex, 13, 'x')).rejects.toMatchObject({ reason: 'comment_not_found' });
    expect(await latest({ ...acme, userId: 14 }, 13)).toBe('user_not_found');
    expect(await list({ ...acme, userId: 14 }, 13)).toEqual([]);
  });
});

describe('a deleted user', () => {
  test('has no comments and is not shown as an author', async () => {
    const { id } = await create(acme, 5, 'about Grace');
    await create(acme, 20, 'by Grace', grace, 'of-grace');
    await create(acme, 20, 'by the company');
    await create(globex, 5, 'about another 5', grace);
    await service.call.HideUser({ userId: 5 }, { caller: acme });
    await service.call.HideUser({ userId: 5 }, { caller: acme });
    expect([await latest(acme, 5), await list(acme, 5)]).toEqual(['comment_not_found', []]);
    const { items } = await service.call.BatchGetComments({ items: [{ caller: acme, id }] });
    expect(items[0]?.status?.reason).toBe('comment_not_found');
    expect((await list(acme, 20)).map(({ text, author }) => [text, author.username, author.id])).toEqual([
      ['by Grace', '', 0],
      ['by the company', 'ada', 0],
    ]);
    expect(await list(globex, 5)).toMatchObject([{ author: { username: 'grace' } }]);
  });

  test('is erased with all comments on and by the user', async () => {
    await service.call.EraseUser({ userId: 5 }, { caller: acme });
    await service.call.EraseUser({ userId: 5 }, { caller: acme });
    expect((await list(acme, 20)).map(({ text }) => text)).toEqual(['by the company']);
    const remaining = JSON.stringify(await service.connection.collection('comments').find({ companyId: 1 }).toArray());
    expect(remaining).not.toContain('grace');
    expect(remaining).not.toContain('about Grace');
    const keys = service.connection.collection('idempotency');
    expect(await keys.countDocuments({ companyId: 1, userIds: 5 })).toBe(0);
    expect(await list(globex, 5)).toHaveLength(1);
  });
});

describe('an invalid comment', () => {
  test.each([
    ['no text', { text: '   ' }, 'text'],
    ['10,001 characters', { text: 'x'.repeat(10_001) }, 'text'],
    ['a control character', { text: 'a\u0000b' }, 'text'],
    ['no user', { userId: 0 }, 'userId'],
    ['no author', { author: { ...grace, id: 0 } }, 'author.id'],
    ['an unknown kind of author', { author: { ...ada, kind: 'robot' } }, 'author.kind'],
    ['a line break in a name', { author: { ...ada, firstname: 'A\nda' } }, 'author.firstname'],
    ['an idempotency key of 256 characters', { idempotencyKey: 'x'.repeat(256) }, 'idempotencyKey'],
  ])('with %s is rejected with the name of the field', async (_what, invalid, field) => {
    const request = service.call.CreateComment(
      { userId: 30, author: ada, text: 'x', idempotencyKey: '', ...invalid },
      { caller: acme },
    );
    await expect(request).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: [expect.objectContaining({ field })],
    });
    expect(await list(acme, 30)).toEqual([]);
  });

  test('is rejected in a call without a company', async () => {
    await expect(create(companyCaller(0, 'test'), 30, 'x')).rejects.toMatchObject({ reason: 'caller_missing' });
    await expect(list(companyCaller(0, 'test'), 30)).rejects.toMatchObject({ reason: 'caller_missing' });
  });
});
