import type { Key } from '../../support/signer.ts';
import type { TwoCompanies } from '../../support/test-companies.ts';
import { until } from '../../support/until.ts';
import { ada } from './users.ts';

/** Files, code tables, quotas. */
export function exportCalls(companies: () => TwoCompanies): void {
  const api = () => companies().ours.api;

  test('a CV is exported, at once or by coming back for it', async () => {
    const { json: user } = await api().post('/api/v1/users', {
      ...ada,
      username: 'export',
      email: 'export@example.com',
      id_origin: null,
    });
    const { json: cv } = await api().post(`/api/v1/users/${user.id}/cv`, { title: 'To be exported' });
    const path = `/api/v1/cv/${cv.id}/export/pdf`;
    const waiting = await api().get(path, { headers: { Prefer: 'respond-async' } });
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([202, '1']);
    const location = waiting.headers.get('location') ?? '';
    await until(
      'the export to be completed',
      async () => (await api().get(location)).json.export.state === 'completed',
    );
    const { json } = await api().get(location, { example: true });
    expect(json.export).toMatchObject({
      format: 'pdf',
      state: 'completed',
      url: expect.stringContaining(`${location}/file`),
    });
    const file = await api().get(`${location}/file`, { example: true });
    expect([file.status, file.headers.get('content-type'), file.text.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    const direct = await api().get(path, { example: true });
    expect([direct.status, direct.text]).toEqual([200, file.text]);
    expect((await api().get(`/api/v1/cv/${cv.id}/export/gif`)).status).toBe(404);
    for (const theirs of [location, `${location}/file`])
      expect((await companies().theirs.api.get(theirs)).status).toBe(404);
  });

  test('the code tables, with both labels or in one language', async () => {
    const both = await api().get('/api/v1/baseslist');
    expect(both.json.tables.seniority.elements[0]).toMatchObject({
      id: 1,
      fr: expect.any(String),
      en: expect.any(String),
    });
    const french = await api().get('/api/v1/baseslist', { query: { locale: 'fr_FR' }, example: true });
    expect(french.json.tables.seniority.elements[0]).toEqual({
      id: 1,
      label: both.json.tables.seniority.elements[0].fr,
    });
    const german = await api().get('/api/v1/baseslist', { query: { locale: 'de' } });
    expect(german.json.tables.seniority.elements[0].label).toBe(both.json.tables.seniority.elements[0].en);
    expect(
      (
        await api().get('/api/v1/baseslist', {
          query: { locale: 'fr' },
          headers: { 'If-None-Match': french.headers.get('etag') ?? '' },
        })
      ).status,
    ).toBe(304);
    expect((await api().get('/api/v1/baseslist', { query: { locale: 'tlh' } })).status).toBe(400);
  });

  test('reading the quotas is free', async () => {
    const { system, api: apiOf } = companies();
    const { id } = await system.vitae<{ id: number }>('company', 'create', '--name', 'Usual limits');
    const usual = apiOf(await system.vitae<Key>('key', 'create', '--company', String(id)));
    await usual.get('/api/v1/baseslist');
    const { json } = await usual.get('/api/v1/rate-limit', { example: true });
    expect([json.standard.limit, json.intensive.limit]).toEqual([250, 10]);
    expect((await usual.get('/api/v1/rate-limit')).json.standard.remaining).toBeGreaterThanOrEqual(249);
  });
}
