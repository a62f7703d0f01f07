import type { PageResponse, PublicCvs, Visitor } from '../../support/public-cvs.ts';
import { content, fetchFile } from './published-cv.ts';

/** 40 × 50 pixels of one color. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAyCAIAAACh0Q7HAAAAM0lEQVR42u3NMQ0AAAgDsElCEpKQjAwOmvRvqudExGKxWCwWi8VisVgsFovFYrFYLP4cLymkynkfi4qFAAAAAElFTkSuQmCC';

/** Replaces the requested path, which is part of the page. */
function withoutPath({ text }: PageResponse, path: string): string {
  return text.replaceAll(path, '…');
}

/** Unpublished, deleted and unknown CVs, and their pictures. */
export function unpublishedCvs(site: () => PublicCvs): void {
  let visitor: Visitor;
  beforeEach(() => {
    visitor = site().visitor();
  });

  describe('page', () => {
    test('does not reveal whether a CV is unpublished, deleted or unknown, in five languages', async () => {
      const unpublished = await site().create({ ...content, published: false });
      const deleted = await site().create(content);
      await site().companies.ours.api.delete(`/api/v1/cv/${deleted.id}`);
      const titles = new Set<string | undefined>();
      for (const language of ['en', 'fr', 'de', 'es', 'it']) {
        const headers = { 'Accept-Language': language };
        const unknown = await visitor.get('/p/unknown', { headers });
        expect([unknown.status, unknown.headers.get('x-robots-tag')]).toEqual([404, 'noindex']);
        expect(unknown.text).toContain(`<html lang="${language}"`);
        titles.add(/<h1>(.*?)<\/h1>/.exec(unknown.text)?.[1]);
        for (const path of [
          unpublished.path,
          deleted.path,
          '/c/nothing',
          '/p/a/b/c',
          '/p/%ff',
          '/p/%7B%22$ne%22:1%7D',
        ]) {
          const page = await visitor.get(path, { headers });
          expect([path, page.status, withoutPath(page, path)]).toEqual([path, 404, withoutPath(unknown, '/p/unknown')]);
        }
      }
      expect(titles.size).toBe(5);
    });

    test('responds 404 with all its links on every gateway immediately after unpublishing', async () => {
      const cv = await site().create(content);
      const link = await site().privatePath(cv);
      const { printable } = await site().read(cv);
      const { pathname, search } = new URL(printable.pdf);
      expect((await fetchFile(site(), pathname + search)).status).toBe(200);
      const { headers } = await visitor.get(cv.path);
      await site().update(cv, { published: false });
      for (const gateway of site().gateways) {
        for (const path of [cv.path, `${cv.path}/preview.png`, link, pathname + search]) {
          const page = await visitor.get(path, { gateway, headers: { 'If-None-Match': headers.get('etag') ?? '' } });
          expect([path, page.status]).toEqual([path, 404]);
        }
        expect((await visitor.get(await site().privatePath(cv), { gateway })).status).toBe(200);
      }
      await site().update(cv, { published: true });
      expect((await visitor.get(link)).status).toBe(404);
    });
  });

  describe('pictures', () => {
    test('respond 404 when removed or anonymized; logos of an unpublished CV remain at their paths', async () => {
      const { api } = site().companies.ours;
      const cv = await site().create({
        ...content,
        experiences: { experience: [{ title: 'Admiral', company: 'Navy' }] },
      });
      const picture = { body: Buffer.from(PNG, 'base64'), contentType: 'image/png' };
      await api.request('PUT', `/api/v1/cv/${cv.id}/photo`, picture);
      const job = (await site().read(cv)).experiences.experience[0].id;
      await api.request('PUT', `/api/v1/cv/${cv.id}/logos/${job}`, picture);
      const { text } = await visitor.get(cv.path);
      const addresses = [...text.matchAll(/<img class="\w+" src="([^"]+)" alt="[^"]+"/g)].map(
        ([, address = '']) => address,
      );
      expect(addresses).toEqual([`${await site().privatePath(cv)}/photo`, expect.stringMatching(/^\/pictures\//)]);
      for (const address of addresses) {
        const shown = await visitor.get(address);
        expect([shown.status, shown.headers.get('content-type')]).toEqual([
          200,
          expect.stringMatching(/^image\/(jpeg|png)$/),
        ]);
        const headers = { 'If-None-Match': shown.headers.get('etag') ?? '' };
        expect((await visitor.get(address, { headers })).status).toBe(304);
      }
      const [photo = '', logo = ''] = addresses;
      const statuses = (...paths: string[]) =>
        Promise.all(paths.map(async (path) => (await visitor.get(path, { gateway: site().gateways[1] })).status));
      await site().update(cv, { anonymized: true });
      expect((await visitor.get(cv.path)).text).not.toMatch(/\/photo|\/pictures\//);
      expect(await statuses(photo, logo)).toEqual([404, 404]);
      await site().update(cv, { anonymized: false });
      expect(await statuses(photo, logo)).toEqual([200, 200]);
      await site().update(cv, { published: false });
      expect(await statuses(cv.path, photo, logo)).toEqual([404, 404, 200]);
      await site().update(cv, { published: true });
      const newPhoto = `${await site().privatePath(cv)}/photo`;
      expect(await statuses(newPhoto, logo)).toEqual([200, 200]);
      await api.delete(`/api/v1/cv/${cv.id}/photo`);
      await api.delete(`/api/v1/cv/${cv.id}/logos/${job}`);
      expect(await statuses(newPhoto, logo)).toEqual([404, 404]);
    });

    test('of a deleted CV respond 404 immediately on every gateway, also to caches', async () => {
      const { api } = site().companies.ours;
      const cv = await site().create({ ...content, experiences: { experience: [{ company: 'Navy' }] } });
      const picture = { body: Buffer.from(PNG, 'base64'), contentType: 'image/png' };
      await api.request('PUT', `/api/v1/cv/${cv.id}/photo`, picture);
      const [{ id: job }] = (await site().read(cv)).experiences.experience;
      const stored = await api.request('PUT', `/api/v1/cv/${cv.id}/logos/${job}`, picture);
      const addresses: string[] = [`${await site().privatePath(cv)}/photo`, stored.json.logo.path];
      const entityTags: string[] = [];
      for (const address of addresses) {
        const { status, headers } = await visitor.get(address);
        expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
        entityTags.push(headers.get('etag') ?? '');
      }
      expect((await api.delete(`/api/v1/cv/${cv.id}`)).status).toBe(204);
      for (const gateway of site().gateways) {
        for (const [index, address] of addresses.entries()) {
          for (const headers of [{}, { 'If-None-Match': entityTags[index] ?? '' }])
            expect((await visitor.get(address, { gateway, headers })).status).toBe(404);
        }
      }
    });
  });
}
