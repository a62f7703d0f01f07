import type { Json, RequestOptions } from '../../support/company-api.ts';
import { checkedFetch } from '../../support/gateway/checked-fetch.ts';
import { decompressionBomb, phonePhoto, plainPicture } from '../../support/resume/picture-fixtures.ts';
import type { TwoCompanies } from '../../support/test-companies.ts';
import { userBody } from './users.ts';

const readable = { experiences: { experience: [{ company: 'Acme' }] }, published: true };

/** Photo, logos and password protection of a CV. */
export function pictureTests(companies: () => TwoCompanies): void {
  const api = () => companies().ours.api;
  const site = () => companies().system.url;
  let userId = 0;
  let jpeg: Buffer;
  let png: Buffer;

  beforeAll(async () => {
    userId = (await api().post('/api/v1/users', userBody('picture-owner'))).json.id;
    [jpeg, png] = await Promise.all([phonePhoto(120, 90), plainPicture('png', 60, 30)]);
  });

  const newCv = async () => {
    const { json } = await api().post(`/api/v1/users/${userId}/cv`, readable);
    const [experience] = json.experiences.experience as { id: number }[];
    return {
      id: json.id as number,
      photo: `/api/v1/cv/${json.id}/photo`,
      logo: `/api/v1/cv/${json.id}/logos/${experience?.id}`,
    };
  };
  const upload = (path: string, body: Json, options: RequestOptions = {}) =>
    api().put(path, body, { contentType: 'image/png', ...options });
  const formOf = async (...files: Buffer[]): Promise<{ body: Buffer; contentType: string }> => {
    const form = new FormData();
    for (const file of files) form.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'me.png');
    const sent = new Response(form);
    return { body: Buffer.from(await sent.arrayBuffer()), contentType: sent.headers.get('content-type') ?? '' };
  };

  test('uploads, returns and deletes a photo', async () => {
    const { photo } = await newCv();
    expect((await api().get(photo)).status).toBe(404);
    const stored = await api().put(photo, { image: jpeg.toString('base64') }, { example: true });
    expect(stored.json).toEqual({
      photo: { contentType: 'image/jpeg', width: 90, height: 120, size: expect.any(Number) },
    });
    const read = await api().get(photo, { example: true });
    expect([read.status, read.headers.get('content-type'), read.headers.get('etag')]).toEqual([
      200,
      'image/jpeg',
      stored.headers.get('etag'),
    ]);
    expect(Number(read.headers.get('content-length'))).toBe(stored.json.photo.size);
    const unchanged = await api().get(photo, { headers: { 'If-None-Match': read.headers.get('etag') ?? '' } });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    expect((await api().delete(photo, { example: true })).status).toBe(204);
    expect((await api().get(photo)).status).toBe(404);
  });

  test('accepts a picture as the body, as a form file or as base64 in JSON or a form', async () => {
    const { photo } = await newCv();
    const base64 = jpeg.toString('base64');
    const [form, data] = [await formOf(jpeg), `data:image/gif;base64,${base64}`];
    const uploads: RequestOptions[] = [
      { body: jpeg, contentType: 'image/jpeg' },
      { body: jpeg, contentType: 'text/html' },
      { body: jpeg, contentType: 'application/json' },
      { body: jpeg, contentType: null },
      form,
      { body: { image: base64 } },
      { body: { image: data }, contentType: 'text/plain' },
      { body: new URLSearchParams({ image: base64 }) },
    ];
    for (const one of uploads) {
      const { status, json } = await api().request('PUT', photo, one);
      expect([one.contentType, status, json.photo?.width]).toEqual([one.contentType, 200, 90]);
    }
  });

  test('rejects files that are not pictures, too large or damaged', async () => {
    const { photo, logo } = await newCv();
    const two = await formOf(jpeg, png);
    const rejections: [unknown, number, RegExp, string?][] = [
      ['<svg xmlns="http://www.w3.org/2000/svg"/>', 415, /not a JPEG, PNG or GIF/],
      [Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1'), 415, /not a JPEG, PNG or GIF/],
      [decompressionBomb(30_000, 30_000), 422, /30000 × 30000 pixels; the maximum width and height are 10000/],
      [decompressionBomb(9_000, 9_000), 422, /maximum is 25 million pixels/],
      [jpeg.subarray(0, 200), 422, /damaged/],
      [Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]), 413, /larger than/],
      [Buffer.concat([png, Buffer.alloc(8 * 1024 * 1024)]), 413, /larger than/],
      [two.body, 415, /one file/, two.contentType],
      [{ image: Buffer.from('<svg/>').toString('base64') }, 400, /JPEG, PNG or GIF in base64/],
      ['', 400, /body is empty/],
    ];
    for (const path of [photo, logo]) {
      for (const [body, status, message, contentType = 'image/png'] of rejections) {
        const response = await upload(path, body, { contentType });
        expect([response.status, response.json.error.message]).toEqual([status, expect.stringMatching(message)]);
      }
      expect((await api().get(path)).status).toBe(404);
    }
  });

  test('serves a logo at a public path until it is deleted', async () => {
    const { id, logo } = await newCv();
    const stored = await api().put(logo, { image: png.toString('base64') }, { example: true });
    const { path } = stored.json.logo;
    const { json: cv } = await api().get(`/api/v1/cv/${id}`);
    expect(cv.experiences.experience[0].logo).toBe(path);
    expect((await api().get(logo, { example: true })).headers.get('content-type')).toBe('image/png');
    const shown = await fetch(site() + path);
    expect([
      shown.status,
      ...['content-type', 'x-content-type-options', 'content-security-policy', 'cache-control'].map((name) =>
        shown.headers.get(name),
      ),
    ]).toEqual([200, 'image/png', 'nosniff', "default-src 'none'; sandbox", 'private, no-cache']);
    expect((await shown.arrayBuffer()).byteLength).toBe(stored.json.logo.size);
    const unchanged = await fetch(site() + path, { headers: { 'If-None-Match': shown.headers.get('etag') ?? '' } });
    expect(unchanged.status).toBe(304);
    expect((await api().delete(logo, { example: true })).status).toBe(204);
    // A cache revalidates each time, and the entity tag does not match a deleted picture.
    const removed = await fetch(site() + path, { headers: { 'If-None-Match': shown.headers.get('etag') ?? '' } });
    expect(removed.status).toBe(404);
    for (const missing of [path, path.replace(/.{8}\.png/, 'AAAAAAAA.png'), '/pictures/../etc/passwd.png'])
      expect((await fetch(site() + missing)).status).toBe(404);
    expect((await api().get(`/api/v1/cv/${id}`)).json.experiences.experience[0].logo).toBeNull();
  });

  test('compares If-Match with the entity tag of the CV', async () => {
    const { id, photo } = await newCv();
    const etag = (await api().get(`/api/v1/cv/${id}`)).headers.get('etag') ?? '';
    const first = await upload(photo, jpeg, { headers: { 'If-Match': etag } });
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
    for (const attempt of [
      upload(photo, png, { headers: { 'If-Match': etag } }),
      api().delete(photo, { headers: { 'If-Match': etag } }),
      api().put(`/api/v1/cv/${id}/protection`, { password: 'correct horse' }, { headers: { 'If-Match': etag } }),
      api().delete(`/api/v1/cv/${id}/protection`, { headers: { 'If-Match': etag } }),
    ])
      expect((await attempt).status).toBe(412);
    expect((await api().delete(photo, { headers: { 'If-Match': '"2"' } })).status).toBe(204);
  });

  test('protects a CV with a password that no response contains, and removes the protection', async () => {
    const { id } = await newCv();
    const path = `/api/v1/cv/${id}/protection`;
    const set = await api().put(path, { password: 'correct horse battery' }, { example: true });
    expect([set.status, set.text]).toEqual([204, '']);
    const read = await api().get(`/api/v1/cv/${id}`);
    expect(read.json).toMatchObject({ protected: true, printable: { pdf: null } });
    const exported = await api().get(`/api/v1/cv/${id}/export/json`);
    expect(read.text + exported.text).not.toMatch(/argon2|correct horse/);
    const { json: owner } = await api().get(`/api/v1/users/${read.json.userId}`);
    const fullName = `${owner.firstname} ${owner.lastname}`;
    for (const password of [fullName.toUpperCase(), 'short', 'Password1!', '', 7, null, 'x'.repeat(201)])
      expect((await api().put(path, { password })).status).toBe(400);
    expect((await api().delete(path, { example: true })).status).toBe(204);
    expect((await api().get(`/api/v1/cv/${id}`)).json.protected).toBe(false);
    expect((await api().delete(path)).status).toBe(204);
  });

  test('includes the uploaded photo in the JSON Resume export', async () => {
    const { id, photo } = await newCv();
    await upload(photo, jpeg);
    const { json } = await api().get(`/api/v1/cv/${id}/export/json`);
    expect(json.basics.image).toMatch(/^data:image\/jpeg;base64,\/9j/);
    await api().delete(photo);
    expect((await api().get(`/api/v1/cv/${id}/export/json`)).json.basics?.image).toBeUndefined();
  });

  test('rejects a large upload without valid key before reading it', async () => {
    const { photo } = await newCv();
    const response = await checkedFetch(`${site()}${photo}?key=unknown`, {
      method: 'PUT',
      body: new Uint8Array(6 * 1024 * 1024),
    });
    expect(response.status).toBe(403);
  });
}
