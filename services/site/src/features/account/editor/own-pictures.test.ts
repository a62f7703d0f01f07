import { unavailable } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { createOwnPictures } from './own-pictures.ts';

const owner = { companyId: 1, userId: 2, username: 'ada' } as Parameters<
  ReturnType<typeof createOwnPictures>['remove']
>[0];

test('a resume service of an earlier version never takes a portfolio picture for the photo', async () => {
  const earlier = new Set(['GetCvPicture', 'SetCvPicture', 'RemoveCvPicture']);
  const changed: string[] = [];
  const call = new Proxy({} as ResumeClient['call'], {
    get: (_target, method: string) => async () => {
      if (!earlier.has(method)) throw unavailable('service_unavailable', 'Unknown method');
      changed.push(method);
      return {};
    },
  });
  const pictures = createOwnPictures({ call }, 'https://vitae.example', Date.now);
  const place = { cvId: 3, portfolioId: 4 };
  const rejected = { code: 'UNAVAILABLE' };
  await expect(pictures.set(owner, place, { content: Buffer.from('png') }, 'test')).rejects.toMatchObject(rejected);
  await expect(pictures.find(owner, place, 'test')).rejects.toMatchObject(rejected);
  await expect(pictures.remove(owner, place, 'test')).rejects.toMatchObject(rejected);
  expect(changed).toEqual([]);
});
