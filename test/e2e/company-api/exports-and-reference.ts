import type { Key } from '../../support/signer.ts';
import type { TwoCompanies } from '../../support/test-companies.ts';
import { until } from '../../support/until.ts';
import { person } from './users.ts';

/** A machine that does much else is slow to print. */
const PATIENCE = 90_000;

/** Files, code tables, quotas. */
export function exportCalls(companies: () => TwoCompanies): void {
  const api = () => companies().ours.api;

  test('a CV is exported, at once or by coming back for it', async () => {
    const { json: user } = await api().post('/api/v1/users', person('export'));
    const { json: cv } = await api().post(`/api/v1/users/${user.id}/cv`, { title: 'To be exported' });
    const path = `/api/v1/cv/${cv.id}/export/pdf`;
    const waiting = await api().get(path, { headers: { Prefer: 'respond-async' } });
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([202, '1']);
    const location = waiting.headers.get('location') ?? '';
    await until(
      'the export to be completed',
      async () => (await api().get(location)).json.export.state === 'completed',
      PATIENCE,
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

  test('a file is sent once, and in parts to who asks for them', async () => {
    const { json: user } = await api().post('/api/v1/users', person('parts'));
    const { json: cv } = await api().post(`/api/v1/users/${user.id}/cv`, { title: 'In parts' });
    const direct = `/api/v1/cv/${cv.id}/export/pdf`;
    const waiting = await api().get(direct, { headers: { Prefer: 'respond-async' } });
    const location = waiting.headers.get('location') ?? '';
    await until('it is completed', async () => (await api().get(location)).json.export.state === 'completed', PATIENCE);
    for (const path of [`${location}/file`, direct]) {
      const whole = await api().get(path);
      const etag = whole.headers.get('etag') ?? '';
      const asked = async (headers: Record<string, string>) => {
        const answer = await api().get(path, { headers });
        return [answer.status, answer.headers.get('content-range'), answer.headers.get('content-length')];
      };
      const total = Number(whole.headers.get('content-length'));
      expect((await asked({ 'If-None-Match': etag }))[0]).toBe(304);
      expect(await asked({ Range: 'bytes=0-4' })).toEqual([206, `bytes 0-4/${total}`, '5']);
      expect(await asked({ Range: 'bytes=-6', 'If-Range': etag })).toEqual([
        206,
        `bytes ${total - 6}-${total - 1}/${total}`,
        '6',
      ]);
      expect((await asked({ Range: `bytes=${total}-` })).slice(0, 2)).toEqual([416, `bytes */${total}`]);
      for (const headers of [{ Range: 'bytes=0-4', 'If-Range': '"old"' }, { Range: 'bytes=0-1,4-5' }])
        expect(await asked(headers)).toEqual([200, null, String(total)]);
    }
  });

  test('many CVs are exported as one archive, and an export is cancelled', async () => {
    const { ours, theirs } = companies();
    const newCv = async ({ api: of }: typeof ours, name: string): Promise<number> => {
      const { json: user } = await of.post('/api/v1/users', person(name));
      return (await of.post(`/api/v1/users/${user.id}/cv`, { title: 'In an archive' })).json.id;
    };
    const cvIds = [await newCv(ours, 'archived'), await newCv(theirs, 'foreign'), 999_999_999];
    const ordered = await api().post('/api/v1/exports', { cvIds, format: 'txt' }, { example: true });
    const location = ordered.headers.get('location') ?? '';
    await until(
      'the batch is completed',
      async () => (await api().get(location)).json.export.state === 'completed',
      PATIENCE,
    );
    const { json } = await api().get(location);
    expect(json.export.progress).toEqual({ percent: 100, ahead: null, items: { total: 3, done: 1, failed: 2 } });
    const archive = await api().get(`${location}/file`);
    expect([archive.status, archive.headers.get('content-type'), archive.text.slice(0, 2)]).toEqual([
      200,
      'application/zip',
      'PK',
    ]);
    for (const refused of [await theirs.api.get(location), await theirs.api.delete(location)])
      expect(refused.status).toBe(404);
    expect((await api().delete(`/api/v1/cv/${cvIds[0]}`)).status).toBe(204);
    await until(
      'the archive is packed again without the CV that was deleted',
      async () => {
        const { state, progress } = (await api().get(location)).json.export;
        return state === 'completed' && progress.items.failed === 3;
      },
      PATIENCE,
    );
    expect((await api().get(`${location}/file`)).text.slice(0, 2)).toBe('PK');
    expect((await api().delete(location, { example: true })).status).toBe(204);
    expect((await api().get(location)).status).toBe(404);
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
