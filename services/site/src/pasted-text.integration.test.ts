import { MAX_UPLOAD_BYTES } from '@vitae/kit/http/raw-body';
import { submitChanged } from '@vitae/test/support/gateway/form-fields';
import { listedCv } from '@vitae/test/support/gateway/memory-own-cvs';
import { startOwnersFixture } from '@vitae/test/support/gateway/owner-fixtures';
import { startSettingsFixture } from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt } from '@vitae/test/support/gateway/settings-visitor';
import { createWebVisitor, type WebVisitor } from '@vitae/test/support/gateway/web-visitor';

/** More than 1 MB when it is submitted. */
const PASTED = 'ä b%'.repeat(100_000).trim();

const TEXT_FIELD = /<(?:textarea|input(?=[^>]* type="(?:text|email)"))[^>]* name="([^"]+)"/g;
/** Names for password managers, and codes that work once. */
const NOT_TYPED = ['username', 'code'];

type TextField = { path: string; action: string; name: string };

function textFieldsOf(path: string, html: string): TextField[] {
  const forms = html.split('<form ').slice(1);
  return forms.flatMap((form) => {
    const [, action = ''] = /^[^>]*method="post"[^>]* action="([^"]+)"/.exec(form) ?? [];
    const names = Array.from(form.split('</form>')[0]?.matchAll(TEXT_FIELD) ?? [], ([, name = '']) => name);
    const typed = action === '' ? [] : new Set(names.filter((name) => !NOT_TYPED.includes(name)));
    return Array.from(typed, (name) => ({ path, action, name }));
  });
}

/** Pastes the text into each field of the forms of some pages. Returns the fields, and those whose response lacks it. */
async function pasteEverywhere(visitor: WebVisitor, paths: readonly string[]) {
  const fields: TextField[] = [];
  const lost: (TextField & { status: number })[] = [];
  for (const path of paths) {
    const page = await visitor.get(path);
    for (const field of textFieldsOf(path, page.text)) {
      fields.push(field);
      const { status, text } = await submitChanged(visitor, page, field.action, { [field.name]: PASTED });
      if (!text.includes(PASTED)) lost.push({ ...field, status });
    }
  }
  return { fields, lost };
}

test('a text of 1 MB in any field of the account is shown again', async () => {
  const system = await startOwnersFixture(process.env);
  try {
    const gateway = await system.start();
    const visitor = createWebVisitor(gateway.url, system.newAddress());
    const { username, password } = await system.createOwner(gateway);
    await visitor.submit(await visitor.get('/account'), '/account/sign-in', { login: username, password });
    const cv = { id: 1, title: 'Baker', main: false, privateUrl: 'https://cv.example/c/1', publicUrl: '' };
    system.cvs.push({ ...cv, ...listedCv, indexed: false, protected: false, anonymized: false });
    const pages = ['', '/cvs/new', '/profile', '/preferences', '/cvs/1/share'].map((page) => `/account${page}`);
    const { fields, lost } = await pasteEverywhere(visitor, pages);
    expect(lost).toEqual([]);
    expect(new Set(fields.map(({ path }) => path))).toEqual(new Set(pages));
  } finally {
    await system.close();
  }
});

test('a text of 1 MB in any field of the settings is shown again, and a larger form than 7 MB is rejected', async () => {
  const system = await startSettingsFixture(process.env);
  try {
    const gateway = await system.start();
    const visitor = await signedInAt(gateway, await system.createAdministrator(gateway, 'owner'));
    const application = { companyId: system.company.id, name: 'Jobs', callbacks: ['oob'] };
    const { id } = await gateway.ownerAccess.applications.create(application);
    const names = ['keys/new', 'signature', 'signature/oauth', 'applications/new', `applications/${id}`, 'team'];
    const pages = names.map((name) => `/settings/${name}`);
    const { fields, lost } = await pasteEverywhere(visitor, pages);
    expect(lost).toEqual([]);
    expect(new Set(fields.map(({ path }) => path))).toEqual(new Set(pages));
    const page = await visitor.get('/settings/keys/new');
    const rejected = await submitChanged(visitor, page, '/settings/keys', { name: 'x'.repeat(MAX_UPLOAD_BYTES) });
    expect([rejected.status, rejected.text]).toEqual([413, expect.stringContaining('This form is too large')]);
  } finally {
    await system.close();
  }
});
