import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TwoCompanies } from '../../support/test-companies.ts';
import { userBody } from './users.ts';

const resumeFile = join(import.meta.dirname, '../../../deploy/local/examples/sample.resume.json');

const cvData = {
  title: 'Mathematician',
  culture: 'en_UK',
  presentation: { title: 'Countess', text: 'Notes on the Analytical Engine' },
  experiences: {
    experience: [
      {
        title: 'Author of Note G',
        company: 'Self',
        city: 'London',
        start: '1842-01-01',
        end: '1843-08-01',
        contractType: 1,
        country: { isoCode: 'GBR' },
        missions: { mission: [{ description: 'Bernoulli numbers' }] },
      },
    ],
  },
  skills: { skill: [{ title: 'Mathematics', level: 95, children: { skill: [{ title: 'Analysis' }] } }] },
  published: true,
};

/** Creating, reading, replacing and deleting CVs, their status and PDF link. */
export function cvTests(companies: () => TwoCompanies): void {
  const api = () => companies().ours.api;
  let userId = 0;

  beforeAll(async () => {
    userId = (await api().post('/api/v1/users', userBody('cv-owner'))).json.id;
  });

  test('creates a CV and returns it at the current and the historical paths', async () => {
    const created = await api().post(`/api/v1/users/${userId}/cv`, cvData, { query: { main: 1 }, example: true });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({
      userId,
      title: 'Mathematician',
      culture: 'en_UK',
      published: true,
      url: expect.stringMatching(/^http/),
    });
    expect(created.json.skills.skill[0].children.skill[0]).toMatchObject({ title: 'Analysis', level: null });
    const path = created.headers.get('location') ?? '';
    expect(path).toBe(`/api/v1/cv/${created.json.id}`);
    for (const one of [path, path.replace('/v1/', '/v1/svc/'), path.replace('/v1/', '/v1/dyb/')]) {
      const read = await api().get(one, { example: one === path });
      expect([read.status, read.text]).toEqual([200, created.text]);
    }
    const listed = await api().get(`/api/v1/users/${userId}/cv`, { example: true });
    expect(listed.headers.get('link')).toContain('rel="first"');
    expect(listed.json).toMatchObject([
      {
        id: String(created.json.id),
        main: true,
        status: '10',
        language: 'en_UK',
        user: { id: userId, username: 'cv-owner' },
      },
    ]);
  });

  test('accepts JSON Resume, recognized by its basics, and ignores invalid fields', async () => {
    const resume = JSON.parse(readFileSync(resumeFile, 'utf8'));
    const created = await api().post(
      `/api/v1/users/${userId}/cv`,
      { ...resume, unheardOf: [1], work: [...resume.work, { name: 7, startDate: 'soon' }] },
      { query: { culture: 'fr_FR' } },
    );
    expect([created.status, created.json.culture]).toEqual([201, 'fr_FR']);
    expect(created.text).toContain(resume.work[0].position);
  });

  test('replaces a CV unless it was modified since it was read', async () => {
    const { json: cv } = await api().post(`/api/v1/users/${userId}/cv`, cvData);
    const path = `/api/v1/cv/${cv.id}`;
    const read = await api().get(path);
    const etag = read.headers.get('etag') ?? '';
    const replaced = await api().put(
      path,
      { ...read.json, title: 'Replaced' },
      { headers: { 'If-Match': etag }, example: true },
    );
    expect([replaced.status, replaced.json.title, replaced.json.skills]).toEqual([200, 'Replaced', cv.skills]);
    for (const stale of [etag, `W/${replaced.headers.get('etag')}`, '"0"', 'nonsense', `${etag}, "999"`]) {
      expect([stale, (await api().put(path, cvData, { headers: { 'If-Match': stale } })).status]).toEqual([stale, 412]);
    }
    expect((await api().get(path)).text).toBe(replaced.text);
    for (const current of [replaced.headers.get('etag') ?? '', '*']) {
      const headers = { 'If-Match': current };
      const { status } = await api().put(path, { ...replaced.json, title: current }, { headers });
      expect([current, status]).toEqual([current, 200]);
    }
    const { json: emptied } = await api().put(path, { title: 'Only this' });
    expect([emptied.title, emptied.skills, emptied.experiences]).toEqual([
      'Only this',
      { skill: [] },
      { experience: [] },
    ]);
  });

  test('accepts one of several concurrent replacements of the same revision', async () => {
    const { json: cv, headers } = await api().post(`/api/v1/users/${userId}/cv`, cvData);
    const ifMatch = { headers: { 'If-Match': headers.get('etag') ?? '' } };
    const responses = await Promise.all(
      ['one', 'two', 'three'].map((title) => api().put(`/api/v1/cv/${cv.id}`, { ...cvData, title }, ifMatch)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 412)).toHaveLength(2);
    expect((await api().get(`/api/v1/cv/${cv.id}`)).text).toBe(responses.find(({ status }) => status === 200)?.text);
  });

  test('sets the status and deletes a CV unless it was modified since it was read', async () => {
    const { json: cv, headers } = await api().post(`/api/v1/users/${userId}/cv`, cvData);
    const path = `/api/v1/cv/${cv.id}`;
    const stale = { headers: { 'If-Match': headers.get('etag') ?? '' } };
    const changed = await api().put(path, { ...cvData, title: 'Modified' });
    const current = { headers: { 'If-Match': changed.headers.get('etag') ?? '' } };
    const status = { status: 'proofreading' };
    for (const rejected of [await api().put(`${path}/status`, status, stale), await api().delete(path, stale)])
      expect([rejected.status, rejected.json.error.code]).toEqual([412, 412]);
    expect((await api().put(`${path}/status`, status, current)).status).toBe(200);
    expect((await api().delete(path, current)).status).toBe(204);
  });

  test('accepts only the defined status transitions', async () => {
    const { json: cv } = await api().post(`/api/v1/users/${userId}/cv`, cvData);
    const set = async (status: string) => (await api().put(`/api/v1/cv/${cv.id}/status`, { status })).status;
    const codeNow = async () =>
      (await api().get(`/api/v1/users/${userId}/cv`)).json.find(({ id }: { id: string }) => id === String(cv.id))
        .status;
    const steps: [string, number, string][] = [
      ['ready', 409, '10'],
      ['sent', 409, '10'],
      ['draft', 200, '10'],
      ['proofreading', 200, '20'],
      ['sent', 409, '20'],
      ['rewrite', 200, '30'],
      ['ready', 409, '30'],
      ['proofreading', 200, '20'],
      ['ready', 200, '40'],
      ['sent', 200, '50'],
      ['draft', 409, '50'],
      ['rewrite', 200, '30'],
    ];
    for (const [status, expected, code] of steps)
      expect([status, await set(status), await codeNow()]).toEqual([status, expected, code]);
    expect(
      (await api().put(`/api/v1/cv/${cv.id}/status`, { status: 'proofreading' }, { example: true })).json,
    ).toMatchObject({ id: String(cv.id), title: 'Mathematician' });
  });

  test('returns an unsigned link to the PDF', async () => {
    const { json: cv } = await api().post(`/api/v1/users/${userId}/cv`, cvData);
    const { json } = await api().get(`/api/v1/cv/${cv.id}/pdf`, { example: true });
    expect(json).toEqual({ pdf: cv.printable.pdf });
    expect(json.pdf).toMatch(/\/c\/[\w-]{20,}\/export\?format=pdf$/);
  });

  test('responds 404 for a deleted CV and removes it from lists', async () => {
    const { json: cv } = await api().post(`/api/v1/users/${userId}/cv`, cvData);
    expect((await api().delete(`/api/v1/cv/${cv.id}`, { example: true })).status).toBe(204);
    for (const part of ['', '/pdf', '/export/json'])
      expect((await api().get(`/api/v1/cv/${cv.id}${part}`)).status).toBe(404);
    const ids = (await api().get(`/api/v1/users/${userId}/cv`)).json.map(({ id }: { id: string }) => id);
    expect(ids).not.toContain(String(cv.id));
  });
}
