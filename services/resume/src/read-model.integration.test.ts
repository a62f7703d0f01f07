import type { CvData, CvInput } from '@vitae/proto/cv-data';
import { cvData } from '@vitae/proto/cv-data';
import fc from 'fast-check';
import { arbitraryCv } from '@vitae/test/support/resume/arbitrary-cv';
import { createRenderer } from './cv/public-json.ts';
import type { StoredCv } from './model.ts';
import { acme, jsonBytes, openScratchResume, parsed, type ScratchResume, SITE } from '@vitae/test/support/resume/resume-fixture';

let service: ScratchResume;
beforeAll(async () => {
  service = await openScratchResume();
});
afterAll(() => service.close());

const renderer = createRenderer(SITE);

/** What is stored of a user's CVs, each with what it should show. */
async function storedAndFresh(userId: number): Promise<[stored: string, fresh: string][]> {
  const found = await service.connection
    .collection('cvs')
    .find({ userId } as never, { promoteBuffers: true })
    .toArray();
  return found.map(({ _id, json, ...cv }) => [
    String(json),
    String(renderer.render({ ...cv, id: _id } as unknown as StoredCv, new Date(service.now())).json),
  ]);
}

test('what is stored to be shown is always what a fresh rendering shows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryCv, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(fc.nat(2), arbitraryCv), { maxLength: 3 }),
      async (created, replaced) => {
        const user = await service.user(acme);
        const cvs: CvData[] = [];
        for (const content of created) cvs.push(await service.cv(acme, user.id, content));
        for (const [which, content] of replaced) {
          service.at(service.now() + 1_000);
          const id = cvs[which % cvs.length]?.id ?? 0;
          await service.call.ReplaceCv({ id, content: jsonBytes(content) }, { caller: acme });
        }
        for (const [stored, fresh] of await storedAndFresh(user.id)) expect(stored).toBe(fresh);
        for (const cv of cvs) {
          const read = await service.read(acme, cv.id);
          expect(cvData.parse(read)).toEqual(read);
        }
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);

test('what was read says what was written, and sent back changes nothing but its time', async () => {
  const user = await service.user(acme);
  await fc.assert(
    fc.asyncProperty(arbitraryCv, async (content: CvInput) => {
      const cv = await service.cv(acme, user.id, content);
      const again = parsed<CvData>(
        await service.call.ReplaceCv({ id: cv.id, content: jsonBytes(cv) }, { caller: acme }),
      );
      expect({ ...again, updatedAt: cv.updatedAt }).toEqual(cv);
    }),
    { numRuns: 30 },
  );
}, 120_000);
