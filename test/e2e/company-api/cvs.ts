import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TwoCompanies } from '../../support/test-companies.ts';
import { person } from './users.ts';

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

/** CVs of a user; reading, replacing, deleting, status and PDF address of one CV. */
export function cvCalls(companies: () => TwoCompanies): void {
  const api = () => companies().ours.api;
  let userId = 0;

  beforeAll(async () => {
    userId = (await api().post('/api/v1/users', person('cv-owner'))).json.id;
  });

  test('a CV is created from the CV data shape and read back, also at the historical addresses', async () => {
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
    for (const address of [path, path.replace('/v1/', '/v1/svc/'), path.replace('/v1/', '/v1/dyb/')]) {
      const read = await api().get(address, { example: address === path });
      expect([read.status, read.text]).toEqual([200, created.text]);
    }
    const listed = await api().get(`/api/v1/users/${userId}/cv`, { example: true });
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

  test('JSON Resume is recognised by its basics; wrong fields do not refuse it', async () => {
    const resume = JSON.parse(readFileSync(resumeFile, 'utf8'));
    const created = await api().post(
      `/api/v1/users/${userId}/cv`,
      { ...resume, unheardOf: [1], work: [...resume.work, { name: 7, startDate: 'soon' }] },
      { query: { culture: 'fr_FR' } },
    );
    expect([created.status, created.json.culture]).toEqual([201, 'fr_FR']);
    expect(created.text).toContain(resume.work[0].position);
  });

  test('PUT replaces what was read, unless it was changed meanwhile', async () => {
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
    for (const held of [replaced.headers.get('etag') ?? '', '*']) {
      const { status } = await api().put(path, { ...replaced.json, title: held }, { headers: { 'If-Match': held } });
      expect([held, status]).toEqual([held, 200]);
    }
    const { json: emptied } = await api().put(path, { title: 'Only this' });
    expect([emptied.title, emptied.skills, emptied.experiences]).toEqual([
      'Only this',
      { skill: [] },
      { experience: [] },
    ]);
  });

  test('of two who replace the same revision one wins', async () => {
    const { json: cv, headers } = await api().post(`/api/v1/users/${userId}/cv`, cvData);
    const ifMatch = { headers: { 'If-Match': headers.get('etag') ?? '' } };
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((title) => api().put(`/api/v1/cv/${cv.id}`, { ...cvData, title }, ifMatch)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(2);
    expect((await api().get(`/api/v1/cv/${cv.id}`)).text).toBe(answers.find(({ status }) => status === 200)?.text);
  });

  test('a CV gets a status, and is deleted, as it was read or not at all', async () => {
    const { json: cv, headers } = await api().post(`/api/v1/users/${userId}/cv`, cvData);
    const path = `/api/v1/cv/${cv.id}`;
    const late = { headers: { 'If-Match': headers.get('etag') ?? '' } };
    const changed = await api().put(path, { ...cvData, title: 'Meanwhile' });
    const current = { headers: { 'If-Match': changed.headers.get('etag') ?? '' } };
    const status = { status: 'proofreading' };
    for (const refused of [await api().put(`${path}/status`, status, late), await api().delete(path, late)])
      expect([refused.status, refused.json.error.code]).toEqual([412, 412]);
    expect((await api().put(`${path}/status`, status, current)).status).toBe(200);
    expect((await api().delete(path, current)).status).toBe(204);
  });

  test('a CV goes from status to status as decided, and no other way', async () => {
    const { json: cv } = await api().post(`/api/v1/users/${userId}/cv`, cvData);
    const set = async (status: string) => (await api().put(`/api/v1/cv/${cv.id}/status`, { status })).status;
    const codeNow = async () =>
      (await api().get(`/api/v1/users/${userId}/cv`)).json.find(({ id }: { id: string }) => id === String(cv.id))
        .status;
    const steps: [string, number, string][] = [
      ['ready', 409, '10'],
      ['sent', 409, '10'],
      ['draft', 409, '10'],
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

  test('the address of the PDF is a link without a signature', async () => {
    const { json: cv } = await api().post(`/api/v1/users/${userId}/cv`, cvData);
    const { json } = await api().get(`/api/v1/cv/${cv.id}/pdf`, { example: true });
    expect(json).toEqual({ pdf: cv.printable.pdf });
    expect(json.pdf).toMatch(/\/c\/[\w-]{20,}\/export\?format=pdf$/);
  });

  test('a deleted CV is gone from every read', async () => {
    const { json: cv } = await api().post(`/api/v1/users/${userId}/cv`, cvData);
    expect((await api().delete(`/api/v1/cv/${cv.id}`, { example: true })).status).toBe(204);
    for (const part of ['', '/pdf', '/export/json'])
      expect((await api().get(`/api/v1/cv/${cv.id}${part}`)).status).toBe(404);
    const ids = (await api().get(`/api/v1/users/${userId}/cv`)).json.map(({ id }: { id: string }) => id);
    expect(ids).not.toContain(String(cv.id));
  });
}
