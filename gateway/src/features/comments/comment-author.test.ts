import type { Administrator } from '@vitae/accounts/administrators/administrators';
import { companyCaller } from '@vitae/kit/caller';
import { createCommentAuthor } from './comment-author.ts';

const caller = companyCaller(3, 'test');
const company = { id: 3, name: 'Acme', timeZone: 'UTC', limits: { standard: 1, intensive: 1 }, version: 1 };

function authorOf(administrators: Pick<Administrator, 'id' | 'email'>[]) {
  const notAsked = () => Promise.reject(new Error('not asked'));
  const listOfCompany = async (id: number) => (id === 3 ? (administrators as Administrator[]) : []);
  const find = async (id: number) => (id === 3 ? company : undefined);
  return createCommentAuthor({ user: notAsked }, { listOfCompany }, { find })(undefined, caller);
}

test('a comment of a company has the name of its oldest administrator, but not the id', async () => {
  const author = await authorOf([
    { id: 7, email: 'first@acme.example' },
    { id: 8, email: 'second@acme.example' },
  ]);
  expect(author).toEqual({
    kind: 'company',
    id: 0,
    username: 'first@acme.example',
    email: 'first@acme.example',
    firstname: '',
    lastname: '',
  });
});

test('a comment of a company without an administrator has the name of the company', async () => {
  expect(await authorOf([])).toEqual({
    kind: 'company',
    id: 0,
    username: 'Acme',
    email: '',
    firstname: '',
    lastname: 'Acme',
  });
});
