import { choosePassword } from '../../support/choose-password.ts';
import type { CompanyApi, CompanyResponse, Json } from '../../support/company-api.ts';
import type { TestCompany } from '../../support/test-companies.ts';
import { until } from '../../support/until.ts';
import type { Fixtures, ValidRequest } from './owner-requests.ts';
import { atHistoricalPaths, ownerRequests } from './owner-requests.ts';

let sequence = 0;

/** Creates a user, a manager with a password, a CV, a tag and an export of the company. All their texts contain `mark`. */
export async function createFixtures({ api }: TestCompany, mark: string): Promise<Fixtures> {
  sequence += 1;
  const suffix = `${mark}${sequence}`.toLowerCase();
  const person = (name: string) => ({
    username: `${name}.${suffix}`,
    email: `${name}.${suffix}@example.com`,
    firstname: mark,
    lastname: mark,
    phone: mark,
  });
  const bodyOf = async (response: Promise<CompanyResponse<Json>>) => {
    const { status, json } = await response;
    if (status !== 201) throw new Error(`Creating a fixture failed: ${JSON.stringify(json)}`);
    return json;
  };
  const idOf = async (response: Promise<CompanyResponse<Json>>) => (await bodyOf(response)).id as number;
  const origin = `origin-${suffix}`;
  const { id: manager, invitation } = await bodyOf(
    api.post('/api/v1/users', { ...person('manager'), kind: 'manager', invite: true }),
  );
  await choosePassword(invitation.url);
  const user = await idOf(api.post('/api/v1/users', { ...person('user'), id_origin: origin }));
  const tag = await idOf(api.post('/api/v1/tags', { title: mark, translations: { fr: mark } }));
  const { id: cv, experiences } = await bodyOf(
    api.post(`/api/v1/users/${user}/cv`, {
      title: mark,
      recipient: mark,
      published: true,
      experiences: { experience: [{ company: mark }] },
    }),
  );
  const experience = experiences.experience[0].id;
  await api.put(`/api/v1/users/${user}/associateTags`, { tags: tag });
  await api.put(`/api/v1/users/${user}/manager`, { managerId: manager });
  await api.post(`/api/v1/users/${user}/comment`, { comment: mark });
  const waiting = await api.get(`/api/v1/cv/${cv}/export/json`, { headers: { Prefer: 'respond-async' } });
  const exported: string = waiting.json?.export?.id ?? '0'.repeat(64);
  return { user, origin, manager, cv, experience, tag, exported, archive: await createArchive(api, cv) };
}

/** Retries while the company has too many unfinished batches. */
function createArchive(api: CompanyApi, cv: number): Promise<string> {
  return until('an archive', async () => {
    const { status, json } = await api.post('/api/v1/exports', { cvIds: [cv], format: 'json' });
    return status === 202 && (json.export.id as string);
  });
}

/** Returns one valid request of every operation; deletions come last. */
export function validRequests(fixtures: Fixtures): ValidRequest[] {
  const requests = [...companyRequests(fixtures), ...ownerRequests(fixtures)];
  return [...requests, ...requests.flatMap(atHistoricalPaths), ...deletingRequests(fixtures)];
}

function companyRequests({ user, manager, cv, experience, tag, exported, archive }: Fixtures): ValidRequest[] {
  sequence += 1;
  const users = `/api/v1/users/${user}`;
  const person = {
    username: `valid${sequence}`,
    email: `valid${sequence}@example.com`,
    firstname: 'Grace',
    lastname: 'Hopper',
    phone: '1',
    kind: 'user',
    id_origin: `valid-${sequence}`,
  };
  const document = {
    title: 'CV',
    culture: 'fr_FR',
    recipient: 'x',
    professionalStatus: 1,
    availability: 1,
    userInformation: { birthdate: '1990-01-31', city: 'Paris' },
  };
  const paging = { page: 1, limit: 5 };
  return [
    { name: 'users.list', method: 'GET', path: '/api/v1/users', query: { ...paging, filter: 'u,c' } },
    { name: 'users.create', method: 'POST', path: '/api/v1/users', body: person },
    { name: 'users.search', method: 'GET', path: '/api/v1/users/search', query: { ...paging, term: 'gra' } },
    { name: 'users.created', method: 'GET', path: '/api/v1/users/created', query: { since: '@0', limit: 5 } },
    { name: 'users.updated', method: 'GET', path: '/api/v1/users/updated', query: { since: '@0', limit: 5 } },
    { name: 'users.lastdelete', method: 'GET', path: '/api/v1/users/lastdelete', query: { since: '@0', limit: 5 } },
    { name: 'users.read', method: 'GET', path: users, query: { isIdOrigin: 0 } },
    {
      name: 'users.update',
      method: 'PUT',
      path: users,
      body: { firstname: 'Grace', lastname: 'Hopper', phone: '2', kind: 'user' },
    },
    { name: 'users.invitation.create', method: 'POST', path: `${users}/invitation`, body: { locale: 'fr' } },
    {
      name: 'users.password-reset',
      method: 'POST',
      path: `/api/v1/users/${manager}/password-reset`,
      body: { locale: 'fr' },
    },
    { name: 'users.sign-in-link', method: 'POST', path: `${users}/sign-in-link`, body: { path: '/account' } },
    { name: 'users.cv.list', method: 'GET', path: `${users}/cv`, query: paging },
    {
      name: 'users.cv.create',
      method: 'POST',
      path: `${users}/cv`,
      query: { main: 0, publish: 0, culture: 'de_DE' },
      body: document,
    },
    { name: 'users.tags.list', method: 'GET', path: `${users}/tags`, query: paging },
    { name: 'users.tags.associate', method: 'PUT', path: `${users}/associateTags`, body: { tags: [tag], reset: 0 } },
    { name: 'users.tags.dissociate', method: 'PUT', path: `${users}/dissociateTags`, body: { tags: [tag] } },
    { name: 'users.kind', method: 'PUT', path: `${users}/kind`, body: { kind: 'candidate' } },
    { name: 'users.manager', method: 'PUT', path: `${users}/manager`, body: { managerId: manager } },
    {
      name: 'users.comment.create',
      method: 'POST',
      path: `${users}/comment`,
      body: { comment: 'Hello', managerId: manager },
    },
    { name: 'users.comment.read', method: 'GET', path: `${users}/comment` },
    {
      name: 'users.comment.update',
      method: 'PUT',
      path: `${users}/comment`,
      body: { comment: 'Hello again', managerId: manager },
    },
    { name: 'tags.list', method: 'GET', path: '/api/v1/tags', query: paging },
    {
      name: 'tags.create',
      method: 'POST',
      path: '/api/v1/tags',
      body: { title: 'T', type: 1, specialization: 's', id_origin: `tag-${sequence}`, translations: { fr: 'T' } },
    },
    { name: 'tags.read', method: 'GET', path: `/api/v1/tags/${tag}` },
    {
      name: 'tags.update',
      method: 'PUT',
      path: `/api/v1/tags/${tag}`,
      body: { title: 'T2', type: 2, specialization: null, translations: {} },
    },
    { name: 'tags.users', method: 'GET', path: `/api/v1/tags/${tag}/users`, query: paging },
    { name: 'cv.read', method: 'GET', path: `/api/v1/cv/${cv}` },
    { name: 'cv.photo.replace', method: 'PUT', path: `/api/v1/cv/${cv}/photo`, body: { image: ONE_PIXEL } },
    { name: 'cv.photo', method: 'GET', path: `/api/v1/cv/${cv}/photo` },
    {
      name: 'cv.logo.replace',
      method: 'PUT',
      path: `/api/v1/cv/${cv}/logos/${experience}`,
      body: { image: ONE_PIXEL },
    },
    { name: 'cv.logo', method: 'GET', path: `/api/v1/cv/${cv}/logos/${experience}` },
    {
      name: 'cv.protection.replace',
      method: 'PUT',
      path: `/api/v1/cv/${cv}/protection`,
      body: { password: 'correct horse' },
    },
    { name: 'cv.replace', method: 'PUT', path: `/api/v1/cv/${cv}`, body: document },
    { name: 'cv.status', method: 'PUT', path: `/api/v1/cv/${cv}/status`, body: { status: 'proofreading' } },
    { name: 'cv.pdf', method: 'GET', path: `/api/v1/cv/${cv}/pdf` },
    {
      name: 'cv.list',
      method: 'POST',
      path: '/api/v1/cv/list',
      query: paging,
      body: { filters: [{ type: 'tagId', value: tag }], sort: [{ field: 'updated', order: 'DESC' }] },
    },
    { name: 'cv.list-by-status', method: 'GET', path: '/api/v1/cv/status/draft', query: { ...paging, since: '@0' } },
    {
      name: 'comments.list',
      method: 'POST',
      path: '/api/v1/comments',
      query: paging,
      body: { filters: [{ type: 'user', value: user }], sort: [{ field: 'created', order: 'ASC' }] },
    },
    { name: 'cv.export', method: 'GET', path: `/api/v1/cv/${cv}/export/json` },
    { name: 'exports.create', method: 'POST', path: '/api/v1/exports', body: { cvIds: [cv], format: 'json' } },
    { name: 'exports.read', method: 'GET', path: `/api/v1/exports/${exported}` },
    { name: 'exports.rebuild', method: 'POST', path: `/api/v1/exports/${archive}/archive` },
    { name: 'exports.file', method: 'GET', path: `/api/v1/exports/${exported}/file` },
    { name: 'exports.receipt', method: 'GET', path: `/api/v1/exports/${exported}/receipt` },
    { name: 'baseslist.read', method: 'GET', path: '/api/v1/baseslist', query: { locale: 'en' } },
    { name: 'displays.list', method: 'GET', path: '/api/v1/displays' },
    { name: 'rate-limit.read', method: 'GET', path: '/api/v1/rate-limit' },
  ];
}

/** A PNG in base64. */
export const ONE_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function deletingRequests({ user, cv, experience, tag, exported }: Fixtures): ValidRequest[] {
  return [
    { name: 'exports.delete', method: 'DELETE', path: `/api/v1/exports/${exported}` },
    { name: 'cv.photo.delete', method: 'DELETE', path: `/api/v1/cv/${cv}/photo` },
    { name: 'cv.logo.delete', method: 'DELETE', path: `/api/v1/cv/${cv}/logos/${experience}` },
    { name: 'cv.protection.delete', method: 'DELETE', path: `/api/v1/cv/${cv}/protection` },
    { name: 'cv.delete', method: 'DELETE', path: `/api/v1/cv/${cv}` },
    { name: 'tags.delete', method: 'DELETE', path: `/api/v1/tags/${tag}` },
    { name: 'users.invitation.delete', method: 'DELETE', path: `/api/v1/users/${user}/invitation` },
    { name: 'users.delete', method: 'DELETE', path: `/api/v1/users/${user}` },
  ];
}
