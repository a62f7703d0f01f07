import { readFileSync } from 'node:fs';
import { systemClock } from '@vitae/kit/clock';
import { readPrivateKey, readPublicKeys } from '@vitae/kit/signing-keys';
import type { CvData } from '@vitae/proto/cv-data';
import { companiesOfProcesses, createGrantCheck, createGrantSigner } from '@vitae/proto/export-grant';
import { type ExportSource, maxSectionItems } from '@vitae/proto/export-source';
import { plainPicture } from '@vitae/test/support/resume/picture-fixtures';
import {
  acme,
  globex,
  jsonBytes,
  openResumeFixture,
  parsed,
  type ResumeFixture,
  SITE,
} from '@vitae/test/support/resume/resume-fixture';
import { newPrivateKey, publicKeyItem } from '@vitae/test/support/service-keys';
import { createResumeApp } from './app.ts';

let service: ResumeFixture;
beforeAll(async () => {
  service = await openResumeFixture();
});
afterAll(() => service.close());

const example = readFileSync(new URL('../../../deploy/local/examples/complete-resume.json', import.meta.url));
const source = async (id: number, caller = acme) =>
  parsed<ExportSource>({ json: (await service.call.GetExportSource({ id }, { caller })).document });

const replace = (id: number, content: unknown) =>
  service.call.ReplaceCv({ id, content: jsonBytes(content) }, { caller: acme });

describe('an export source', () => {
  test('contains the CV, its owner, its display and the imported sections', async () => {
    const user = await service.user(acme, { firstname: 'Jane', lastname: 'Developer', phone: '+33' });
    const { document } = await service.call.CreateCv(
      { user: { id: String(user.id) }, content: example },
      { caller: acme },
    );
    const id = document?.id ?? 0;
    const exported = await source(id);
    expect(exported.cv).toEqual(await service.read(acme, id));
    expect(exported).toMatchObject({
      culture: 'en_US',
      displayName: 'Jane Developer',
      owner: { firstname: 'Jane', lastname: 'Developer', email: user.email, phone: '+33', slug: user.username },
      printDisplay: { displayConfig: { experiences: true } },
      photo: null,
      sections: { languages: [{ language: 'English', fluency: 'Native speaker' }, { language: 'Spanish' }] },
    });
    expect(await service.exportHead(acme, id)).toMatchObject({
      id,
      userId: user.id,
      revision: 1,
      anonymized: false,
      culture: 'en_US',
    });
    await expect(service.call.GetExportSource({ id }, { caller: globex })).rejects.toMatchObject({
      reason: 'cv_not_found',
    });
  });

  test('contains the page limit of the owner, which is not part of the display', async () => {
    const { document } = await service.call.CreateCv(
      { user: { id: String((await service.user(acme)).id) }, content: example },
      { caller: acme },
    );
    const id = document?.id ?? 0;
    const setLimit = (maxPages: number, caller = acme) => service.call.SetCvPageLimit({ id, maxPages }, { caller });
    expect((await setLimit(2)).revision).toBe(2);
    const read = await service.call.GetCvDisplay({ id, variant: 'print' }, { caller: acme });
    const print = parsed<{ id: string }>(read);
    expect(Object.keys(print)).toEqual(['id', 'color', 'displayConfig']);
    const display = jsonBytes({ ...print, id: 'modern' });
    await service.call.SetCvDisplay({ id, variant: 'print', display, ifRevision: 2 }, { caller: acme });
    expect(await source(id)).toMatchObject({ maxPages: 2, printDisplay: { id: 'modern' } });
    await expect(setLimit(11)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(setLimit(1, globex)).rejects.toMatchObject({ reason: 'cv_not_found' });
    await setLimit(0);
    expect(await source(id)).not.toHaveProperty('maxPages');
  });

  test('contains the language of documents that the owner chose', async () => {
    const { id } = await service.cv(acme, (await service.user(acme)).id, { title: 'Bäckerin' });
    const setLanguage = (language: string, caller = acme) =>
      service.call.SetCvDocumentLanguage({ id, language }, { caller });
    expect(await source(id)).not.toHaveProperty('language');
    expect((await setLanguage('pl')).revision).toBe(2);
    await service.call.SetCvPageLimit({ id, maxPages: 2 }, { caller: acme });
    expect(await source(id)).toMatchObject({ language: 'pl', maxPages: 2 });
    await expect(setLanguage('tlh')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(setLanguage('de', globex)).rejects.toMatchObject({ reason: 'cv_not_found' });
    await setLanguage('');
    expect(await source(id)).not.toHaveProperty('language');
    expect(await source(id)).toMatchObject({ maxPages: 2 });
  });

  test('contains the order of sections that the owner chose', async () => {
    const { id } = await service.cv(acme, (await service.user(acme)).id, { title: 'Bäckerin' });
    const setOrder = (sections: string[], caller = acme) =>
      service.call.SetCvSectionOrder({ id, sections }, { caller });
    expect(await source(id)).not.toHaveProperty('sectionOrder');
    expect((await setOrder(['skills', 'experiences'])).revision).toBe(2);
    await service.call.SetCvDocumentLanguage({ id, language: 'pl' }, { caller: acme });
    expect(await source(id)).toMatchObject({ sectionOrder: ['skills', 'experiences'], language: 'pl' });
    for (const invalid of [['skills', 'skills'], ['hobbies'], ['toString'], ['']])
      await expect(setOrder(invalid)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(setOrder(['skills'], globex)).rejects.toMatchObject({ reason: 'cv_not_found' });
    await setOrder([]);
    expect(await source(id)).not.toHaveProperty('sectionOrder');
  });

  test('of an anonymized CV does not contain the identity of its owner', async () => {
    const user = await service.user(acme, {
      firstname: 'Zebulon',
      lastname: 'Quark',
      phone: '+33 6 99',
      email: 'zebulon@quark.example',
    });
    const resume = {
      basics: {
        name: 'Zebulon Quark',
        label: 'Cook, ZEBULON QUARK',
        summary: 'I am Zébulon. Write to me: other@mail.example, https://x.example/z, 06 12 34 56 78.',
        email: 'zebulon@quark.example',
        phone: '+33 6 99',
        url: 'https://quark.example',
        image: `data:image/png;base64,${(await plainPicture('png', 9, 9)).toString('base64')}`,
        location: { city: 'Nantes', address: '1 rue Quark' },
        profiles: [{ network: 'Twitter', url: 'https://t.example/quark' }],
      },
      work: [
        {
          name: 'Acme',
          url: 'https://quark.example',
          position: 'Cook',
          startDate: 'when Zebulon came',
          highlights: ['Quark’s soup', 'Made 2,000 soups'],
        },
      ],
      projects: [{ name: 'Soup', url: 'https://quark.example/soup' }],
      references: [{ name: 'Bob', reference: 'Zebulon Quark is great' }],
      'x-me': 'Zebulon',
    };
    const { document } = await service.call.CreateCv(
      { user: { id: String(user.id) }, content: jsonBytes(resume) },
      { caller: acme },
    );
    const id = document?.id ?? 0;
    expect((await source(id)).photo).toMatchObject({ contentType: 'image/jpeg' });
    const before = parsed<CvData>(document);
    await replace(id, {
      ...before,
      userInformation: { ...before.userInformation, birthdate: '1990-01-02' },
      anonymized: true,
    });
    const text = JSON.stringify(await source(id));
    expect(text).not.toMatch(/z[eé]bulon|quark|\+33 6 99|1990-01-02|base64,|other@|x\.example|34 56/i);
    expect(text).toMatch(/Cook.*Made 2,000 soups.*Soup/);
    const identified = async (caller: typeof acme) =>
      String((await service.call.GetExportSource({ id, withIdentity: true }, { caller })).document);
    expect(await identified({ ...acme, userId: user.id })).toMatch(/Zebulon Quark.*base64,/);
    expect(await identified(acme)).not.toMatch(/Quark/);
  });

  test('of an anonymized CV contains the texts and single items that its documents show, without the identity', async () => {
    const user = await service.user(acme, { firstname: 'Zebulon', lastname: 'Quark' });
    const cv = await service.cv(acme, user.id, {
      basics: { profiles: { network: 'Twitter', username: 'zq_soups', url: 'https://t.example/zq_soups' } },
      work: [{ company: 'Acme', position: 'Cook, known as zq_soups' }],
      education: { institution: 'School of Zebulon Quark', area: 'Cooking' },
      skills: ['Soups of Quark'],
      awards: Array.from({ length: maxSectionItems + 1 }, (_, index) => `Award ${index}`),
    });
    await replace(cv.id, { ...cv, anonymized: true });
    const { resume } = await source(cv.id);
    expect(resume).toMatchObject({
      work: [{ name: 'Acme' }],
      education: [{ area: 'Cooking' }],
      skills: [{ name: expect.stringContaining('Soups of') }],
    });
    expect(resume.awards).toHaveLength(maxSectionItems + 1);
    expect(JSON.stringify(resume)).not.toMatch(/zebulon|quark|zq_soups/i);
  });

  test('uses the imported name until the owner is renamed', async () => {
    const user = await service.user(acme, { firstname: 'Jane', lastname: 'Developer' });
    const cv = await service.cv(acme, user.id, { basics: { name: 'Dr. Jane Developer' } });
    expect(await source(cv.id)).toMatchObject({
      displayName: 'Dr. Jane Developer',
      resume: { basics: { name: 'Dr. Jane Developer' } },
    });
    const update = (patch: unknown) =>
      service.call.UpdateUser({ user: { id: String(user.id) }, patch: jsonBytes(patch) }, { caller: acme });
    await update({ phone: '+33' });
    expect(await source(cv.id)).toMatchObject({ displayName: 'Dr. Jane Developer' });
    await update({ lastname: 'Newname' });
    expect(await source(cv.id)).toMatchObject({
      displayName: 'Jane Newname',
      resume: { basics: { name: 'Jane Newname' } },
    });
  });

  test('uses the name of the owner if the imported file has none', async () => {
    const user = await service.user(acme, { firstname: 'Jane', lastname: 'Developer' });
    const cv = await service.cv(acme, user.id, { basics: { label: 'Nurse' } });
    expect(await source(cv.id)).toMatchObject({
      displayName: 'Jane Developer',
      resume: { basics: { label: 'Nurse', name: 'Jane Developer' } },
    });
  });

  test('has a new revision after the owner is renamed', async () => {
    const user = await service.user(acme);
    const cv = await service.cv(acme, user.id);
    await service.call.UpdateUser(
      { user: { id: String(user.id) }, patch: jsonBytes({ lastname: 'Newname' }) },
      { caller: acme },
    );
    expect(await service.exportHead(acme, cv.id)).toMatchObject({ revision: 2 });
    expect((await source(cv.id)).displayName).toBe('Ann Newname');
  });
});

test('an export worker reads only the CV of its grant', async () => {
  const privateKey = newPrivateKey();
  const key = readPrivateKey(privateKey);
  const checkGrant = createGrantCheck({
    keys: readPublicKeys(publicKeyItem('gateway', privateKey)),
    producers: companiesOfProcesses().parse(undefined),
    allowUnsigned: false,
    clock: systemClock,
  });
  const { handlers } = createResumeApp({ connection: service.connection, siteUrl: SITE, checkGrant });
  const user = await service.user(acme);
  const [granted, other] = [await service.cv(acme, user.id), await service.cv(acme, user.id)];
  const grantFor = (cvId: number, companyId = acme.companyId) =>
    createGrantSigner({ issuer: 'gateway', key, clock: systemClock })({ cvId, companyId, format: 'pdf' });
  const read = async (id: number, grant: string, process = 'export') =>
    handlers.GetExportSource({ id, grant } as never, { caller: acme, process } as never).then(
      ({ head }) => head?.id,
      ({ reason }: { reason: string }) => reason,
    );
  expect(await read(granted.id, await grantFor(granted.id))).toBe(granted.id);
  for (const grant of ['', 'forged', await grantFor(granted.id), await grantFor(other.id, globex.companyId)])
    expect(await read(other.id, grant)).toBe('grant_invalid');
  expect(await read(other.id, '', 'site')).toBe(other.id);
});
