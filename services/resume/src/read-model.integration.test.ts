import type { CvData, CvInput } from '@vitae/proto/cv-data';
import { cvData } from '@vitae/proto/cv-data';
import { arbitraryCv } from '@vitae/test/support/resume/arbitrary-cv';
import {
  acme,
  jsonBytes,
  openResumeFixture,
  parsed,
  type ResumeFixture,
  SITE,
} from '@vitae/test/support/resume/resume-fixture';
import fc from 'fast-check';
import { createRenderer } from './cv/public-json.ts';
import type { StoredCv } from './model.ts';

let service: ResumeFixture;
beforeAll(async () => {
  service = await openResumeFixture();
});
afterAll(() => service.close());

const renderer = createRenderer(SITE);

/** The stored JSON of a user's CVs, each with a new rendering. */
async function storedAndFresh(userId: number): Promise<[stored: string, fresh: string][]> {
  const documents = await service.connection
    .collection('cvs')
    .find({ userId } as never, { promoteBuffers: true })
    .toArray();
  return documents.map(({ _id, json, ...cv }) => [
    String(json),
    String(renderer.render({ ...cv, id: _id } as unknown as StoredCv, new Date(service.now())).json),
  ]);
}

test('stores the same JSON as a new rendering after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryCv, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(fc.nat(2), arbitraryCv), { maxLength: 3 }),
      async (created, replacements) => {
        const user = await service.user(acme);
        const cvs: CvData[] = [];
        for (const content of created) cvs.push(await service.cv(acme, user.id, content));
        for (const [index, content] of replacements) {
          service.at(service.now() + 1_000);
          const id = cvs[index % cvs.length]?.id ?? 0;
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

test('changes only the time of a CV that is replaced with its own data', async () => {
  const user = await service.user(acme);
  await fc.assert(
    fc.asyncProperty(arbitraryCv, async (content: CvInput) => {
      const cv = await service.cv(acme, user.id, content);
      const replaced = parsed<CvData>(
        await service.call.ReplaceCv({ id: cv.id, content: jsonBytes(cv) }, { caller: acme }),
      );
      expect({ ...replaced, updatedAt: cv.updatedAt }).toEqual(cv);
    }),
    { numRuns: 30 },
  );
}, 120_000);
