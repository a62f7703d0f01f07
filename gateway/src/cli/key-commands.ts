import type { AuditTarget } from '@vitae/accounts/audit/audit-log';
import type { TimestampPolicy } from '@vitae/accounts/keys/api-key';
import type { StoredKey } from '@vitae/accounts/keys/key-store';
import type { KeyView } from '@vitae/accounts/keys/key-view';
import type { LegacyUse } from '@vitae/accounts/keys/legacy-use';
import { Option } from 'commander';
import { type CliContext, readId, readName } from './cli-context.ts';
import { columns } from './output.ts';

type Lifetime = 'unlimited' | '30' | '90' | '365';

export function defineKeyCommands({ program, system, print }: CliContext): void {
  const key = program.command('key').description('API keys of companies');

  key
    .command('create')
    .description('make an HMAC key; its secret is shown once')
    .requiredOption('--company <id>', 'the company', readId)
    .option('--name <name>', 'what it is for', readName, 'API key')
    .addOption(
      new Option('--lifetime <days>', 'how long it lives')
        .choices(['unlimited', '30', '90', '365'])
        .default('unlimited'),
    )
    .action(async ({ company, name, lifetime }: { company: number; name: string; lifetime: Lifetime }) => {
      const { keys, record } = await system();
      const { secret, ...created } = await keys.create(company, name, lifetime, (made, session) =>
        record(company, 'keyCreated', targetOf(made), undefined, session),
      );
      const { key: publicKey, ...view } = await viewOf(created);
      const lines = columnsOf([{ key: publicKey, ...view }]);
      print({ key: publicKey, secret, ...view }, [...lines, '', `secret  ${secret}`, 'It is shown this once only.']);
    });

  key
    .command('import-legacy')
    .description('take over a key of the historical MD5 scheme')
    .requiredOption('--company <id>', 'the company', readId)
    .requiredOption('--key <key>', 'the public key')
    .requiredOption('--secret <secret>', 'its secret')
    .option('--name <name>', 'what it is for', readName, 'Historical key')
    .action(async ({ company, name, ...own }: { company: number; name: string; key: string; secret: string }) => {
      const { keys, record } = await system();
      const imported = await keys.importLegacy(company, name, own.key, own.secret, (made, session) =>
        record(company, 'keyImported', targetOf(made), undefined, session),
      );
      const view = await viewOf(imported);
      print(view, columnsOf([view]));
    });

  key
    .command('list')
    .description('the keys of a company, without secrets')
    .requiredOption('--company <id>', 'the company', readId)
    .action(async ({ company }: { company: number }) => {
      const { keys, legacyUse } = await system();
      const stored = await keys.list(company);
      const uses = await legacyUse.findAll(stored.map(({ id }) => id));
      const views = await Promise.all(stored.map((one) => viewOf(one, uses.get(one.id))));
      print(views, [...columnsOf(views), ...legacyLines(views)]);
    });

  key
    .command('set-timestamp-policy')
    .description('what a historical key’s timestamp is held to, within a second on every gateway')
    .requiredOption('--key <key>', 'the public key')
    .addOption(
      new Option('--policy <policy>', 'off: nothing; report: late calls are counted; enforce: five minutes')
        .choices(['off', 'report', 'enforce'])
        .makeOptionMandatory(),
    )
    .action(async ({ key: changed, policy }: { key: string; policy: TimestampPolicy }) => {
      const { keys, legacyUse, record } = await system();
      const stored = await keys.setTimestampPolicy(changed, policy, (found, session) =>
        record(found.companyId, 'timestampPolicyChanged', targetOf(found), { policy }, session),
      );
      const view = await viewOf(stored, (await legacyUse.findAll([stored.id])).get(stored.id));
      print(view, legacyLines([view]));
    });

  key
    .command('revoke')
    .description('end a key, within a second on every gateway')
    .requiredOption('--key <key>', 'the public key')
    .action(async ({ key: revoked }: { key: string }) => {
      const { keys, record } = await system();
      const stored = await keys.revoke(revoked, (found, session) =>
        record(found.companyId, 'keyRevoked', targetOf(found), undefined, session),
      );
      const view = await viewOf(stored);
      print(view, columnsOf([view]));
    });
}

function targetOf({ id, name }: StoredKey): AuditTarget {
  return { kind: 'key', id: String(id), name };
}

async function viewOf(key: StoredKey, use?: LegacyUse): Promise<KeyView> {
  const { keyView } = await import('@vitae/accounts/keys/key-view');
  return keyView(key, Date.now(), use);
}

/** Who still signs with MD5. */
function legacyLines(views: readonly KeyView[]): string[] {
  const rows = views.flatMap(({ key, timestampPolicy, use }) =>
    timestampPolicy && use
      ? [[key, timestampPolicy, String(use.uses), String(use.lateUses), use.lastUsedAt ?? 'never', use.lastUserAgent]]
      : [],
  );
  if (rows.length === 0) return [];
  return ['', ...columns([['HISTORICAL KEY', 'TIMESTAMPS', 'USES', 'LATE', 'LAST USED', 'BY'], ...rows])];
}

function columnsOf(views: readonly KeyView[]): string[] {
  const rows = views.map(({ key, name, scheme, state, expiresAt }) => [key, name, scheme, state, expiresAt ?? 'never']);
  return columns([['KEY', 'NAME', 'SCHEME', 'STATE', 'EXPIRES'], ...rows]);
}
