import { readFileSync } from 'node:fs';
import { transparentPicture } from '@vitae/test/support/resume/picture-fixtures';
import { acme, jsonBytes, openResumeFixture, type ResumeFixture } from '@vitae/test/support/resume/resume-fixture';
import mongoose from 'mongoose';

const { EJSON } = mongoose.mongo.BSON;

const example = readFileSync(new URL('../../../../deploy/local/examples/complete-resume.json', import.meta.url));

let service: ResumeFixture;
beforeAll(async () => {
  service = await openResumeFixture();
  const caller = acme;
  await service.call.CreateTag({ tag: jsonBytes({ title: 'Cook', id_origin: 'T1' }) }, { caller });
  const user = await service.user(acme, { phone: '+33', id_origin: 'U1' });
  const request = { user: { id: String(user.id) }, content: example, idempotencyKey: 'first' };
  const { document } = await service.call.CreateCv(request, { caller });
  for (const days of [0, 7]) await service.call.AddCvLink({ id: document?.id ?? 0, name: 'Acme', days }, { caller });
  const edited = await service.cv(acme, user.id);
  await service.call.ReplaceCv({ id: edited.id, content: jsonBytes({ title: 'New' }), keepVersion: true }, { caller });
  // A picture replaces the document of its CV.
  const picture = { id: (await service.cv(acme, user.id)).id, experienceId: 0 };
  await service.call.SetCvPicture({ picture, content: await transparentPicture(8, 8) }, { caller });
});
afterAll(() => service.close());

/** Values with their BSON types. */
const typed = (document: object): unknown => JSON.parse(EJSON.stringify(document, { relaxed: false }));

describe('a stored document', () => {
  test.each([
    ['User', ['formerSlugs']],
    ['Cv', []],
    ['Version', []],
    ['Tag', []],
    ['Name', []],
    ['Import', []],
    ['Idempotency', []],
    ['PictureFile', ['object']],
  ])('of %s has all fields of its schema, with their types and defaults', async (name, absent) => {
    const model = service.connection.model(name);
    const documents = await model.collection.find({}).toArray();
    expect(documents).not.toEqual([]);
    const fields = Object.keys(model.schema.paths).filter((field) => !(absent as string[]).includes(field));
    for (const stored of documents) {
      expect(Object.keys(stored).toSorted()).toEqual(fields.toSorted());
      const modeled = new model(stored);
      await modeled.validate();
      expect(typed(modeled.toObject())).toEqual(typed(stored));
    }
  });
});
