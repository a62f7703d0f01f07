import { applicationLinkToken } from '@vitae/proto/application-link';
import type { Json } from '../../support/company-api.ts';
import { createWebVisitor, newAddress, type WebVisitor } from '../../support/gateway/web-visitor.ts';
import { until } from '../../support/until.ts';
import type { Owner, UserApiSystem } from '../../support/user-api-system.ts';

/** Tests the private links of CVs that applications receive. */
export function applicationLinkTests(systemOf: () => UserApiSystem): void {
  let owner: Owner;
  let secondCv: number;
  let account: WebVisitor;

  beforeAll(async () => {
    const { companies, createOwner, publicUrl } = systemOf();
    owner = await createOwner('linked');
    const company = companies.ours.api;
    // Only private links open these CVs.
    await company.put(`/api/v1/cv/${owner.cv}`, { title: 'First', published: false });
    secondCv = (await company.post(`/api/v1/users/${owner.id}/cv`, { title: 'Second' })).json.id;
    account = createWebVisitor(publicUrl, newAddress());
    const { username: login, password } = owner;
    await account.submit(await account.get('/account'), '/account/sign-in', { login, password });
  });

  /** Connects an application to both CVs. Returns all links that it receives for the first one. */
  async function connect(name: string) {
    const system = systemOf();
    const application = await system.createApplication(name);
    const api = await system.authorize(application, owner);
    const { printable } = (await api.get(`/cv/${owner.cv}`)).json;
    const { pdf } = (await api.get(`/cv/${owner.cv}/pdf`)).json;
    const links = [printable.pdf, printable.odt, printable.doc, pdf, rowIn(await api.post('/cv/list', {}))];
    return { id: application.id, links: links.map(pathOf) };
  }

  async function companyLinks(): Promise<string[]> {
    const { api } = systemOf().companies.ours;
    const { printable } = (await api.get(`/api/v1/cv/${owner.cv}`)).json;
    const list = await api.post('/api/v1/cv/list', { filters: [{ type: 'cvType', value: 'main' }] });
    return [printable.pdf, rowIn(list)].map(pathOf);
  }

  const rowIn = ({ json }: { json: Json }) =>
    json.resumes.find(({ id }: Json) => Number(id) === owner.cv).private_url as string;
  const pathOf = (address: string) => address.slice(new URL(address).origin.length);
  const tokenOf = (path = '') => path.split('/')[2] ?? '';

  /** Returns the different statuses of the links at every gateway, when their files are ready. */
  async function statusesOf(links: readonly string[]): Promise<number[]> {
    const visitors = systemOf().gateways.map((gateway) => createWebVisitor(gateway, newAddress()));
    const status = (visitor: WebVisitor, link: string) =>
      until(link, async () => {
        const page = await visitor.get(link);
        return page.status !== 202 && page.status;
      });
    return [...new Set(await Promise.all(visitors.flatMap((one) => links.map((link) => status(one, link)))))];
  }

  async function submit(applicationId: number, action: string, fields: Record<string, string> = {}): Promise<void> {
    const path = `/account/applications/${applicationId}/${action}`;
    const { status } = await account.submit(await account.get('/account/applications'), path, fields);
    expect([path, status]).toEqual([path, 303]);
  }
  const select = (applicationId: number, cv: number) =>
    submit(applicationId, 'access', { cvs: 'selected', cv: String(cv), data: 'profile' });

  test('work while the owner grants the CV, on every gateway, unlike those of the company', async () => {
    const { id, links } = await connect('Links of a CV');
    const ofCompany = await companyLinks();
    expect(new Set(links.map(tokenOf)).size).toBe(1);
    expect(await statusesOf([...links, ...ofCompany])).toEqual([200]);
    await select(id, secondCv);
    expect(await statusesOf(links)).toEqual([404]);
    expect(await statusesOf(ofCompany)).toEqual([200]);
    await select(id, owner.cv);
    expect(await statusesOf(links)).toEqual([200]);
  }, 120_000);

  test('stop working when the owner removes the application, and others keep theirs', async () => {
    const [removed, kept] = [await connect('Removed links'), await connect('Kept links')];
    expect(await statusesOf([...removed.links, ...kept.links])).toEqual([200]);
    await submit(removed.id, 'revoke');
    expect(await statusesOf(removed.links)).toEqual([404]);
    expect(await statusesOf([...kept.links, ...(await companyLinks())])).toEqual([200]);
  }, 120_000);

  test('are valid only for their CV and application', async () => {
    const { id, links } = await connect('Forged links');
    const [companyId, cvId, applicationId, code] = tokenOf(links[0]).split('.');
    expect([Number(cvId), Number(applicationId)]).toEqual([owner.cv, id]);
    const other = await connect('Other links');
    const privateToken = tokenOf((await companyLinks())[0]);
    const forged = [
      `${companyId}.${secondCv}.${applicationId}.${code}`,
      `${companyId}.${cvId}.${other.id}.${code}`,
      `${companyId}.${cvId}.${applicationId}.${'A'.repeat(22)}`,
      `${companyId}.${cvId}.${applicationId}`,
      // Companies and former applications know the private token.
      applicationLinkToken(
        { companyId: Number(companyId), cvId: owner.cv, applicationId: id },
        { key: Buffer.from(privateToken), privateToken },
      ),
    ];
    for (const token of forged)
      expect([token, await statusesOf([`/c/${token}`, `/c/${token}/export?format=pdf`])]).toEqual([token, [404]]);
  });

  test('end for all applications when the private link is replaced', async () => {
    const { links } = await connect('Replaced links');
    const share = `/account/cvs/${owner.cv}/share`;
    expect((await account.submit(await account.get(share), `${share}/private-link`)).status).toBe(303);
    expect(await statusesOf(links)).toEqual([404]);
  });

  test('are recorded as accesses of the application', async () => {
    const { id, links } = await connect('Recorded links');
    const log = `/account/applications/${id}/access`;
    const textOfLog = async () => (await account.get(log)).text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    const count = async () => Number(/First \(no\. \d+\) (\d+) access/.exec(await textOfLog())?.[1]);
    const before = await count();
    expect(await statusesOf(links)).toEqual([200]);
    await until('the counts', async () => (await count()) >= before + links.length);
  });
}
