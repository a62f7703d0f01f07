import type { AuditTarget } from '@vitae/accounts/audit/audit-log';
import type { KeyManager } from '@vitae/accounts/keys/key-manager';
import type { StoredKey } from '@vitae/accounts/keys/key-store';
import type { KeyView } from '@vitae/accounts/keys/key-view';
import type { LegacyUse } from '@vitae/accounts/keys/legacy-use';
import type { CompatibilityChoice } from '@vitae/accounts/signatures/compatibility';
import type { TimestampPolicy } from '@vitae/accounts/signatures/signing-key';
import { type Command, Option } from 'commander';
import { type CliContext, compatibilityFrom, compatibilityOption, readId, readName } from './cli-context.ts';
import { defineFenceCommand } from './fence-command.ts';
import { columns } from './output.ts';

type Lifetime = 'unlimited' | '30' | '90' | '365';
type CreateOptions = { company: number; name: string; lifetime: Lifetime; compat: CompatibilityChoice };
type ImportOptions = { company: number; name: string; key: string; secret: string; compat: CompatibilityChoice };

export function defineKeyCommands(context: CliContext): void {
  const key = context.program.command('key').description('Manage API keys');
  defineCreation(key, context);
  defineList(key, context);
  defineChanges(key, context);
  defineFenceCommand(key, context);
  defineReencryption(context);
}

function defineCreation(key: Command, { system, print }: CliContext): void {
  key
    .command('create')
    .description('Create an HMAC key and show its secret once')
    .requiredOption('--company <id>', 'company ID', readId)
    .option('--name <name>', 'display name', readName, 'API key')
    .addOption(
      new Option('--lifetime <days>', 'days until the key expires')
        .choices(['unlimited', '30', '90', '365'])
        .default('unlimited'),
    )
    .addOption(compatibilityOption().default('none'))
    .action(async ({ company, name, lifetime, compat }: CreateOptions) => {
      const { keys, record } = await system();
      const recordCreation: WithKey = (stored, session) =>
        record(company, 'keyCreated', targetOf(stored), createdWith(compat), session);
      const profile = compatibilityFrom(compat);
      const { secret, ...created } = await keys.create(company, name, lifetime, recordCreation, profile);
      const { key: publicKey, ...view } = await viewOf(created);
      const lines = columnsOf([{ key: publicKey, ...view }]);
      print({ key: publicKey, secret, ...view }, [...lines, '', `secret  ${secret}`, 'The secret is shown only once.']);
    });

  key
    .command('import-legacy')
    .description('Import a key of the historical MD5 scheme')
    .requiredOption('--company <id>', 'company ID', readId)
    .requiredOption('--key <key>', 'public key')
    .requiredOption('--secret <secret>', 'secret of the key')
    .option('--name <name>', 'display name', readName, 'Historical key')
    .addOption(compatibilityOption().default('none'))
    .action(async ({ company, name, compat, ...own }: ImportOptions) => {
      const { keys, record } = await system();
      const recordImport: WithKey = (stored, session) =>
        record(company, 'keyImported', targetOf(stored), createdWith(compat), session);
      const profile = compatibilityFrom(compat);
      const imported = await keys.importLegacy(company, name, own.key, own.secret, recordImport, profile);
      const view = await viewOf(imported);
      print(view, columnsOf([view]));
    });
}

function defineList(key: Command, { system, print }: CliContext): void {
  key
    .command('list')
    .description('List the keys of a company, without secrets')
    .requiredOption('--company <id>', 'company ID', readId)
    .action(async ({ company }: { company: number }) => {
      const { keys, legacyUse } = await system();
      const stored = await keys.list(company);
      const uses = await legacyUse.findAll(stored.map(({ id }) => id));
      const views = await Promise.all(stored.map((one) => viewOf(one, uses.get(one.id))));
      print(views, [...columnsOf(views), ...legacyLines(views)]);
    });
}

function defineChanges(key: Command, { system, print }: CliContext): void {
  key
    .command('set-timestamp-policy')
    .description('Set how timestamps of a historical key are checked, effective within one second')
    .requiredOption('--key <key>', 'public key')
    .addOption(
      new Option('--policy <policy>', 'off: ignore; report: count old timestamps; enforce: reject after five minutes')
        .choices(['off', 'report', 'enforce'])
        .makeOptionMandatory(),
    )
    .action(async ({ key: changed, policy }: { key: string; policy: TimestampPolicy }) => {
      const { keys, legacyUse, record } = await system();
      const stored = await keys.setTimestampPolicy(changed, policy, (before, session) =>
        record(before.companyId, 'timestampPolicyChanged', targetOf(before), { policy }, session),
      );
      const view = await viewOf(stored, (await legacyUse.findAll([stored.id])).get(stored.id));
      print(view, legacyLines([view]));
    });

  key
    .command('update')
    .description('Change the compatibility profile of a key, effective within one second')
    .requiredOption('--key <key>', 'public key')
    .addOption(compatibilityOption().makeOptionMandatory())
    .action(async ({ key: changed, compat }: { key: string; compat: CompatibilityChoice }) => {
      const { keys, record } = await system();
      const stored = await keys.setCompatibility(changed, compatibilityFrom(compat), (before, session) => {
        const detail = { from: before.compatibility ?? 'none', to: compat };
        return record(before.companyId, 'compatibilityChanged', targetOf(before), detail, session);
      });
      const view = await viewOf(stored);
      print(view, columnsOf([view]));
    });

  key
    .command('revoke')
    .description('Revoke a key, effective within one second')
    .requiredOption('--key <key>', 'public key')
    .action(async ({ key: revoked }: { key: string }) => {
      const { keys, record } = await system();
      const stored = await keys.revoke(revoked, (before, session) =>
        record(before.companyId, 'keyRevoked', targetOf(before), undefined, session),
      );
      const view = await viewOf(stored);
      print(view, columnsOf([view]));
    });
}

function defineReencryption({ program, system, print }: CliContext): void {
  program
    .command('secrets')
    .description('Manage stored secrets')
    .command('reseal')
    .description('Re-encrypt every stored secret with the first of MASTER_KEYS. Can be interrupted and repeated.')
    .action(async () => {
      const { connection, settings } = await system();
      const [{ createSecretBox }, { reencryptSecrets }] = await Promise.all([
        import('@vitae/accounts/secrets/secret-box'),
        import('@vitae/accounts/reencrypt-secrets'),
      ]);
      const counts = await reencryptSecrets(connection, createSecretBox(settings.MASTER_KEYS));
      const { keys, applications, accessTokens, secondFactors, mails, busy } = counts;
      print(counts, [
        `Re-encrypted ${keys} keys, ${applications} applications, ${accessTokens} access tokens, ${secondFactors} second factors and ${mails} waiting mails.`,
        ...(busy > 0 ? [`${busy} secrets changed during the run. Run the command again.`] : []),
      ]);
    });
}

type WithKey = NonNullable<Parameters<KeyManager['create']>[3]>;

/** The detail of the audit log for a key that is created with a profile. */
function createdWith(compat: CompatibilityChoice): Record<string, string> | undefined {
  return compat === 'none' ? undefined : { compatibility: compat };
}

function targetOf({ id, name }: StoredKey): AuditTarget {
  return { kind: 'key', id: String(id), name };
}

async function viewOf(key: StoredKey, use?: LegacyUse): Promise<KeyView> {
  const { keyView } = await import('@vitae/accounts/keys/key-view');
  return keyView(key, Date.now(), use);
}

/** Lists the use of historical keys. */
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
  const rows = views.map(({ key, name, scheme, state, expiresAt, compatibility }) => [
    key,
    name,
    scheme,
    state,
    expiresAt ?? 'never',
    compatibility ?? 'none',
  ]);
  return columns([['KEY', 'NAME', 'SCHEME', 'STATE', 'EXPIRES', 'COMPAT'], ...rows]);
}
