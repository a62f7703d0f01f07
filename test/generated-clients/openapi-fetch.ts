import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { components, paths } from './openapi-typescript.ts';
import { credentials, expectStatus, prefix, printRequests } from './scenario.ts';
import { signingMiddleware } from './vitae-auth/openapi-fetch.ts';

type Schemas = components['schemas'];

const client = createClient<paths>({ baseUrl: credentials.url });
client.use(signingMiddleware(credentials));

const newUser: Schemas['NewUser'] = {
  username: `${prefix}-ada`,
  email: `${prefix}-ada@example.com`,
  firstname: 'Ada',
  lastname: 'Lovelace',
  phone: null,
};
const user = expectStatus('createUser', 201, await client.POST('/api/v1/users', { body: newUser }));
const taken = await client.POST('/api/v1/users', { body: newUser });
expectStatus('createUser', 409, taken);
assert.equal(typeof taken.error === 'object' && 'error' in taken.error && taken.error.error.code, 409);
const path = { id: String(user.id) };
expectStatus('getUser', 200, await client.GET('/api/v1/users/{id}', { params: { path } }));
const changed = expectStatus(
  'updateUser',
  200,
  await client.PUT('/api/v1/users/{id}', { params: { path }, body: { phone: '+44 20 1234' } }),
);
assert.equal(changed.phone, '+44 20 1234');
expectStatus(
  'createUser',
  201,
  await client.POST('/api/v1/users', {
    body: { ...newUser, username: `${prefix}-bob`, email: `${prefix}-bob@example.com` },
  }),
);
const page = expectStatus('listUsers', 200, await client.GET('/api/v1/users', { params: { query: { limit: 1 } } }));
const cursor = new URL(page.next ?? '', credentials.url).searchParams.get('cursor') ?? '';
const next = expectStatus(
  'listUsers',
  200,
  await client.GET('/api/v1/users', { params: { query: { limit: 1, cursor } } }),
);
assert.notEqual(next.users[0]?.id, page.users[0]?.id);
expectStatus('searchUsers', 200, await client.GET('/api/v1/users/search', { params: { query: { term: 'Lovelace' } } }));
expectStatus(
  'setUserKind',
  204,
  await client.PUT('/api/v1/users/{id}/kind', { params: { path }, body: { kind: 'candidate' } }),
);

const tag = expectStatus(
  'createTag',
  201,
  await client.POST('/api/v1/tags', { body: { title: `${prefix} Java`, translations: { fr: 'Java' } } }),
);
const tagPath = { id: tag.id };
expectStatus('getTag', 200, await client.GET('/api/v1/tags/{id}', { params: { path: tagPath } }));
expectStatus(
  'updateTag',
  200,
  await client.PUT('/api/v1/tags/{id}', { params: { path: tagPath }, body: { title: `${prefix} Kotlin` } }),
);
expectStatus(
  'addUserTags',
  204,
  await client.PUT('/api/v1/users/{id}/associateTags', { params: { path }, body: { tags: [tag.id] } }),
);
const tags = expectStatus('listUserTags', 200, await client.GET('/api/v1/users/{id}/tags', { params: { path } }));
assert.equal(tags[0]?.title, `${prefix} Kotlin`);

const content: Schemas['CvContent'] = {
  title: 'Mathematician',
  culture: 'en_UK',
  userInformation: { DriversLicence: 1 },
  skills: { skill: [{ title: 'Mathematics', children: { skill: [{ title: 'Analysis' }] } }] },
};
const cv = expectStatus(
  'createCv',
  201,
  await client.POST('/api/v1/users/{id}/cv', { params: { path }, body: content }),
);
const cvPath = { id: cv.id };
const read = expectStatus('getCv', 200, await client.GET('/api/v1/cv/{id}', { params: { path: cvPath } }));
assert.equal(read.userInformation.DriversLicence, 1);
assert.equal(read.skills.skill[0]?.children.skill[0]?.title, 'Analysis');
expectStatus(
  'replaceCv',
  200,
  await client.PUT('/api/v1/cv/{id}', { params: { path: cvPath }, body: { ...content, title: 'Countess' } }),
);
expectStatus(
  'setCvStatus',
  200,
  await client.PUT('/api/v1/cv/{id}/status', { params: { path: cvPath }, body: { status: 'proofreading' } }),
);
const list = expectStatus(
  'listCvs',
  200,
  await client.POST('/api/v1/cv/list', {
    body: { filters: [{ type: 'tagId', value: tag.id }], sort: [{ field: 'updated' }] },
  }),
);
assert.equal(list.resumes[0]?.title, 'Countess');
expectStatus(
  'listCvsByStatus',
  200,
  await client.GET('/api/v1/svc/cv/status/{status}', {
    params: { path: { status: 'proofreading' }, query: { since: '@0' } },
  }),
);
expectStatus(
  'replaceWebDisplay',
  200,
  await client.PUT('/api/v1/cv/{id}/display/web', {
    params: { path: cvPath },
    body: { id: 'modern', color: '#aa00ff' },
  }),
);
expectStatus('getPrintDisplay', 200, await client.GET('/api/v1/cv/{id}/display/print', { params: { path: cvPath } }));
const exported = await client.GET('/api/v1/cv/{id}/export/{format}', {
  params: { path: { ...cvPath, format: 'txt' } },
  parseAs: 'text',
});
expectStatus('exportCv', 200, exported);
assert.match(String(exported.data), /Countess/);

expectStatus(
  'createComment',
  201,
  await client.POST('/api/v1/users/{id}/comment', { params: { path }, body: { comment: 'Remarkable' } }),
);
const comment = expectStatus(
  'getLatestComment',
  200,
  await client.GET('/api/v1/users/{id}/comment', { params: { path } }),
);
assert.equal(comment.text, 'Remarkable');
const comments = expectStatus(
  'listComments',
  200,
  await client.POST('/api/v1/comments', { body: { filters: [{ type: 'user', value: user.id }] } }),
);
assert.equal(comments.comments.length, 1);
expectStatus(
  'replaceUserPreferences',
  200,
  await client.PUT('/api/v1/users/{id}/employmentpreferences', {
    params: { path },
    body: { grossSalaryMin: 3, positions: { position: [{ id: 201 }] } },
  }),
);
const { employmentPreferences } = expectStatus(
  'getUserPreferences',
  200,
  await client.GET('/api/v1/users/{id}/employmentpreferences', { params: { path } }),
);
assert.equal(employmentPreferences.grossSalaryMin, '3');
expectStatus(
  'updateMetadata',
  200,
  await client.POST('/api/v1/svc/metadata/update', {
    body: {
      metadatas: { users: { user: [user.id] }, assign: { metadatas: { metadata: [{ key: `${prefix}.vip` }] } } },
    },
  }),
);
const found = expectStatus(
  'searchMetadata',
  200,
  await client.GET('/api/v1/svc/metadata/search', { params: { query: { key: `${prefix}.*` } } }),
);
assert.deepEqual(found.users, [user.id]);
expectStatus('getCodeTables', 200, await client.GET('/api/v1/baseslist', { params: { query: { locale: 'fr' } } }));
expectStatus('getRateLimit', 200, await client.GET('/api/v1/rate-limit'));
expectStatus('getCv', 404, await client.GET('/api/v1/cv/{id}', { params: { path: { id: 999_999_999 } } }));
expectStatus('deleteTag', 204, await client.DELETE('/api/v1/tags/{id}', { params: { path: tagPath } }));
expectStatus('deleteUser', 204, await client.DELETE('/api/v1/users/{id}', { params: { path } }));
printRequests();
