import { Readable } from 'node:stream';
import { createCvPasswords } from '@vitae/accounts/credentials/cv-passwords';
import { companyCaller } from '@vitae/kit/caller';
import { unavailable, VitaeError } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { CvData } from '@vitae/proto/cv-data';
import { zipParts } from '@vitae/test/support/export/zip-parts';
import {
  type OwnerFixture,
  type OwnersFixture,
  type OwnersGateway,
  startOwnersFixture,
} from '@vitae/test/support/gateway/owner-fixtures';
import { openRecordServices, type RecordServices } from '@vitae/test/support/gateway/record-services';
import { createWebVisitor, hiddenFields, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { noisePicture } from '@vitae/test/support/resume/picture-fixtures';
import { jsonBytes, openResumeFixture, type ResumeFixture } from '@vitae/test/support/resume/resume-fixture';
import { createOwnCvs } from './own-cvs.ts';
import { createOwnData, type OwnData } from './own-data.ts';
import { createOwnRecords } from './own-records.ts';

const PATH = '/account/data';
const NOW = Date.UTC(2036, 2, 31, 12);
const RED_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
let resume: ResumeFixture;
let services: RecordServices;
let system: OwnersFixture;
let site: OwnersGateway;
let owner: OwnerFixture;
let visitor: WebVisitor;
/** Replaces reads of the resume service, or all data. */
const broken: { cv?: ResumeClient['cv']; preferences?: () => Promise<never>; data?: OwnData } = {};

beforeAll(async () => {
  resume = await openResumeFixture();
  services = await openRecordServices({ now: () => NOW });
  system = await startOwnersFixture(process.env);
  const sequences = resume.connection.collection<{ _id: string; value: number }>('sequences');
  await sequences.updateOne({ _id: 'user' }, { $set: { value: system.company.id * 10 } }, { upsert: true });
  const records = createOwnRecords(services);
  const data = createOwnData({
    resume: { ...clientOf(resume), cv: (...read) => (broken.cv ?? clientOf(resume).cv)(...read) },
    records: { ...records, preferences: (...read) => (broken.preferences ?? records.preferences)(...read) },
    clock: { now: () => NOW },
  });
  const client = clientOf(resume);
  site = await system.start({
    data: { prepare: (...request) => (broken.data ?? data).prepare(...request) },
    ownCvs: createOwnCvs(client, createCvPasswords(client)),
  });
});
afterAll(async () => {
  await system.close();
  await services.close();
  await resume.close();
});
beforeEach(async () => {
  owner = await newOwner();
  visitor = await signedIn(owner);
});
afterEach(() => {
  for (const name of Object.keys(broken) as (keyof typeof broken)[]) delete broken[name];
});

/** The reads of the client that the pages use, without its cache. */
function clientOf({ call }: ResumeFixture): Pick<ResumeClient, 'call' | 'cv' | 'user'> {
  const found = <D>(item: { document: D | null; status: { reason: string } | null } | undefined): D => {
    if (!item?.document) throw new VitaeError('NOT_FOUND', item?.status?.reason ?? '', 'Missing');
    return item.document;
  };
  return {
    call,
    cv: async (id, caller) => found((await call.BatchGetCvs({ items: [{ caller, id }] })).items[0]),
    user: async (user, caller) => found((await call.BatchGetUsers({ items: [{ caller, user }] })).items[0]),
  };
}

const callerOf = ({ companyId }: OwnerFixture) => companyCaller(companyId, 'test');

async function newOwner(at = system.company): Promise<OwnerFixture> {
  return system.createOwner(site, at, await resume.user(companyCaller(at.id, 'test')));
}

async function signedIn(by: OwnerFixture): Promise<WebVisitor> {
  const browser = createWebVisitor(site.url, system.newAddress());
  const page = await browser.get('/account');
  await browser.submit(page, '/account/sign-in', { login: by.username, password: by.password });
  return browser;
}

/** Presses the button of the page. */
async function download(by = visitor, signal?: AbortSignal): Promise<Response> {
  const page = await by.get(PATH);
  const cookie = Array.from(by.cookies, ([name, value]) => `${name}=${value}`).join('; ');
  const body = new URLSearchParams(hiddenFields(page.text, PATH));
  return fetch(`${site.url}${PATH}`, { method: 'POST', headers: { cookie }, body, ...(signal && { signal }) });
}

const filesIn = async (response: Response) => zipParts(Buffer.from(await response.arrayBuffer()));

/** Stores data of each kind, and returns the ids of the CVs. */
async function fill(of: OwnerFixture, mark: string, comments = 1): Promise<number[]> {
  const caller = callerOf(of);
  const experience = { company: mark, title: 'Engineer', start: '2020-01-01' };
  const first = await resume.cv(caller, of.userId, { title: `${mark} 1`, experiences: { experience: [experience] } });
  const second = await resume.cv(caller, of.userId, { title: `${mark} 2` });
  const [saved] = first.experiences.experience;
  for (const experienceId of [0, saved?.id ?? 0])
    await resume.call.SetCvPicture({ picture: { id: first.id, experienceId }, content: RED_PIXEL }, { caller });
  const author = { kind: 'user', id: 5, username: 'zoe', firstname: 'Zoë', lastname: 'Martín' };
  const write = (text: string) => services.comments.call.CreateComment({ userId: of.userId, author, text }, { caller });
  await Promise.all(Array.from({ length: comments }, (_, index) => write(`${mark} ${index}`)));
  const preferences = jsonBytes({ mobilities: { mobility: [{ city: { name: mark, lat: 1, lng: 2 } }] } });
  await services.preferences.call.SetPreferences({ userId: of.userId, preferences }, { caller });
  const visit = { userId: of.userId, cvId: second.id, ip: '192.0.2.1', userAgent: 'Mozilla/5.0 Firefox/133.0' };
  await services.stats.call.RecordVisit(visit, { caller });
  return [first.id, second.id];
}

describe('the download of all data', () => {
  test('contains all data of the owner, and none of other owners and companies', async () => {
    const [first = 0, second = 0] = await fill(owner, 'own data', 101);
    await fill(await newOwner(), 'foreign data');
    await fill(await newOwner(system.otherCompany), 'foreign data');
    const { id } = await site.applications.create({
      companyId: owner.companyId,
      name: 'Jobs & Co',
      callbacks: ['oob'],
    });
    const { userId, companyId } = owner;
    const times = { createdAt: new Date(NOW), lastUsedAt: null };
    const token = { digest: `digest ${id}`, sealedSecret: '', createdAt: new Date(NOW) };
    await site.grants.addToken({ applicationId: id, companyId, userId, ...times }, token);
    const revoked = await site.applications.create({ companyId, name: 'Mentor', callbacks: ['oob'] });
    const at = new Date(NOW);
    const logged = (applicationId: number, count: number, of = userId) =>
      ({ companyId, userId: of, applicationId, data: 'cv', cvId: first, count, firstAt: at, lastAt: at }) as const;
    const foreign = (await newOwner()).userId;
    await site.accessLog.add([logged(id, 2), logged(revoked.id, 3), logged(id, 4, foreign)]);

    const caller = { caller: callerOf(owner) };
    const { json: tag } = await resume.call.CreateTag({ tag: jsonBytes({ title: 'own data label' }) }, caller);
    const tagId = (JSON.parse(String(tag)) as { id: number }).id;
    await resume.call.AssociateTags({ user: { id: String(userId), byIdOrigin: false }, tags: [tagId] }, caller);
    const changed = {
      ...((await resume.read(caller.caller, second)) as object),
      title: 'own data 3',
      anonymized: true,
    };
    await resume.call.ReplaceCv({ id: second, content: jsonBytes(changed), keepVersion: true }, caller);
    const photo = { picture: { id: second, experienceId: 0 }, keepVersion: true };
    await resume.call.SetCvPicture({ ...photo, content: RED_PIXEL }, caller);
    await resume.call.RemoveCvPicture(photo, caller);
    const former = (await resume.call.GetCvSharing({ id: first }, caller)).userSlug;
    await resume.call.SetUserSlug({ user: { id: String(userId) }, slug: `own-data-${userId}` }, caller);
    await resume.call.AddCvLink({ id: first, name: 'own data link', days: 7 }, caller);
    await resume.call.SetCvPageLimit({ id: first, maxPages: 2 }, caller);
    await resume.call.SetCvSectionOrder({ id: first, sections: ['skills'] }, caller);
    const work = { title: 'own data removed', portfolios: { portfolio: [{ title: 'A work' }] } };
    const removed = await resume.cv(caller.caller, userId, work);
    const portfolioId = removed.portfolios.portfolio[0]?.id ?? 0;
    await resume.call.SetCvPicture({ picture: { id: removed.id, experienceId: 0 }, content: RED_PIXEL }, caller);
    const picture = { cvId: removed.id, portfolioId };
    await resume.call.SetPortfolioPicture({ picture, content: RED_PIXEL }, caller);
    await resume.call.DeleteCv({ id: removed.id }, caller);

    const response = await download();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="?vitae-\d{4}-\d\d-\d\d\.zip"?$/,
    );
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const files = await filesIn(response);
    const [logo] = [...files.keys()].filter((name) => name.startsWith(`cvs/${first}/logos/`));
    const earlier = [...files.keys()].filter((name) => name.startsWith(`cvs/${second}/versions/`));
    const formerPhoto = earlier.filter((name) => name.endsWith('.jpg'));
    const ofCv = (cvId = 0) =>
      ['cv.json', 'json-resume.json', 'appearance.json', 'sharing.json', 'versions.json', 'visits.json'].map(
        (name) => `cvs/${cvId}/${name}`,
      );
    expect([...files.keys()].toSorted()).toEqual(
      [
        ...[
          'addresses.json',
          'application-accesses.json',
          'applications.json',
          'comments.json',
          'cvs.json',
          'deleted-cvs.json',
          'labels.json',
          'preferences.json',
        ],
        ...['user.json', 'visits.json'],
        ...['cv.json', 'json-resume.json', 'appearance.json', 'photo.jpg'].map(
          (name) => `deleted-cvs/${removed.id}/${name}`,
        ),
        `deleted-cvs/${removed.id}/portfolio/${portfolioId}.png`,
        ...[...ofCv(first), ...ofCv(second), `cvs/${first}/photo.jpg`, logo, ...earlier],
      ].toSorted(),
    );
    const read = (name: string) => JSON.parse(String(files.get(name)));
    expect(read('user.json')).toMatchObject({ id: userId, username: owner.username });
    expect(read(`cvs/${first}/cv.json`)).toMatchObject({ id: first, title: 'own data 1' });
    expect(read(`cvs/${first}/json-resume.json`)).toMatchObject({
      basics: { image: `data:image/jpeg;base64,${files.get(`cvs/${first}/photo.jpg`)?.toString('base64')}` },
      work: [{ name: 'own data', position: 'Engineer' }],
    });
    expect(read('comments.json').comments).toHaveLength(101);
    expect(read('preferences.json').mobilities.mobility[0].city.name).toBe('own data');
    expect(read('visits.json')).toHaveLength(365);
    expect(read(`cvs/${first}/visits.json`).at(-1)).toEqual({ date: '2036-03-31', visitors: 0 });
    expect(read(`cvs/${second}/visits.json`).at(-1)).toEqual({ date: '2036-03-31', visitors: 1 });
    expect(read('applications.json')).toMatchObject([{ id, name: 'Jobs & Co' }]);
    expect(read(`cvs/${first}/sharing.json`)).toMatchObject({
      userSlug: `own-data-${userId}`,
      formerUserSlugs: [former],
      links: [{ name: 'own data link', expired: false }],
    });
    expect(read('addresses.json')).toEqual({ userSlug: `own-data-${userId}`, formerUserSlugs: [former] });
    const access = { data: 'cv', cvId: first, day: '2036-03-31', firstAt: at.toISOString(), lastAt: at.toISOString() };
    const { accesses } = read('application-accesses.json');
    expect(accesses).toHaveLength(2);
    expect(accesses).toContainEqual({ application: { id, name: 'Jobs & Co' }, ...access, count: 2 });
    expect(accesses).toContainEqual({ application: { id: revoked.id, name: 'Mentor' }, ...access, count: 3 });
    expect(read('labels.json')).toMatchObject([{ title: 'own data label' }]);
    expect(read('deleted-cvs.json')).toMatchObject([{ id: removed.id, title: 'own data removed' }]);
    const links = { linkPreview: { name: true, photo: true } };
    expect(read(`cvs/${first}/appearance.json`)).toMatchObject({
      display: { web: {} },
      maxPages: 2,
      sectionOrder: ['skills'],
      ...links,
    });
    expect(read(`deleted-cvs/${removed.id}/appearance.json`)).toMatchObject({ display: { print: {} }, ...links });
    expect(files.get(`deleted-cvs/${removed.id}/photo.jpg`)).toEqual(files.get(`cvs/${first}/photo.jpg`));
    expect(read(`deleted-cvs/${removed.id}/cv.json`)).toMatchObject({ title: 'own data removed' });
    expect(read(`deleted-cvs/${removed.id}/json-resume.json`).basics).toMatchObject({
      label: 'own data removed',
      image: expect.stringMatching(/^data:image\/jpeg;base64,/),
    });
    expect(read(`cvs/${second}/versions.json`)).toMatchObject([
      { current: true },
      ...Array(3).fill({ current: false }),
    ]);
    expect(read(`cvs/${second}/versions/1.json`)).toMatchObject({ title: 'own data 2' });
    expect(earlier).toHaveLength(4);
    expect(formerPhoto).toEqual([expect.stringMatching(/\/versions\/pictures\/[\w-]{32}\.jpg$/)]);
    expect(files.get(formerPhoto[0] ?? '')).toEqual(files.get(`cvs/${first}/photo.jpg`));
    // An anonymized CV is complete here.
    const { firstname, lastname } = read('user.json');
    expect(read(`cvs/${second}/json-resume.json`).basics.name).toBe(`${firstname} ${lastname}`);
    for (const content of files.values()) expect(content.includes('foreign data')).toBe(false);
  });

  test('of an owner without data is complete too', async () => {
    const files = await filesIn(await download());
    expect(JSON.parse(String(files.get('comments.json')))).toEqual({ comments: [] });
    expect(JSON.parse(String(files.get('cvs.json')))).toEqual([]);
  });

  test('of an owner without CVs contains the former names in addresses', async () => {
    const caller = { caller: callerOf(owner) };
    const user = { id: String(owner.userId) };
    const { slug } = await resume.call.GetUserSlugs(user, caller);
    await resume.call.SetUserSlug({ user, slug: `no-cv-${owner.userId}` }, caller);
    const files = await filesIn(await download());
    expect(JSON.parse(String(files.get('addresses.json')))).toEqual({
      userSlug: `no-cv-${owner.userId}`,
      formerUserSlugs: [slug],
    });
  });

  test('shows an error page if a service is unavailable', async () => {
    broken.preferences = () => Promise.reject(unavailable('service_unavailable', 'Down'));
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const response = await download();
      expect(response.status).toBe(503);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(await response.text()).toContain('Service temporarily unavailable');
    }
    delete broken.preferences;
    expect((await download()).status).toBe(200);
  });

  test('is cut off, instead of incomplete, if a CV cannot be read', async () => {
    await fill(owner, 'own data');
    broken.cv = () => Promise.reject(unavailable('service_unavailable', 'Down'));
    const received = download().then((response) => response.arrayBuffer());
    await expect(received).rejects.toThrow();
  });

  test('is complete except for a CV that is deleted and an experience that is removed during it', async () => {
    const [first = 0, second = 0] = await fill(owner, 'own data');
    const [other = 0] = await fill(owner, 'more data');
    const caller = callerOf(owner);
    broken.cv = async (id, by) => {
      const found = await clientOf(resume).cv(id, by);
      if (id === first) await resume.call.DeleteCv({ id }, { caller });
      const edited = { ...JSON.parse(String(found.json)), experiences: { experience: [] } };
      if (id === other) await resume.call.ReplaceCv({ id, content: jsonBytes(edited) }, { caller });
      return found;
    };
    const names = [...(await filesIn(await download())).keys()];
    const folderOf = (id: number) => names.filter((name) => name.startsWith(`cvs/${id}/`));
    expect(folderOf(first).filter((name) => name !== `cvs/${first}/cv.json`)).toEqual([]);
    for (const id of [second, other]) expect(folderOf(id)).toContain(`cvs/${id}/versions.json`);
    expect(names).not.toContainEqual(expect.stringContaining('/logos/'));
  });

  test('ends when the client disconnects', async () => {
    const source = Readable.from(endless());
    const closed = new Promise((resolve) => source.once('close', resolve));
    let signal: AbortSignal | undefined;
    broken.data = {
      prepare: async (_owner, _applications, request) => {
        signal = request.signal;
        return () => source;
      },
    };
    const client = new AbortController();
    const response = await download(visitor, client.signal);
    await response.body?.getReader().read();
    client.abort();
    await closed;
    expect(signal?.aborted).toBe(true);
  });

  test('is limited for each owner', async () => {
    broken.data = { prepare: async () => () => Readable.from(['PK']) };
    for (let count = 0; count < 5; count += 1) expect((await download()).status).toBe(200);
    const response = await download();
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.text()).toMatch(/Try again in \d+ minutes\./);
    expect((await download(await signedIn(await newOwner()))).status).toBe(200);
  });

  test('reads no data after too many attempts, even if all of them failed', async () => {
    let attempts = 0;
    broken.data = {
      prepare: async () => {
        attempts += 1;
        throw unavailable('service_unavailable', 'Down');
      },
    };
    for (let count = 0; count < 30; count += 1) expect((await download()).status).toBe(503);
    const response = await download();
    expect(response.status).toBe(429);
    expect(await response.text()).toMatch(/Try again in \d+ minutes\./);
    expect(attempts).toBe(30);
  });
});

describe('importing the download of all data', () => {
  const upload = async (zip: Buffer, by: WebVisitor) => {
    const path = '/account/cvs/import';
    const form = new FormData();
    for (const [name, value] of Object.entries(hiddenFields((await by.get('/account/cvs/new')).text, path)))
      form.append(name, value);
    form.append('file', new Blob([zip as BlobPart], { type: 'application/zip' }), 'vitae.zip');
    const { status, location = '' } = await by.post(path, form);
    expect([status, location]).toEqual([303, '/account/cvs/imported']);
    return (await by.get(location)).text;
  };
  const cvsOf = async (of: OwnerFixture) => {
    const list = await resume.call.ListUserCvs({ id: String(of.userId) }, { caller: callerOf(of) });
    return JSON.parse(String(list.json)) as { id: string; title: string; main: boolean; public_url: string }[];
  };
  /** What an owner sees of a CV, without its ids. Pictures have other paths. */
  const contentOf = async (of: OwnerFixture, id: number) => {
    const caller = callerOf(of);
    const cv = (await resume.read(caller, id)) as CvData;
    const { id: _id, userId, url, updatedAt, printable, published, indexed, ...content } = cv;
    const sections = await resume.call.GetCvResumeSections({ id }, { caller });
    const photo = await resume.call.GetCvPicture({ id, experienceId: 0 }, { caller }).catch(() => undefined);
    const withoutIds = JSON.parse(JSON.stringify(content), (name, value) => {
      if (name === 'id') return undefined;
      return typeof value === 'string' && value.startsWith('/pictures/') ? 'a picture' : value;
    });
    return { content: withoutIds, sections: JSON.parse(String(sections.json)), hasPhoto: photo !== undefined };
  };

  test('into a new account restores every CV with its content, photo and language, and the main CV', async () => {
    const caller = callerOf(owner);
    const [baker = 0, cook = 0] = await fill(owner, 'own data');
    const languages = [{ language: 'French', fluency: 'Native' }];
    const work = [{ name: 'Mill & Co', position: 'Müller', startDate: '2019-03-01', highlights: ['Korn', 'Mehl'] }];
    const german = { basics: { name: 'Ann Archer', label: 'Müller' }, work, languages, meta: { culture: 'de_DE' } };
    const miller = await resume.cv(caller, owner.userId, german, { main: true });
    const portfolio = [{ title: 'Bread', createDate: '2020-01-01', url: 'https://a.example/b', content: 'Rye' }];
    const skill = [{ title: 'Go', level: 80, details: 'Daily', children: { skill: [{ title: 'gRPC' }] } }];
    const edited = { ...((await resume.read(caller, cook)) as object), portfolios: { portfolio }, skills: { skill } };
    const content = jsonBytes({ ...edited, culture: 'it_IT' });
    const replaced = await resume.call.ReplaceCv({ id: cook, content }, { caller });
    const [bread] = (JSON.parse(String(replaced.json)) as CvData).portfolios.portfolio;
    const picture = { cvId: cook, portfolioId: bread?.id ?? 0 };
    await resume.call.SetPortfolioPicture({ picture, content: RED_PIXEL }, { caller });
    const zip = Buffer.from(await (await download()).arrayBuffer());

    const other = await newOwner();
    const text = await upload(zip, await signedIn(other));
    expect(text).toContain('3 CVs have been created. They are not published yet.');
    const restored = await cvsOf(other);
    const sources = new Map(
      await Promise.all(
        [baker, cook, miller.id].map(async (id) => {
          const { content, ...rest } = await contentOf(owner, id);
          return [content.title as string, { content, ...rest }] as const;
        }),
      ),
    );
    expect(restored).toHaveLength(3);
    for (const { id, title, main, public_url } of restored) {
      expect(await contentOf(other, Number(id))).toEqual(sources.get(title));
      expect([main, public_url]).toEqual([title === 'Müller', '']);
      expect(text).toContain(`href="/account/cvs/${id}/edit"`);
    }
    const [first, second] = [...sources.values()];
    expect(first).toMatchObject({ hasPhoto: true, content: { experiences: { experience: [{ logo: 'a picture' }] } } });
    expect(second).toMatchObject({ hasPhoto: false, content: { portfolios: { portfolio: [{ path: 'a picture' }] } } });
    expect(text).not.toContain('not in your account');
  });

  test('restores pictures that together exceed the maximum size of a CV', async () => {
    const caller = callerOf(owner);
    const { id } = await resume.cv(caller, owner.userId, { title: 'Painter' });
    const portfolio = Array.from({ length: 8 }, (_, index) => ({ title: `Work ${index}`, createDate: '2020-01-01' }));
    const content = jsonBytes({ ...((await resume.read(caller, id)) as object), portfolios: { portfolio } });
    const replaced = await resume.call.ReplaceCv({ id, content }, { caller });
    const works = (JSON.parse(String(replaced.json)) as CvData).portfolios.portfolio;
    const sizes: number[] = [];
    for (const [index, { id: portfolioId }] of works.entries()) {
      const picture = { cvId: id, portfolioId };
      const content = await noisePicture(400, 400 - index);
      sizes.push((await resume.call.SetPortfolioPicture({ picture, content }, { caller })).size);
    }
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(1024 * 1024);
    await resume.cv(caller, owner.userId, { title: 'Second' });
    const zip = Buffer.from(await (await download()).arrayBuffer());

    const other = await newOwner();
    const text = await upload(zip, await signedIn(other));
    expect(text).toContain('2 CVs have been created.');
    expect(text).not.toContain('These values were not stored.');
    const restored = (await cvsOf(other)).find(({ title }) => title === 'Painter');
    const copy = (await resume.read(callerOf(other), Number(restored?.id))) as CvData;
    const heights: number[] = [];
    for (const { id: portfolioId } of copy.portfolios.portfolio) {
      const picture = await resume.call.GetPortfolioPicture(
        { cvId: copy.id, portfolioId },
        { caller: callerOf(other) },
      );
      heights.push(picture.height);
    }
    expect(heights).toEqual(works.map((_work, index) => 400 - index));
  });

  test('a second time creates only CVs that the account no longer has', async () => {
    await fill(owner, 'own data');
    const zip = Buffer.from(await (await download()).arrayBuffer());
    const other = await newOwner();
    const by = await signedIn(other);
    await upload(zip, by);
    const [first, second] = await cvsOf(other);
    await resume.call.DeleteCv({ id: Number(second?.id) }, { caller: callerOf(other) });
    const text = await upload(zip, by);
    expect(text).toContain('1 CV has been created.');
    expect(text).toContain('You have already imported this CV from the same file.');
    expect((await cvsOf(other)).map(({ title }) => title)).toEqual([first?.title, second?.title]);
    expect((await cvsOf(other))[0]?.id).toBe(first?.id);
  });
});

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(16_384);
}
