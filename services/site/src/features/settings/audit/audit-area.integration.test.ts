import {
  type AdministratorFixture,
  type SettingsFixture,
  type SettingsGateway,
  startSettingsFixture,
} from '@vitae/test/support/gateway/settings-fixture';
import { signedInAt } from '@vitae/test/support/gateway/settings-visitor';
import type { PageResponse } from '@vitae/test/support/gateway/web-visitor';

let system: SettingsFixture;
let gateway: SettingsGateway;
let owner: AdministratorFixture;

beforeAll(async () => {
  system = await startSettingsFixture(process.env);
  gateway = await system.start();
  owner = await system.createAdministrator(gateway, 'owner');
});
afterAll(() => system.close());

const signedIn = (by: AdministratorFixture) => signedInAt(gateway, by);

describe('audit log', () => {
  test('lists entries in pages and filters them', async () => {
    const visitor = await signedIn(owner);
    const target = { kind: 'key', id: '1', name: 'Nightly' } as const;
    for (let key = 0; key < 60; key++)
      await gateway.audit.record({
        companyId: owner.companyId,
        actor: { kind: 'operator' },
        action: 'keyCreated',
        target,
      });
    const first = await visitor.get('/settings/audit?action=keyCreated');
    const older = /href="(\/settings\/audit\?[^"]+)" rel="next"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const rowsIn = (page: PageResponse) => page.text.split('Nightly').length - 1;
    expect([rowsIn(first), rowsIn(await visitor.get(older))]).toEqual([50, 10]);
    const mine = await visitor.get(`/settings/audit?administrator=${owner.id}`);
    expect(mine.text).not.toContain('Nightly');
    expect(mine.text).toContain('2001:db8:');
    expect((await visitor.get('/settings/audit?until=2020-01-01')).text).toContain('No entries match your filters.');
    expect((await visitor.get('/settings/audit?before=x&administrator=y&action=z&since=w')).status).toBe(200);
  });

  test('names users by their id, and the API key that invited them', async () => {
    const visitor = await signedIn(owner);
    await gateway.audit.record({
      companyId: owner.companyId,
      // An administrator may have the same id.
      actor: { kind: 'key', id: String(owner.id), name: 'Campus portal' },
      action: 'ownerInvited',
      target: { kind: 'user', id: '4711', name: '4711' },
      from: '192.0.2.7',
    });
    const { text } = await visitor.get('/settings/audit?action=ownerInvited');
    for (const part of ['API key Campus portal', 'User 4711', '192.0.2.7']) expect(text).toContain(part);
    expect((await visitor.get(`/settings/audit?administrator=${owner.id}`)).text).not.toContain('User 4711');
  });

  test('hides the entries of another company', async () => {
    const foreign = await system.createAdministrator(gateway, 'owner', system.otherCompany);
    const visitor = await signedIn(foreign);
    const log = await visitor.get(`/settings/audit?administrator=${owner.id}`);
    expect(log.text).not.toContain(owner.email);
  });

  test('reads its pages from an index', async () => {
    const { connection } = gateway;
    for (const filter of [{}, { action: 'keyCreated' }, { 'actor.id': owner.id }]) {
      const plan = await connection
        .collection('auditEntries')
        .find({ companyId: owner.companyId, ...filter })
        .sort({ _id: -1 })
        .limit(51)
        .explain('executionStats');
      const { totalDocsExamined, nReturned } = plan.executionStats;
      expect(totalDocsExamined).toBe(nReturned);
      expect(JSON.stringify(plan.queryPlanner.winningPlan)).not.toMatch(/COLLSCAN|"SORT"/);
    }
  });
});
