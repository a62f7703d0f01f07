import { type ResumeStatusItem, resumeStatusItem } from '@vitae/proto/resume-list-item';
import { readAllPages } from '@vitae/test/support/resume/page-fixtures';
import { acme, globex, openResumeFixture, parsed, type ResumeFixture } from '@vitae/test/support/resume/resume-fixture';

let service: ResumeFixture;
beforeAll(async () => {
  service = await openResumeFixture();
});
afterAll(() => service.close());

describe('the status of a CV', () => {
  const set = (id: number, status: string, caller = acme) => service.call.SetCvStatus({ id, status }, { caller });
  const byStatus = async (status: string, since: string, caller = acme) => {
    const page = await service.call.ListCvsByStatus({ status, since: Date.parse(since) }, { caller });
    return { ...page, rows: parsed<ResumeStatusItem[]>(page) };
  };

  test('can change only by the defined transitions', async () => {
    const user = await service.user(acme);
    const cv = await service.cv(acme, user.id, { title: 'S' });
    for (const status of ['rewrite', 'ready', 'sent'])
      await expect(set(cv.id, status)).rejects.toMatchObject({ code: 'ABORTED', reason: 'status_transition' });
    await expect(set(cv.id, 'lost')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(set(cv.id, 'proofreading', globex)).rejects.toMatchObject({ reason: 'cv_not_found' });
    service.at('2030-05-01T10:00:00Z');
    const item = await set(cv.id, 'proofreading');
    expect(String(item.json)).toBe(
      `{"title":"S","anonymized":false,"main":true,"id":"${cv.id}","created":"${cv.updatedAt}+0000","updated":"${cv.updatedAt}+0000","language":"en_US"}`,
    );
    expect((await byStatus('proofreading', '2030-05-01T10:00:00Z')).rows).toEqual([JSON.parse(String(item.json))]);
    expect((await byStatus('proofreading', '2030-05-01T10:00:01Z')).total).toBe(0);
    expect((await byStatus('proofreading', '2030-05-01T09:00:00Z', globex)).total).toBe(0);
    for (const next of ['rewrite', 'proofreading', 'ready', 'sent', 'rewrite']) await set(cv.id, next);
    expect(await historyOf(cv.id)).toEqual([
      'draft',
      'proofreading',
      'rewrite',
      'proofreading',
      'ready',
      'sent',
      'rewrite',
    ]);
  });

  const historyOf = async (id: number): Promise<string[]> => {
    const stored = await service.connection.collection('cvs').findOne({ _id: id } as never);
    return stored?.history.map(({ status }: { status: string }) => status);
  };

  test('can be set again without a history entry', async () => {
    const user = await service.user(acme);
    const cv = await service.cv(acme, user.id, { title: 'Again' });
    const first = await set(cv.id, 'draft');
    service.at('2030-06-01T10:00:00Z');
    expect((await set(cv.id, 'draft')).json).toEqual(first.json);
    expect(await historyOf(cv.id)).toEqual(['draft']);
    expect((await byStatus('draft', '2030-06-01T10:00:00Z')).total).toBe(0);
  });

  test('changes once when several requests set it concurrently', async () => {
    const user = await service.user(acme);
    const cv = await service.cv(acme, user.id);
    await Promise.all([set(cv.id, 'proofreading'), set(cv.id, 'proofreading'), set(cv.id, 'proofreading')]);
    expect(await historyOf(cv.id)).toEqual(['draft', 'proofreading']);
  });

  test('is listed in the order of the changes, by page number and by cursor', async () => {
    const user = await service.user(acme);
    for (let index = 0; index < 25; index++) {
      const cv = await service.cv(acme, user.id, { title: `S${index}` });
      service.at(Date.parse('2031-01-01T00:00:00Z') + (index % 5) * 1000);
      await set(cv.id, 'proofreading');
    }
    const read = (limit: number) => async (cursor: string) => {
      const page = await service.call.ListCvsByStatus(
        { status: 'proofreading', since: Date.parse('2031-01-01'), page: { limit, cursor } },
        { caller: acme },
      );
      return { ...page, rows: parsed<ResumeStatusItem[]>(page) };
    };
    const rows = await readAllPages(read(7));
    expect(rows.map((row) => Number(row.title.slice(1)) % 5)).toEqual(
      [0, 1, 2, 3, 4].flatMap((second) => Array(5).fill(second)),
    );
    expect((await read(100)('')).rows).toEqual(rows);
    for (const row of rows) resumeStatusItem.parse(row);
  });
});
