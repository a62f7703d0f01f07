import { parseParameters } from '@vitae/accounts/signatures/parameters';
import { VitaeError } from '@vitae/kit/errors';
import { companyRoutes } from '../routes.ts';
import type { RequestContext } from './request-context.ts';

const deletions = companyRoutes.filter(({ method, operation }) => operation.conditional && method === 'DELETE');

/** Records the revisions that changes require. The current revision is 7. */
function recordingDependencies(required: unknown[]) {
  const change = (ifRevision: unknown) => {
    required.push(ifRevision);
    return Promise.reject(new VitaeError('ABORTED', 'revision_conflict', 'Changed'));
  };
  const current = async () => ({ revision: 7, json: Buffer.from('{}') });
  const changeByLast = (...values: unknown[]) => change(values.at(-1));
  const call = new Proxy(
    {},
    {
      get: (_target, method) =>
        String(method).startsWith('Get') ? current : ({ ifRevision }: { ifRevision?: number }) => change(ifRevision),
    },
  );
  return {
    resume: { call, cv: current, user: current },
    cvPasswords: { set: changeByLast, remove: changeByLast },
    erasure: { deleteUser: changeByLast },
  } as never;
}

function contextOf(tag: string): RequestContext {
  const request = { method: 'DELETE', query: {}, headers: { 'if-match': tag } };
  const signed = { method: 'DELETE', path: '/', parameters: parseParameters('') };
  const params = { id: '5', experienceId: '6' };
  return { caller: { companyId: 1 }, params, request, signed } as unknown as RequestContext;
}

test.each(deletions)('$name deletes only the revision that If-Match names', async ({ operation }) => {
  for (const [tag, revision] of [
    ['"4"', 4],
    ['*', 7],
  ] as const) {
    const required: unknown[] = [];
    const response = operation.handle(contextOf(tag), recordingDependencies(required));
    await expect(response).rejects.toMatchObject({ reason: 'revision_mismatch' });
    expect(required).toEqual([revision]);
  }
});

test.each(deletions)('$name reports a conflict with another request if there is no If-Match', async ({ operation }) => {
  const response = operation.handle(contextOf(''), recordingDependencies([]));
  await expect(response).rejects.toMatchObject({ reason: 'revision_conflict' });
});

test('every deletion of a CV, a user or a tag is conditional', () => {
  const names = deletions.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['users.delete', 'tags.delete', 'cv.delete', 'cv.protection.delete']));
});
