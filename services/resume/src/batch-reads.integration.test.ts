import type { CvData } from '@vitae/proto/cv-data';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import {
  acme,
  globex,
  openResumeFixture,
  parsed,
  type ResumeFixture,
  SITE,
} from '@vitae/test/support/resume/resume-fixture';

let service: ResumeFixture;
beforeAll(async () => {
  service = await openResumeFixture();
});
afterAll(() => service.close());

describe('a batch of reads', () => {
  test('returns each item in order, if its own caller can access it', async () => {
    const [ann, bob] = [await service.user(acme), await service.user(globex)];
    const [ours, theirs] = [
      await service.cv(acme, ann.id, { title: 'ours' }),
      await service.cv(globex, bob.id, { title: 'theirs' }),
    ];
    const requested = [
      { caller: globex, id: theirs.id },
      { caller: acme, id: theirs.id },
      { caller: globex, id: ours.id },
      { caller: acme, id: ours.id },
      { caller: { ...acme, userId: ann.id }, id: ours.id },
      { caller: { ...acme, userId: ann.id + 10_000 }, id: ours.id },
      { caller: { ...acme, companyId: 0 }, id: ours.id },
      { caller: acme, id: -1 },
      { caller: acme, id: ours.id },
    ];
    const { items } = await service.call.BatchGetCvs({ items: requested });
    const results = items.map((item) => (item.document ? parsed<CvData>(item.document).title : item.status?.reason));
    expect(results).toEqual([
      'theirs',
      'cv_not_found',
      'cv_not_found',
      'ours',
      'ours',
      'cv_not_found',
      'caller_missing',
      'invalid_argument',
      'ours',
    ]);
    const heads = (await service.call.BatchGetExportHeads({ items: requested })).items;
    const ids = new Map([
      [ours.id, 'ours'],
      [theirs.id, 'theirs'],
    ]);
    expect(heads.map(({ head, status }) => (head ? ids.get(head.id) : status?.reason))).toEqual(results);
  });

  test('is rejected if it has 65 items', async () => {
    await expect(service.call.BatchGetCvs({ items: Array(65).fill({ caller: acme, id: 1 }) })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });

  test('runs one query by id and examines only the documents that it returns', async () => {
    const user = await service.user(acme);
    const ids: number[] = [];
    for (let count = 0; count < 10; count++) ids.push((await service.cv(acme, user.id)).id);
    const items = ids.map((id) => ({ caller: acme, id }));
    for (const read of [service.call.BatchGetCvs, service.call.BatchGetExportHeads]) {
      const queries = await profileQueries(service.connection, () => read({ items }));
      expect(queries).toMatchObject([{ collection: 'cvs', plan: 'IXSCAN { _id: 1 }', docsExamined: 10, returned: 10 }]);
      expect(queries[0]?.keysExamined).toBeLessThanOrEqual(11);
    }
  });
});

describe('the stored rendering of a CV', () => {
  test('is replaced once when the code, the settings or the month changed', async () => {
    const user = await service.user(acme);
    const cv = await service.cv(acme, user.id, {
      title: 'Old',
      experiences: { experience: [{ start: '2023-04-01' }] },
    });
    expect(cv.seniority).toBe(1);
    const before = service.now();
    service.at('2026-04-02T00:00:00Z');
    expect(await service.read(acme, cv.id)).toMatchObject({ seniority: 2 });
    const queries = await profileQueries(service.connection, () => service.read(acme, cv.id));
    expect(queries).toHaveLength(1);
    service.at(before);

    await service.connection
      .collection('cvs')
      .updateOne({ _id: cv.id } as never, { $set: { mark: 'another version', json: Buffer.from('{}') } });
    expect(await service.read(acme, cv.id)).toMatchObject({ title: 'Old' });
    const stored = await service.connection.collection('cvs').findOne({ _id: cv.id } as never);
    expect(stored?.mark).toBe(`1 ${SITE}`);
  });
});
