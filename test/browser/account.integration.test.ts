import type { Page } from 'puppeteer';
import { follow, signIn as signInAt } from '../support/browser.ts';
import { listedCv } from '../support/gateway/memory-own-cvs.ts';
import type { OwnerFixture } from '../support/gateway/owner-fixtures.ts';
import { type OwnersInBrowser, startOwnersInBrowser } from '../support/owners-in-browser.ts';

let owners: OwnersInBrowser;
let owner: OwnerFixture;
let page: Page;

beforeAll(async () => {
  owners = await startOwnersInBrowser(process.env);
});
afterAll(() => owners.close());
beforeEach(async () => {
  owner = await owners.system.createOwner(owners.gateway);
  page = await owners.open();
});
afterEach(() => page.browserContext().close());

const headline = (on = page) => on.$eval('h1', (element) => element.textContent);
const textOf = (selector: string) => page.$eval(selector, (element) => element.textContent ?? '');
const fill = (name: string, value: string) => page.locator(`input[name=${name}]`).fill(value);
const press = (name: string) => follow(page, () => page.locator(`::-p-aria([name="${name}"][role="button"])`).click());

async function signIn(on = page, password = owner.password): Promise<void> {
  await on.goto(`${owners.gateway.url}/account`);
  await signInAt(on, owner.username, password);
}

async function openProfile(on = page): Promise<void> {
  await signIn(on);
  await on.goto(`${owners.gateway.url}/account/profile`);
}

async function grant(name: string, lastUsedAt: Date | null): Promise<number> {
  const { id } = await owners.gateway.applications.create({
    companyId: owners.system.company.id,
    name,
    callbacks: ['oob'],
  });
  const { userId, companyId } = owner;
  const createdAt = new Date('2026-03-02T10:00:00Z');
  const token = { digest: `digest ${id}`, sealedSecret: '', createdAt };
  await owners.gateway.grants.addToken({ applicationId: id, companyId, userId, createdAt, lastUsedAt }, token);
  return id;
}

describe('account page', () => {
  test('lists connected applications with the data they may read and their last use', async () => {
    await grant('Jobs & Co', null);
    await grant('Mentor', new Date('2026-04-05T23:30:00Z'));
    await signIn();
    expect(await headline()).toBe('Your account');
    const list = await textOf('[aria-labelledby=applications]');
    expect(list).toContain('Jobs & Co by Studio LumièreAllowed on March 2, 2026Never used');
    // In Europe/Paris, the time zone of the company, this is the next day.
    expect(list).toContain('Mentor by Studio LumièreAllowed on March 2, 2026Last used on April 6, 2026');
    expect(list).toContain('Comments that your company has written about you');
  });

  test('publishes, indexes, protects and unpublishes a CV', async () => {
    const shown = { title: 'Compiler Engineer', main: true, anonymized: false, indexed: false, protected: false };
    owners.system.cvs.splice(0, Infinity, {
      id: 7,
      ...listedCv,
      ...shown,
      publicUrl: '',
      privateUrl: 'https://vitae.example/c/secret',
    });
    const list = () => textOf('[aria-labelledby=cvs]');
    const settings = () => page.locator('::-p-text(Visibility)').click();
    await signIn();
    expect(await list()).toContain('Compiler Engineer Main CVNot published');
    expect(await page.$eval('.copyable', (link) => link.textContent)).toBe('https://vitae.example/c/secret');
    const button = 'button[aria-label="Publish: Compiler Engineer"]';
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewport(viewport);
      const bottom = await page.$eval(button, (one) => one.getBoundingClientRect().bottom);
      expect([viewport.width, bottom > 0 && bottom < viewport.height]).toEqual([viewport.width, true]);
    }
    await press('Publish: Compiler Engineer');
    expect(await page.$(button)).toBeNull();
    expect(await textOf('[role=status]')).toBe('Your CV is published. Open its public page');
    expect(await list()).toContain('PublishedHidden from search engines');
    await settings();
    await press('Show to search engines');
    expect(await list()).toContain('PublishedVisible to search engines');
    await settings();
    await fill('password', 'short');
    expect(await press('Protect with password')).toBe(422);
    expect(await textOf('#cv-7-password-error')).toBe('Use at least 8 characters.');
    await fill('password', 'long enough now');
    await press('Protect with password');
    expect(await list()).toContain('Password protected');
    await settings();
    await press('Remove visitor password');
    await settings();
    await press('Unpublish');
    expect(await list()).toContain('Not published');
    expect(owners.system.cvs).toEqual([
      expect.objectContaining({ id: 7, indexed: true, protected: false, publicUrl: '' }),
    ]);
    owners.system.cvs.length = 0;
  });

  test('changes what an application can access', async () => {
    const id = await grant('Jobs & Co', null);
    await signIn();
    await page.locator('::-p-text(What it can access)').click();
    await page.locator('input[name=data][value=comments]').click();
    await press('Change access: Jobs & Co');
    expect(await textOf('[role=status]')).toBe('Access has been changed. The change applies immediately.');
    const data = ['profile', 'preferences', 'statistics', 'labels'];
    expect((await owners.gateway.grants.find(owner.userId, id))?.access).toEqual({ cvs: 'all', data });
    expect(await page.$eval('input[name=data][value=comments]', (input) => (input as HTMLInputElement).checked)).toBe(
      false,
    );
  });

  test('revokes the access of an application', async () => {
    const id = await grant('Jobs & Co', null);
    await signIn();
    await page.locator('::-p-text(Remove access)').click();
    await press('Remove access for Jobs & Co');
    expect(await textOf('[role=status]')).toBe(
      'The application no longer has access to your data. The application may still know the private link of a CV from ' +
        'earlier. To end this link, replace it on the page where you share the CV.',
    );
    expect(await textOf('main')).toContain('No applications have access to your data.');
    expect(await owners.gateway.grants.find(owner.userId, id)).toBeUndefined();
  });

  test('changes the password and ends all other sessions', async () => {
    const elsewhere = await owners.open();
    await signIn(elsewhere);
    await openProfile();
    const next = 'entirely new words';
    await fill('current', 'wrong');
    await fill('next', next);
    await fill('again', next);
    expect(await press('Change password')).toBe(422);
    expect(await textOf('#field-current-error')).toBe('Incorrect password. Try again.');
    expect(await page.$eval('#field-current', (input) => input.getAttribute('aria-describedby'))).toBe(
      'field-current-error',
    );
    await fill('current', owner.password);
    await fill('next', next);
    await fill('again', next);
    await press('Change password');
    expect(await textOf('[role=status]')).toContain('Your password has been changed.');
    await elsewhere.reload();
    expect(await headline(elsewhere)).toBe('Sign in');
    await signIn(elsewhere, owner.password);
    expect(await headline(elsewhere)).toBe('Sign in');
    await signIn(elsewhere, next);
    expect(await headline(elsewhere)).toBe('Your account');
    await elsewhere.browserContext().close();
  });

  test.each([
    ['short', 'short', 'next', 'Use at least 8 characters.'],
    ['Password1!', 'Password1!', 'next', 'This password is too easy to guess. Use several unrelated words.'],
    ['long enough once', 'long enough twice', 'again', 'The passwords do not match.'],
  ])('rejects the new password %j with a message at the field', async (next, again, field, message) => {
    await openProfile();
    await fill('current', owner.password);
    await fill('next', next);
    await fill('again', again);
    expect(await press('Change password')).toBe(422);
    expect(await textOf(`#field-${field}-error`)).toBe(message);
  });

  test('stores the chosen language for all browsers of the owner', async () => {
    await openProfile();
    await page.select('select[name=locale]', 'it');
    await press('Change language');
    expect(await headline()).toBe('Profilo e sicurezza');
    const elsewhere = await owners.open();
    await signIn(elsewhere);
    expect(await headline(elsewhere)).toBe('Il tuo account');
    await elsewhere.browserContext().close();
  });

  test('uses the language of the browser until the owner chooses one', async () => {
    await page.setExtraHTTPHeaders({ 'Accept-Language': 'pt-BR, es-MX;q=0.8, en;q=0.5' });
    await page.goto(`${owners.gateway.url}/account`);
    expect(await headline()).toBe('Iniciar sesión');
    await follow(page, () => page.locator('footer a[lang=fr]').click());
    await page.goto(`${owners.gateway.url}/account`);
    expect(await headline()).toBe('Connexion');
  });

  test('deletes the account, its grants and its sessions after the owner enters the password', async () => {
    const id = await grant('Jobs & Co', null);
    await openProfile();
    await follow(page, () => page.locator('::-p-text(Delete account…)').click());
    expect(await textOf('main')).toContain('After 30 days, we permanently erase your data');
    await fill('password', 'wrong');
    expect(await press('Delete my account')).toBe(403);
    expect(owners.system.deleted).not.toContain(owner.userId);
    await fill('password', owner.password);
    await press('Delete my account');
    expect(await headline()).toBe('Your account has been deleted');
    expect(owners.system.deleted).toContain(owner.userId);
    expect(await owners.gateway.grants.find(owner.userId, id)).toBeUndefined();
    await signIn();
    expect(await headline()).toBe('Sign in');
  });

  test('invalidates the session at sign-out', async () => {
    await signIn();
    const [before] = await page.browserContext().cookies();
    await press('Sign out');
    expect(await textOf('[role=status]')).toBe('You have signed out.');
    await page
      .browserContext()
      .setCookie({ ...before, name: 'vitae_session', value: before?.value ?? '', domain: 'localhost' });
    await page.goto(`${owners.gateway.url}/account`);
    expect(await headline()).toBe('Sign in');
  });
});
