import { dataTypes, FULL_ACCESS, type GrantAccess } from '@vitae/accounts/grants/grant-access';
import { unavailable } from '@vitae/kit/errors';
import { createMemoryOwnCvs, listedCv } from '@vitae/test/support/gateway/memory-own-cvs';
import { type ConsumerFixture, startConsumerFixture } from '@vitae/test/support/gateway/oauth-consumer';
import type { OwnerFixture } from '@vitae/test/support/gateway/owner-fixtures';
import { createWebVisitor, type FormFields, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';

const CVS = [7, 8, 9];
const FOREIGN_CV = 1_000;
let consumer: ConsumerFixture;
let owner: OwnerFixture;

beforeAll(async () => {
  consumer = await startConsumerFixture(process.env);
  const visibility = { indexed: false, protected: false, anonymized: false, publicUrl: '', privateUrl: '' };
  consumer.system.cvs.push(...CVS.map((id) => ({ id, title: `CV ${id}`, main: id === 7, ...listedCv, ...visibility })));
});
afterAll(() => consumer.system.close());
beforeEach(async () => {
  owner = await consumer.system.createOwner(consumer.gateway);
});

const storedAccess = async () => (await consumer.gateway.grants.find(owner.userId, consumer.application.id))?.access;

async function authorize(selected?: FormFields): Promise<GrantAccess | undefined> {
  const request = await consumer.requestToken();
  const { location } = await consumer.decide(request, 'allow', owner, selected);
  const verifier = new URL(location ?? '').searchParams.get('oauth_verifier') ?? '';
  expect((await consumer.exchange(request, verifier)).status).toBe(200);
  return storedAccess();
}

async function signIn(path: string, url = consumer.gateway.url): Promise<WebVisitor> {
  const visitor = createWebVisitor(url, consumer.system.newAddress());
  const action = path.startsWith('/fr/') ? '/fr/oauth/sign-in' : '/account/sign-in';
  await visitor.submit(await visitor.get(path), action, { login: owner.username, password: owner.password });
  return visitor;
}

/** The checked radio buttons and checkboxes of a page, as `name=value`. */
const checkedIn = (html: string) =>
  [...html.matchAll(/<input type="(?:radio|checkbox)" name="(\w+)" value="(\w+)" checked/g)].map(
    ([, name, value]) => `${name}=${value}`,
  );
const ALL_DATA = dataTypes.map((type) => `data=${type}`);

describe('the consent screen', () => {
  test('starts with nothing selected', async () => {
    const { token } = await consumer.requestToken();
    const path = `/fr/oauth/authorize?oauth_token=${token}`;
    const visitor = await signIn(path);
    const { text } = await visitor.get(path);
    expect(checkedIn(text)).toEqual(['cvs=selected']);
    for (const id of CVS) expect(text).toContain(`CV ${id}`);
    expect(await authorize()).toEqual(FULL_ACCESS);
  });

  test('distinguishes CVs with the same title', async () => {
    const [first, second] = consumer.system.cvs;
    if (!first || !second) throw new Error('The owner has no CVs.');
    const stored = { ...second };
    Object.assign(second, { title: first.title, language: 'fr_FR' });
    const { token } = await consumer.requestToken();
    const path = `/fr/oauth/authorize?oauth_token=${token}`;
    const { text } = await (await signIn(path)).get(path);
    Object.assign(second, stored);
    expect(text).toMatch(/CV 7.? \(Anglais \(États-Unis\), dernière modification.*CV 7.? \(Français, .*CV 9.?</s);
  });

  test('grants only the selected CVs of the owner and types of data', async () => {
    const selected = { cvs: 'selected', cv: ['9', '7', String(FOREIGN_CV), 'x'], data: ['labels', 'comments', 'x'] };
    expect(await authorize(selected)).toEqual({ cvs: [7, 9], data: ['comments', 'labels'] });
    expect(await authorize({ cvs: 'selected', data: 'profile' })).toEqual({ cvs: [], data: ['profile'] });
    expect(await authorize({ cvs: 'all', cv: '8' })).toEqual({ cvs: 'all', data: [] });
  });

  test('applies the latest selection, whichever token the application exchanges', async () => {
    const verifierOf = async (request: Awaited<ReturnType<typeof consumer.requestToken>>, selected?: FormFields) => {
      const { location } = await consumer.decide(request, 'allow', owner, selected);
      return new URL(location ?? '').searchParams.get('oauth_verifier') ?? '';
    };
    const [first, second, third] = [
      await consumer.requestToken(),
      await consumer.requestToken(),
      await consumer.requestToken(),
    ];
    const everything = await verifierOf(first);
    await consumer.exchange(second, await verifierOf(second, { cvs: 'selected', cv: '8' }));
    await consumer.exchange(first, everything);
    expect(await storedAccess()).toEqual({ cvs: [8], data: [] });
    // The application never exchanges the third token.
    await verifierOf(third, { cvs: 'selected', cv: '9' });
    expect(await storedAccess()).toEqual({ cvs: [9], data: [] });
  });

  test('starts with everything if the grant was created before owners could select', async () => {
    const { id: applicationId, companyId } = consumer.application;
    const createdAt = new Date();
    const grant = { applicationId, companyId, userId: owner.userId, createdAt, lastUsedAt: null };
    await consumer.gateway.grants.addToken(grant, { digest: `token ${owner.userId}`, sealedSecret: '', createdAt });
    const path = `/fr/oauth/authorize?oauth_token=${(await consumer.requestToken()).token}`;
    const visitor = await signIn(path);
    expect(checkedIn((await visitor.get(path)).text)).toEqual(['cvs=all', ...ALL_DATA]);
  });

  test('starts with the earlier selection if the owner authorizes the application again', async () => {
    await authorize({ cvs: 'selected', cv: '8', data: 'statistics' });
    const path = `/fr/oauth/authorize?oauth_token=${(await consumer.requestToken()).token}`;
    const visitor = await signIn(path);
    expect(checkedIn((await visitor.get(path)).text)).toEqual(['cvs=selected', 'cv=8', 'data=statistics']);
  });

  test.each<[string, FormFields]>([
    ['nothing', { cvs: 'selected' }],
    ['only CVs of others', { cvs: 'selected', cv: String(FOREIGN_CV) }],
    ['no field, as an older page', {}],
  ])('asks again if the owner selects %s', async (_what, selected) => {
    const request = await consumer.requestToken();
    const { status, text } = await consumer.decide(request, 'allow', owner, selected);
    expect([status, checkedIn(text)]).toEqual([422, ['cvs=selected']]);
    expect(text).toContain('Sélectionnez au moins un CV ou un type de données.');
    expect((await consumer.decide(request, 'allow', owner)).status).toBe(303);
  });

  test('rejects more CVs than a grant can contain', async () => {
    const many = Array.from({ length: 201 }, (_, index) => 2_000 + index);
    const [cv] = consumer.system.cvs;
    if (!cv) throw new Error('No CV');
    consumer.system.cvs.push(...many.map((id) => ({ ...cv, id })));
    const request = await consumer.requestToken();
    const selected = { cvs: 'selected', cv: many.map(String) };
    const { status, text } = await consumer.decide(request, 'allow', owner, selected);
    consumer.system.cvs.length = CVS.length;
    expect(status).toBe(422);
    expect(text).toContain('Sélectionnez au plus 200 CV, ou tous.');
  });

  test('is unavailable without the resume service and grants nothing', async () => {
    const error = unavailable('service_unavailable', 'resume is not reachable.');
    const ownCvs = { ...createMemoryOwnCvs([]), list: () => Promise.reject(error) };
    const { url } = await consumer.system.start({ ownCvs });
    const { token } = await consumer.requestToken();
    const path = `/fr/oauth/authorize?oauth_token=${token}`;
    const visitor = await signIn(path, url);
    const { status, headers } = await visitor.get(path);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(await storedAccess()).toBeUndefined();
  });

  test('denies access whatever is selected', async () => {
    const { location } = await consumer.decide(await consumer.requestToken(), 'refuse', owner, {});
    expect(location).toContain('oauth_problem=user_refused');
  });
});

describe('the connected applications in the account', () => {
  const change = async (selected: FormFields, id: number | string = consumer.application.id) => {
    const visitor = await signIn('/account');
    const page = await visitor.get('/account/applications');
    const { csrf = '' } = Object.fromEntries(
      [...page.text.matchAll(/name="(csrf)" value="([^"]+)"/g)].map((match) => match.slice(1)),
    );
    return visitor.post(`/account/applications/${id}/access`, { csrf, ...selected });
  };

  test('show and change the access of an application', async () => {
    await authorize({ cvs: 'selected', cv: '8', data: 'statistics' });
    const visitor = await signIn('/account');
    const { text } = await visitor.get('/account/applications');
    expect(checkedIn(text)).toEqual(['cvs=selected', 'cv=8', 'data=statistics']);
    const changed = await change({ cvs: 'selected', cv: ['7', String(FOREIGN_CV)], data: ['profile', 'labels'] });
    expect(changed.location).toBe('/account/applications?done=reduced');
    expect(await storedAccess()).toEqual({ cvs: [7], data: ['profile', 'labels'] });
    const rejected = await change({ cvs: 'selected' });
    expect([rejected.status, rejected.text.includes('role="alert"')]).toEqual([422, true]);
    expect(checkedIn(rejected.text)).toEqual(['cvs=selected']);
    expect(await storedAccess()).toEqual({ cvs: [7], data: ['profile', 'labels'] });
  });

  test('say that a private link remains known only if a CV or the application was removed', async () => {
    await authorize({ cvs: 'selected', cv: ['7', '8'], data: ['profile', 'statistics'] });
    const visitor = await signIn('/account');
    const notice = 'may still know the private link';
    const saysSo = async (location = '') => (await visitor.get(location)).text.includes(notice);
    for (const [selected, removes] of [
      [{ cvs: 'selected', cv: ['7', '8'], data: 'profile' }, false],
      [{ cvs: 'selected', cv: '7', data: 'profile' }, true],
      [{ cvs: 'all' }, false],
      [{ cvs: 'selected', cv: ['7', '8'] }, true],
    ] as const) {
      const { location } = await change(selected as unknown as FormFields);
      expect([location, await saysSo(location)]).toEqual([
        `/account/applications?done=${removes ? 'reduced' : 'access'}`,
        removes,
      ]);
    }
    const page = await visitor.get('/account/applications');
    const revoked = await visitor.submit(page, `/account/applications/${consumer.application.id}/revoke`);
    expect([revoked.location, await saysSo(revoked.location)]).toEqual(['/account/applications?done=revoked', true]);
    expect(await saysSo('/account/applications')).toBe(false);
  });

  test('do not give back access that the owner removed in another tab', async () => {
    await authorize({ cvs: 'selected', cv: ['7', '8'], data: ['profile', 'statistics'] });
    const visitor = await signIn('/account');
    const page = await visitor.get('/account/applications');
    await change({ cvs: 'selected', cv: '7', data: 'statistics' });
    const path = `/account/applications/${consumer.application.id}/access`;
    await visitor.submit(page, path, { cvs: 'selected', cv: ['7', '8'], data: 'profile' });
    expect(await storedAccess()).toEqual({ cvs: [7], data: [] });
  });

  test('change what a token includes that was authorized and is not issued yet', async () => {
    await authorize();
    const request = await consumer.requestToken();
    const { location } = await consumer.decide(request, 'allow', owner);
    await change({ cvs: 'selected', cv: '9' });
    await consumer.exchange(request, new URL(location ?? '').searchParams.get('oauth_verifier') ?? '');
    expect(await storedAccess()).toEqual({ cvs: [9], data: [] });
  });

  test('have no form for applications without access', async () => {
    for (const id of [consumer.application.id, 0, 'x']) expect((await change({ cvs: 'all' }, id)).status).toBe(404);
    expect(await storedAccess()).toBeUndefined();
  });
});
