import assert from 'node:assert/strict';
import { createClient } from './hey-api/client/index.ts';
import * as api from './hey-api/index.ts';
import { credentials, expectStatus, prefix, printRequests } from './scenario.ts';
import { createFetch } from './vitae-auth/vitae-auth.ts';

const client = createClient({ baseUrl: credentials.url, fetch: createFetch(credentials) });

const newUser: api.NewUser = {
  username: `${prefix}-ada`,
  email: `${prefix}-ada@example.com`,
  firstname: 'Ada',
  lastname: 'Lovelace',
  phone: null,
};
const user = expectStatus('createUser', 201, await api.createUser({ client, body: newUser }));
expectStatus('createUser', 409, await api.createUser({ client, body: newUser }));
const path = { id: String(user.id) };
expectStatus('getUser', 200, await api.getUser({ client, path }));
const changed = expectStatus('updateUser', 200, await api.updateUser({ client, path, body: { phone: '+44 20 1234' } }));
assert.equal(changed.phone, '+44 20 1234');
const other = { ...newUser, username: `${prefix}-bob`, email: `${prefix}-bob@example.com` };
expectStatus('createUser', 201, await api.createUser({ client, body: other }));
const page = expectStatus('listUsers', 200, await api.listUsers({ client, query: { limit: 1 } }));
const cursor = new URL(page.next ?? '', credentials.url).searchParams.get('cursor') ?? '';
const next = expectStatus('listUsers', 200, await api.listUsers({ client, query: { limit: 1, cursor } }));
assert.notEqual(next.users[0]?.id, page.users[0]?.id);
expectStatus('searchUsers', 200, await api.searchUsers({ client, query: { term: 'Lovelace' } }));
expectStatus('setUserKind', 204, await api.setUserKind({ client, path, body: { kind: 'candidate' } }));

const newTag: api.NewTag = { title: `${prefix} Java`, translations: { fr: 'Java' } };
const tag = expectStatus('createTag', 201, await api.createTag({ client, body: newTag }));
const tagPath = { id: tag.id };
expectStatus('getTag', 200, await api.getTag({ client, path: tagPath }));
const title = `${prefix} Kotlin`;
expectStatus('updateTag', 200, await api.updateTag({ client, path: tagPath, body: { title } }));
expectStatus('addUserTags', 204, await api.addUserTags({ client, path, body: { tags: [tag.id] } }));
const tags = expectStatus('listUserTags', 200, await api.listUserTags({ client, path }));
assert.equal(tags[0]?.title, title);

const content: api.CvContent = {
  title: 'Mathematician',
  culture: 'en_UK',
  userInformation: { DriversLicence: 1 },
  skills: { skill: [{ title: 'Mathematics', children: { skill: [{ title: 'Analysis' }] } }] },
};
const cv = expectStatus('createCv', 201, await api.createCv({ client, path, body: content }));
const cvPath = { id: cv.id };
const read = expectStatus('getCv', 200, await api.getCv({ client, path: cvPath }));
assert.equal(read.userInformation.DriversLicence, 1);
assert.equal(read.skills.skill[0]?.children.skill[0]?.title, 'Analysis');
const countess = { ...content, title: 'Countess' };
expectStatus('replaceCv', 200, await api.replaceCv({ client, path: cvPath, body: countess }));
expectStatus('setCvStatus', 200, await api.setCvStatus({ client, path: cvPath, body: { status: 'proofreading' } }));
const query: api.CvQuery = { filters: [{ type: 'tagId', value: tag.id }], sort: [{ field: 'updated' }] };
const list = expectStatus('listCvs', 200, await api.listCvs({ client, body: query }));
assert.equal(list.resumes[0]?.title, 'Countess');
const proofreading = { path: { status: 'proofreading' }, query: { since: '@0' } } as const;
expectStatus('listCvsByStatus', 200, await api.listCvsByStatus({ client, ...proofreading }));
const display: api.DisplayChange = { id: 'modern', color: '#aa00ff' };
expectStatus('replaceWebDisplay', 200, await api.replaceWebDisplay({ client, path: cvPath, body: display }));
expectStatus('getPrintDisplay', 200, await api.getPrintDisplay({ client, path: cvPath }));
const exported = await api.exportCv({ client, path: { ...cvPath, format: 'txt' }, parseAs: 'text' });
assert.match(String(expectStatus('exportCv', 200, exported)), /Countess/);

expectStatus('createComment', 201, await api.createComment({ client, path, body: { comment: 'Remarkable' } }));
const comment = expectStatus('getLatestComment', 200, await api.getLatestComment({ client, path }));
assert.equal(comment.text, 'Remarkable');
const about: api.CommentQuery = { filters: [{ type: 'user', value: user.id }] };
const { comments } = expectStatus('listComments', 200, await api.listComments({ client, body: about }));
assert.equal(comments.length, 1);
const wanted: api.NewEmploymentPreferences = { grossSalaryMin: 3, positions: { position: [{ id: 201 }] } };
expectStatus('replaceUserPreferences', 200, await api.replaceUserPreferences({ client, path, body: wanted }));
const stored = expectStatus('getUserPreferences', 200, await api.getUserPreferences({ client, path }));
assert.equal(stored.employmentPreferences.grossSalaryMin, '3');
const assign = { metadatas: { metadata: [{ key: `${prefix}.vip` }] } };
const metadatas = { users: { user: [user.id] }, assign };
expectStatus('updateMetadata', 200, await api.updateMetadata({ client, body: { metadatas } }));
const found = await api.searchMetadata({ client, query: { key: `${prefix}.*` } });
assert.deepEqual(expectStatus('searchMetadata', 200, found).users, [user.id]);
expectStatus('getCodeTables', 200, await api.getCodeTables({ client, query: { locale: 'fr' } }));
expectStatus('getRateLimit', 200, await api.getRateLimit({ client }));
const missing = await api.getCv({ client, path: { id: 999_999_999 } });
expectStatus('getCv', 404, missing);
expectStatus('deleteTag', 204, await api.deleteTag({ client, path: tagPath }));
expectStatus('deleteUser', 204, await api.deleteUser({ client, path }));
printRequests();
