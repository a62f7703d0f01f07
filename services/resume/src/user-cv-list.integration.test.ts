import type { ResumeListItem } from '@vitae/proto/resume-list-item';
import type { UserRecord } from '@vitae/proto/user-record';
import { acme, globex, openResumeFixture, parsed, type ResumeFixture } from '@vitae/test/support/resume/resume-fixture';

const DAY_MS = 86_400_000;
const START = Date.UTC(2024, 0, 1, 12);

let service: ResumeFixture;
let owner: UserRecord;
let cvIds: number[];

beforeAll(async () => {
  service = await openResumeFixture();
  service.at(START);
  owner = await service.user(acme, { firstname: 'Zoé' });
  cvIds = [];
  for (const [index, content] of [{}, { title: 'T' }, { title: 'T' }].entries()) {
    service.at(START + index * DAY_MS);
    cvIds.push((await service.cv(acme, owner.id, content)).id);
  }
});
afterAll(() => service.close());

describe('the CV list of a user', () => {
  test('is read in pages', async () => {
    const page = (request: { page?: number; limit: number; cursor?: string }) =>
      service.call.ListUserCvs({ id: String(owner.id), page: request }, { caller: acme });
    const ids = ({ json }: { json: Buffer }) => parsed<ResumeListItem[]>({ json }).map((row) => Number(row.id));
    const first = await page({ limit: 2 });
    expect([ids(first), first.total]).toEqual([cvIds.slice(0, 2), 3]);
    const second = await page({ limit: 2, cursor: first.next });
    expect([ids(second), second.next]).toEqual([cvIds.slice(2), '']);
    expect(ids(await page({ page: 2, limit: 2 }))).toEqual(cvIds.slice(2));
    expect(ids(await page({ page: 3, limit: 2 }))).toEqual([]);
  });

  test('contains all CVs and is not available to another company', async () => {
    const page = await service.call.ListUserCvs({ id: String(owner.id) }, { caller: acme });
    expect(parsed<ResumeListItem[]>(page).map((row) => [row.id, row.main])).toEqual(
      cvIds.map((id, index) => [String(id), index === 0]),
    );
    expect(page.total).toBe(3);
    await expect(service.call.ListUserCvs({ id: String(owner.id) }, { caller: globex })).rejects.toMatchObject({
      reason: 'user_not_found',
    });
  });

  test('contains only the CVs that the owner granted to the application, with totals and pages', async () => {
    const [first = 0, , last = 0] = cvIds;
    const callerWith = (...granted: number[]) => ({
      caller: { ...acme, userId: owner.id, applicationId: 3, cvIds: granted },
    });
    const idsIn = ({ json }: { json: Buffer }) => parsed<{ id: string }[]>({ json }).map(({ id }) => Number(id));
    const { call } = service;
    const request = { filters: [], sort: [], page: { page: 1, limit: 1, cursor: '' } };
    const page = await call.ListCvs(request, callerWith(first, last));
    expect([idsIn(page), page.total]).toEqual([[first], 2]);
    const next = { ...request, page: { ...request.page, page: 0, cursor: page.next } };
    const second = await call.ListCvs(next, callerWith(first, last));
    expect([idsIn(second), second.next]).toEqual([[last], '']);
    await expect(call.ListCvs(next, callerWith(first))).rejects.toMatchObject({ reason: 'invalid_cursor' });
    const byStatus = { status: 'draft', since: 0 };
    const drafts = await call.ListCvsByStatus(byStatus, callerWith(last));
    expect([idsIn(drafts), drafts.total]).toEqual([[last], 1]);
    for (const empty of [
      await call.ListCvs({ filters: [], sort: [] }, callerWith()),
      await call.ListCvsByStatus(byStatus, callerWith()),
    ])
      expect([idsIn(empty), empty.total]).toEqual([[], 0]);
    const profile = await call.GetUserProfile({ id: String(owner.id) }, callerWith(last));
    expect(JSON.parse(String(profile.json)).user.resumes.resume).toMatchObject([{ id: last }]);
  });

  test('is part of the profile for OAuth clients', async () => {
    const profile = await service.call.GetUserProfile(
      { id: String(owner.id) },
      { caller: { ...acme, userId: owner.id, applicationId: 3 } },
    );
    const cv = {
      id: cvIds[1],
      title: 'T',
      main: false,
      culture: 'en_US',
      completion: 0.1,
      published: false,
      indexed: false,
      protected: false,
      updatedAt: expect.stringMatching(/^2024-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      url: expect.stringContaining(`https://cv.example/p/${owner.username}/`),
    };
    expect(parsed(profile)).toEqual({
      user: {
        id: owner.id,
        lastname: 'Archer',
        firstname: 'Zoé',
        slug: owner.username,
        registeredAt: '2024-01-01T12:00:00',
        updatedAt: expect.stringMatching(/^2024-\d\d-\d\dT\d\d:\d\d:\d\d$/),
        premium: false,
        email: owner.email,
        avatars: { small: null, normal: null, big: null },
        resumes: {
          resume: [
            {
              ...cv,
              id: cvIds[0],
              title: '',
              main: true,
              completion: 0,
              url: `https://cv.example/p/${owner.username}`,
            },
            cv,
            { ...cv, id: cvIds[2] },
          ],
        },
      },
    });
    expect(String(profile.json)).not.toContain('/c/');
  });
});
