import type { Key } from '../../support/signer.ts';
import type { TwoCompanies } from '../../support/test-companies.ts';
import { until } from '../../support/until.ts';
import { userBody } from './users.ts';

/** Generous, because a busy machine renders slowly. */
const EXPORT_TIMEOUT_MS = 90_000;

/** Exports, code tables and quotas. */
export function exportTests(companies: () => TwoCompanies): void {
  const api = () => companies().ours.api;

  test('exports a CV synchronously and asynchronously', async () => {
    const { json: user } = await api().post('/api/v1/users', userBody('export'));
    const { json: cv } = await api().post(`/api/v1/users/${user.id}/cv`, { title: 'To be exported' });
    const path = `/api/v1/cv/${cv.id}/export/pdf`;
    const waiting = await api().get(path, { headers: { Prefer: 'respond-async' } });
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([202, '1']);
    const location = waiting.headers.get('location') ?? '';
    await until(
      'the completed export',
      async () => (await api().get(location)).json.export.state === 'completed',
      EXPORT_TIMEOUT_MS,
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
    const receipt = await api().get(`${location}/receipt`, { example: true });
    expect(receipt.json.receipt).toMatchObject({
      format: 'pdf',
      bytes: Number(file.headers.get('content-length')),
      pdf: { tagged: true, readingOrder: { matches: true } },
    });
    const direct = await api().get(path, { example: true });
    expect([direct.status, direct.text]).toEqual([200, file.text]);
    expect((await api().get(`/api/v1/cv/${cv.id}/export/gif`)).status).toBe(404);
    for (const theirs of [location, `${location}/file`, `${location}/receipt`])
      expect((await companies().theirs.api.get(theirs)).status).toBe(404);
  });

  test('supports conditional and range requests for files', async () => {
    const { json: user } = await api().post('/api/v1/users', userBody('parts'));
    const { json: cv } = await api().post(`/api/v1/users/${user.id}/cv`, { title: 'In parts' });
    const direct = `/api/v1/cv/${cv.id}/export/pdf`;
    const waiting = await api().get(direct, { headers: { Prefer: 'respond-async' } });
    const location = waiting.headers.get('location') ?? '';
    await until(
      'the completed export',
      async () => (await api().get(location)).json.export.state === 'completed',
      EXPORT_TIMEOUT_MS,
    );
    for (const path of [`${location}/file`, direct]) {
      const whole = await api().get(path);
      const etag = whole.headers.get('etag') ?? '';
      const requestWith = async (headers: Record<string, string>) => {
        const response = await api().get(path, { headers });
        return [response.status, response.headers.get('content-range'), response.headers.get('content-length')];
      };
      const total = Number(whole.headers.get('content-length'));
      expect((await requestWith({ 'If-None-Match': etag }))[0]).toBe(304);
      expect(await requestWith({ Range: 'bytes=0-4' })).toEqual([206, `bytes 0-4/${total}`, '5']);
      expect(await requestWith({ Range: 'bytes=-6', 'If-Range': etag })).toEqual([
        206,
        `bytes ${total - 6}-${total - 1}/${total}`,
        '6',
      ]);
      expect((await requestWith({ Range: `bytes=${total}-` })).slice(0, 2)).toEqual([416, `bytes */${total}`]);
      for (const headers of [{ Range: 'bytes=0-4', 'If-Range': '"old"' }, { Range: 'bytes=0-1,4-5' }])
        expect(await requestWith(headers)).toEqual([200, null, String(total)]);
    }
  });

  test('exports several CVs as one archive and cancels an export', async () => {
    const { ours, theirs } = companies();
    const newCv = async ({ api: of }: typeof ours, name: string): Promise<number> => {
      const { json: user } = await of.post('/api/v1/users', userBody(name));
      return (await of.post(`/api/v1/users/${user.id}/cv`, { title: 'In an archive' })).json.id;
    };
    const cvIds = [await newCv(ours, 'archived'), await newCv(theirs, 'foreign'), 999_999_999];
    const ordered = await api().post('/api/v1/exports', { cvIds, format: 'txt' }, { example: true });
    const location = ordered.headers.get('location') ?? '';
    await until(
      'the completed batch',
      async () => (await api().get(location)).json.export.state === 'completed',
      EXPORT_TIMEOUT_MS,
    );
    const { json } = await api().get(location);
    expect(json.export.progress).toEqual({ percent: 100, ahead: null, items: { total: 3, done: 1, failed: 2 } });
    const archive = await api().get(`${location}/file`);
    expect([archive.status, archive.headers.get('content-type'), archive.text.slice(0, 2)]).toEqual([
      200,
      'application/zip',
      'PK',
    ]);
    for (const rejected of [await theirs.api.get(location), await theirs.api.delete(location)])
      expect(rejected.status).toBe(404);
    expect((await api().delete(`/api/v1/cv/${cvIds[0]}`)).status).toBe(204);
    for (const path of [location, `${location}/file`]) expect((await api().get(path)).status).toBe(409);
    expect((await theirs.api.post(`${location}/archive`)).status).toBe(404);
    expect((await api().post(`${location}/archive`, undefined, { example: true })).status).toBe(202);
    await until(
      'the rebuilt archive without the deleted CV',
      async () => {
        const { json: rebuilt } = await api().get(location);
        return rebuilt.export?.state === 'completed' && rebuilt.export.progress.items.failed === 3;
      },
      EXPORT_TIMEOUT_MS,
    );
    expect((await api().get(`${location}/file`)).text.slice(0, 2)).toBe('PK');
    expect((await api().delete(location, { example: true })).status).toBe(204);
    expect((await api().get(location)).status).toBe(404);
  });

  test('returns code tables in all languages or in one', async () => {
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

  test('does not charge quota for reading the rate limit', async () => {
    const { system, api: apiOf } = companies();
    const { id } = await system.vitae<{ id: number }>('company', 'create', '--name', 'Usual limits');
    const usual = apiOf(await system.vitae<Key>('key', 'create', '--company', String(id)));
    await usual.get('/api/v1/baseslist');
    const { json } = await usual.get('/api/v1/rate-limit', { example: true });
    expect([json.standard.limit, json.intensive.limit]).toEqual([250, 10]);
    expect((await usual.get('/api/v1/rate-limit')).json.standard.remaining).toBeGreaterThanOrEqual(249);
  });
}
