import { createLoginNames, type LoginNames } from '@vitae/accounts/credentials/login-names';
import type { OwnerCredentials } from '@vitae/accounts/credentials/owner-credentials';
import { createPendingLoginStore } from '@vitae/accounts/credentials/pending-login-mongo-store';
import type { QueuedMail } from '@vitae/accounts/mail/outbox';
import { companyCaller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import { createLease } from '@vitae/kit/lease';
import { createLogger } from '@vitae/kit/log';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { UserRecord } from '@vitae/proto/user-record';
import {
  type OwnerFixture,
  type OwnersFixture,
  type OwnersGateway,
  startOwnersFixture,
} from '@vitae/test/support/gateway/owner-fixtures';
import { createWebVisitor, type PageResponse, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';
import { openResumeFixture, type ResumeFixture } from '@vitae/test/support/resume/resume-fixture';
import { createOwnProfile } from './own-profile.ts';

const PROFILE = '/account/profile';
const log = createLogger({ name: 'test', level: 'silent' });
let resume: ResumeFixture;
let system: OwnersFixture;
let site: OwnersGateway;
let owner: OwnerFixture;
let names: LoginNames;
let visitor: WebVisitor;
/** Simulates processes that stop between two steps. */
const stopsBefore = { login: false, mail: false };

beforeAll(async () => {
  resume = await openResumeFixture();
  system = await startOwnersFixture(process.env);
  // Redis is shared with other test files, so users need ids of their own.
  const sequences = resume.connection.collection<{ _id: string; value: number }>('sequences');
  await sequences.updateOne({ _id: 'user' }, { $set: { value: system.company.id * 10 } }, { upsert: true });
  const user: ResumeClient['user'] = async (ref, caller) => {
    const { items } = await resume.call.BatchGetUsers({ items: [{ caller, user: ref }] });
    const [item] = items;
    if (!item?.document) throw new VitaeError('NOT_FOUND', item?.status?.reason ?? '', 'The user does not exist.');
    return item.document;
  };
  site = await system.start({
    profileOf: ({ credentials }, connection) => {
      const setNames: OwnerCredentials['setNames'] = async (...change) => {
        if (stopsBefore.login) throw new TypeError('stopped');
        await credentials.setNames(...change);
      };
      names = createLoginNames({
        pending: createPendingLoginStore(connection),
        lease: createLease(connection, 'login names'),
        credentials: { setNames },
        resume: { user },
        clock: system.clock,
        log,
      });
      return createOwnProfile({ call: resume.call, user }, names);
    },
    outboxOf: (outbox) => ({
      ...outbox,
      add: async (...mail) => {
        if (stopsBefore.mail) throw new TypeError('stopped');
        await outbox.add(...mail);
      },
    }),
  });
});
afterAll(async () => {
  await system.close();
  await resume.close();
});
beforeEach(async () => {
  owner = await newOwner();
  visitor = await signedIn();
});

const company = () => companyCaller(system.company.id, 'test');

async function newOwner(fields: Record<string, unknown> = {}, at = system.company): Promise<OwnerFixture> {
  return system.createOwner(site, at, await resume.user(companyCaller(at.id, 'test'), fields));
}

async function signedIn(by = owner, login = by.username): Promise<WebVisitor> {
  const browser = createWebVisitor(site.url, system.newAddress());
  const page = await browser.get('/account');
  const response = await browser.submit(page, '/account/sign-in', { login, password: by.password });
  expect(response.status).toBe(303);
  return browser;
}

async function record(by = owner): Promise<UserRecord> {
  const { items } = await resume.call.BatchGetUsers({
    items: [{ caller: company(), user: { id: String(by.userId) } }],
  });
  return JSON.parse(String(items[0]?.document?.json)) as UserRecord;
}

const submit = async (action: string, fields: Record<string, string> = {}, browser = visitor) =>
  browser.submit(await browser.get(PROFILE), action, fields);
const details = { firstname: 'Ann', lastname: 'Archer', phone: '' };

/** Returns the waiting mails of an address and removes them. */
async function mailsTo(address: string): Promise<QueuedMail[]> {
  const mails = (await site.outbox.due(100)).filter(({ to }) => to === address);
  for (const { id } of mails) await site.outbox.remove(id);
  return mails;
}

/** Keyboards of phones add a space. */
const requestChange = (email: string, password = owner.password) =>
  submit(`${PROFILE}/email`, { email: `${email} `, password });
/** Requests a change and returns the path of the link that was mailed to the new address. */
async function linkFor(email: string): Promise<string> {
  expect((await requestChange(email)).location).toBe(`${PROFILE}?done=emailSent`);
  return pathIn(await mailsTo(email));
}
function pathIn([mail]: QueuedMail[]): string {
  expect(mail?.template).toBe('ownerEmail');
  return new URL((mail as Extract<QueuedMail, { template: 'ownerEmail' }>).values.url).pathname;
}
async function confirm(path: string, browser = visitor, fields: Record<string, string> = {}): Promise<PageResponse> {
  return browser.submit(await browser.get(path), path, fields);
}
const isDead = ({ status, text }: PageResponse) => status === 404 && text.includes('This link is not valid');

describe('personal details', () => {
  test('are changed in the user record and shown in the account', async () => {
    const response = await submit(`${PROFILE}/details`, { firstname: ' Ada ', lastname: 'Lovelace', phone: '+44 1' });
    expect(response.location).toBe(`${PROFILE}?done=details`);
    expect(await record()).toMatchObject({ firstname: 'Ada', lastname: 'Lovelace', phone: '+44 1' });
    expect((await visitor.get('/account')).text).toContain('Ada Lovelace');
    expect((await visitor.get(response.location ?? '')).text).toContain('Your details have been saved.');
  });

  test('can consist of characters that are no letters', async () => {
    const { location } = await submit(`${PROFILE}/details`, { firstname: '🙂', lastname: '🙂', phone: '' });
    expect(location).toBe(`${PROFILE}?done=details`);
    expect(await record()).toMatchObject({ firstname: '🙂', lastname: '🙂' });
    expect((await visitor.get(PROFILE)).text.match(/value="🙂"/g)).toHaveLength(2);
    const account = await visitor.get('/account');
    expect([account.status, account.text]).toEqual([200, expect.stringContaining('🙂 🙂')]);
  });

  test('keep what was typed, with a message at each invalid field', async () => {
    const typed = { firstname: ' ', lastname: 'x'.repeat(101), phone: 'a\tb' };
    const { status, text } = await submit(`${PROFILE}/details`, typed);
    expect(status).toBe(422);
    expect(text).toMatch(/id="field-firstname-error">Fill in this field\.</);
    expect(text).toMatch(/id="field-lastname-error">Use at most 100 characters\.</);
    expect(text).toMatch(/id="field-phone-error">Remove line breaks/);
    expect(text).toContain(`value="${typed.lastname}"`);
    expect((await record()).firstname).toBe('Ann');
  });

  test('of a second tab do not overwrite those of the first, which are shown beside what was typed', async () => {
    const [first, second] = [await visitor.get(PROFILE), await visitor.get(PROFILE)];
    await visitor.submit(first, `${PROFILE}/details`, { ...details, firstname: 'First' });
    const conflict = await visitor.submit(second, `${PROFILE}/details`, { ...details, firstname: 'Second' });
    expect(conflict.status).toBe(409);
    expect(conflict.text).toContain('value="Second"');
    expect(conflict.text).toMatch(/id="field-firstname-hint">Current value: \S*First/);
    expect(conflict.text).not.toContain('id="field-lastname-hint"');
    expect((await record()).firstname).toBe('First');
    await visitor.submit(conflict, `${PROFILE}/details`, { ...details, firstname: 'Second' });
    expect((await record()).firstname).toBe('Second');
  });

  test('of a user who was deleted in another tab cannot be changed, and the session ends', async () => {
    const page = await visitor.get(PROFILE);
    await resume.call.DeleteUser({ id: String(owner.userId) }, { caller: company() });
    const gone = await visitor.submit(page, `${PROFILE}/details`, details);
    expect([gone.status, gone.text]).toEqual([
      404,
      expect.stringContaining('your account was deleted in the meantime'),
    ]);
    expect((await visitor.get('/account')).text).toContain('action="/account/sign-in"');
  });
});

test.each<[action: string, typed: Record<string, string>, secrets: Record<string, string>]>([
  ['details', { firstname: 'Ada', lastname: 'Lovelace', phone: '+44 1' }, {}],
  ['username', { username: 'ada.lovelace' }, { password: 'three little words' }],
  ['email', { email: 'ada@mail.example' }, { password: 'three little words' }],
])(
  'a form that is submitted after the session ended is shown again without passwords after the sign-in: %s',
  async (form, typed, secrets) => {
    const action = `${PROFILE}/${form}`;
    const page = await visitor.get(PROFILE);
    await submit(`${PROFILE}/details`, { ...details, firstname: 'Newer' });
    await site.sessions.endAll(owner.userId);
    const signInPage = await visitor.submit(page, action, { ...typed, ...secrets });
    expect([signInPage.status, signInPage.text]).toEqual([
      403,
      expect.stringContaining('your changes are not saved yet'),
    ]);
    // The form itself asks for a password again, if it has one.
    expect(signInPage.text).not.toContain('keep passwords');
    const login = { login: owner.username, password: owner.password };
    const shown = await visitor.submit(signInPage, '/account/sign-in', login);
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('Your changes are still here')]);
    expect(shown.text.includes('Enter your password again')).toBe('password' in secrets);
    for (const value of Object.values(typed)) expect(shown.text).toContain(`value="${value}"`);
    expect(shown.text).not.toContain('three little words');
    // Details that were changed in the meantime are not overwritten.
    const saved = await visitor.submit(shown, action, {
      ...typed,
      ...(form !== 'details' && { password: owner.password }),
    });
    expect(saved.status).toBe(form === 'details' ? 409 : 303);
  },
);

test('a form with nothing but passwords is not kept by the sign-in page', async () => {
  const page = await visitor.get(PROFILE);
  await site.sessions.endAll(owner.userId);
  const change = { current: owner.password, next: 'three little words', again: 'three little words' };
  const signInPage = await visitor.submit(page, '/account/password', change);
  expect([signInPage.status, signInPage.text]).toEqual([403, expect.not.stringContaining('name="kept"')]);
});

describe('the user name', () => {
  const rename = (username: string, password = owner.password) => submit(`${PROFILE}/username`, { username, password });

  test('is changed for sign-in too, but not in the addresses of public pages', async () => {
    const users = resume.connection.collection('users');
    const slug = (await users.findOne({ username: owner.username }))?.slug;
    const username = `renamed.${owner.userId}`;
    expect((await rename(username)).location).toBe(`${PROFILE}?done=username`);
    expect((await record()).username).toBe(username);
    expect(await users.findOne({ username })).toMatchObject({ slug });
    await signedIn(owner, username);
    expect(await site.credentials.findByLogin(owner.username)).toEqual([]);
  });

  test('is rejected with a message if it is taken or invalid, or the password is wrong', async () => {
    const other = await newOwner();
    const taken = await rename(other.username.toUpperCase());
    expect([taken.status, taken.text.includes('This user name is already taken.')]).toEqual([409, true]);
    const invalid = await rename('Zoë Ruiz');
    expect([invalid.status, invalid.text.includes('Use only letters without accents')]).toEqual([422, true]);
    const wrong = await rename('free.name', 'wrong');
    expect(wrong.status).toBe(403);
    expect(wrong.text).toMatch(/id="username-password-error">Incorrect password/);
    expect(wrong.text).toContain('value="free.name"');
    expect((await record()).username).toBe(owner.username);
  });

  test('reaches the login later if the process stops after changing the user record', async () => {
    stopsBefore.login = true;
    await rename(`late.${owner.userId}`);
    stopsBefore.login = false;
    expect((await site.credentials.find(owner.userId))?.username).toBe(owner.username);
    system.clock.forward(31_000);
    await names.finishInterrupted();
    await signedIn(owner, `late.${owner.userId}`);
  });
});

describe('the email address', () => {
  const next = () => `new-${owner.userId}@mail.example`;

  test('changes when the owner confirms the link, and the former address is told', async () => {
    const path = await linkFor(next());
    expect((await visitor.get(PROFILE)).text).toMatch(/Waiting for confirmation of \S*new-/);
    const { text } = await visitor.get(path);
    for (const shown of ['Confirm address', `You are signed in as ${owner.username}.`]) expect(text).toContain(shown);
    expect((await record()).email).toBe(owner.email);
    expect((await confirm(path)).location).toBe('/account/email/changed');
    expect((await record()).email).toBe(next());
    expect(await mailsTo(owner.email)).toEqual([
      expect.objectContaining({ template: 'ownerEmailChanged', values: { email: next() } }),
    ]);
    await signedIn(owner, next());
    expect((await visitor.get(PROFILE)).text).not.toContain('Waiting for confirmation');
    expect(isDead(await visitor.get(path))).toBe(true);
  });

  test('makes reset links to the former address invalid when it changes', async () => {
    const link = {
      purpose: 'ownerReset',
      companyId: owner.companyId,
      userId: owner.userId,
      email: owner.email,
    } as const;
    const path = `/account/reset/${await site.transact((session) => site.links.create(link, session))}`;
    expect((await visitor.get(path)).status).toBe(200);
    await confirm(await linkFor(next()));
    expect(isDead(await visitor.get(path))).toBe(true);
  });

  test('is confirmed in another browser only with the password of the account', async () => {
    const path = await linkFor(next());
    const other = await newOwner();
    const stranger = await signedIn(other);
    const { text } = await stranger.get(path);
    expect(text).toContain(`You are signed in as ${other.username}. This link is for another account.`);
    // The address may belong to a stranger.
    expect(text).not.toContain(owner.username);
    for (const browser of [createWebVisitor(site.url, system.newAddress()), stranger]) {
      expect((await confirm(path, browser, { password: 'wrong' })).status).toBe(403);
      expect((await confirm(path, browser)).status).toBe(403);
    }
    expect((await record()).email).toBe(owner.email);
    expect((await confirm(path, stranger, { password: owner.password })).status).toBe(303);
    expect((await record()).email).toBe(next());
  });

  test('is not changed by a link that was replaced, cancelled, guessed or has expired, or for another purpose', async () => {
    const replaced = await linkFor(next());
    await submit(`${PROFILE}/email/resend`);
    const cancelled = pathIn(await mailsTo(next()));
    await submit(`${PROFILE}/email/cancel`);
    const expired = await linkFor(next());
    system.clock.forward(24 * 3_600_000 + 1_000);
    const guessed = `/account/email/${'a'.repeat(43)}`;
    for (const path of [replaced, cancelled, expired, guessed, '/account/email/x'])
      expect([path, isDead(await createWebVisitor(site.url, system.newAddress()).get(path))]).toEqual([path, true]);
    expect((await record()).email).toBe(owner.email);
  });

  test('is not changed by a link of a user who was deleted', async () => {
    const path = await linkFor(next());
    await resume.call.DeleteUser({ id: String(owner.userId) }, { caller: company() });
    expect(isDead(await confirm(path))).toBe(true);
  });

  test('is requested with a valid address and the password', async () => {
    const typed = async (email: string, password?: string) => (await requestChange(email, password)).text;
    expect(await typed('incomplete@')).toMatch(/id="field-email-error">Enter a complete email address/);
    expect(await typed(owner.email)).toMatch(/id="field-email-error">This is already your email address/);
    expect(await typed(next(), 'wrong')).toMatch(/id="email-password-error">Incorrect password/);
    expect(await mailsTo(next())).toEqual([]);
  });

  test('that another user has is rejected only after confirmation, and only within the company', async () => {
    const colleague = await newOwner();
    const elsewhere = await newOwner({}, system.otherCompany);
    const path = await linkFor(colleague.email);
    const taken = await confirm(path);
    expect([taken.status, taken.text.includes('Another user of your company')]).toEqual([409, true]);
    expect((await record()).email).toBe(owner.email);
    await submit(`${PROFILE}/email/cancel`);
    expect((await confirm(await linkFor(elsewhere.email))).status).toBe(303);
  });

  test('is confirmed by opening the link again if the process stopped after the change', async () => {
    const path = await linkFor(next());
    stopsBefore.mail = true;
    expect((await confirm(path)).status).toBe(500);
    stopsBefore.mail = false;
    expect((await record()).email).toBe(next());
    expect((await visitor.get(PROFILE)).text).not.toContain('Waiting for confirmation');
    expect((await confirm(path)).location).toBe('/account/email/changed');
    expect(await mailsTo(owner.email)).toHaveLength(1);
    expect(isDead(await visitor.get(path))).toBe(true);
  });

  test('is changed once by concurrent confirmations', async () => {
    const path = await linkFor(next());
    const page = await visitor.get(path);
    const responses = await Promise.all([1, 2, 3].map(() => visitor.submit(page, path)));
    for (const { status } of responses) expect([303, 404]).toContain(status);
    expect((await record()).email).toBe(next());
    expect(await mailsTo(owner.email)).toHaveLength(1);
  });

  test('is limited to ten mails per hour', async () => {
    await linkFor(next());
    for (let mail = 2; mail <= 10; mail++) expect((await submit(`${PROFILE}/email/resend`)).status).toBe(303);
    const limited = await submit(`${PROFILE}/email/resend`);
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  test('cannot be changed by owners if the site sends no mail', async () => {
    const silent = await system.start({ sendsMail: false });
    const other = createWebVisitor(silent.url, system.newAddress());
    const fresh = await system.createOwner(silent);
    await other.submit(await other.get('/account'), '/account/sign-in', {
      login: fresh.username,
      password: fresh.password,
    });
    const page = await other.get(PROFILE);
    expect(page.text).toContain('Only your company can change your email address');
    expect(page.text).not.toContain(`action="${PROFILE}/email"`);
  });
});

describe('sessions', () => {
  test('are listed with their devices and can be ended, one or all others', async () => {
    const [second, third] = [await signedIn(), await signedIn()];
    const page = await visitor.get(PROFILE);
    expect(page.text.match(/Unknown device|node/g)?.length).toBeGreaterThanOrEqual(3);
    expect(page.text.match(/This session/g)).toHaveLength(1);
    await visitor.submit(page, `${PROFILE}/sessions/end`);
    const open = async () =>
      (await Promise.all([second, third].map((one) => one.get(PROFILE)))).filter(({ text }) =>
        text.includes('This session'),
      );
    expect(await open()).toHaveLength(1);
    await submit(`${PROFILE}/sessions/end-others`);
    expect(await open()).toHaveLength(0);
    expect((await visitor.get(PROFILE)).text).toContain('This session');
  });

  test('of others cannot be ended', async () => {
    const stranger = await newOwner();
    const page = await (await signedIn(stranger)).get(PROFILE);
    expect(page.text).not.toContain(`${PROFILE}/sessions/end"`);
    const [foreign] = await site.sessions.list(stranger.userId);
    const { location } = await submit(`${PROFILE}/sessions/end-others`, { ref: foreign?.ref ?? '' }).catch(() => ({
      location: undefined,
    }));
    expect(location).toBeUndefined();
    expect(await site.sessions.list(stranger.userId)).toHaveLength(1);
  });
});
