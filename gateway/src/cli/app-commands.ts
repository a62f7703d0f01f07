import { readFile } from 'node:fs/promises';
import type { StoredApplication } from '@vitae/accounts/applications/application-store';
import type { Applications } from '@vitae/accounts/applications/applications';
import { originsDetail } from '@vitae/accounts/applications/origin';
import type { AuditTarget } from '@vitae/accounts/audit/audit-log';
import type { Compatibility, CompatibilityChoice } from '@vitae/accounts/signatures/compatibility';
import { invalid } from '@vitae/kit/errors';
import {
  type CliContext,
  compatibilityFrom,
  compatibilityOption,
  readId,
  readName,
  requireCompany,
} from './cli-context.ts';
import { columns } from './output.ts';

type CreateOptions = {
  company: number;
  name: string;
  callback: string[];
  origin?: string[];
  rsaPublicKey?: string;
  compat: CompatibilityChoice;
};

/** `origin` is false for `--no-origin`. */
type UpdateOptions = { app: number; origin?: string[] | false; compat?: CompatibilityChoice };

/** The public representation of an application. */
type ApplicationView = {
  id: number;
  name: string;
  consumerKey: string;
  callbacks: string[];
  origins: string[];
  signatureMethods: string[];
  state: 'active' | 'disabled';
  compatibility: Compatibility | null;
};

export function defineAppCommands({ program, system, print }: CliContext): void {
  const app = program.command('app').description('Manage applications that CV owners can authorize');

  app
    .command('create')
    .description('Register an application and show its secrets once')
    .requiredOption('--company <id>', 'company ID', readId)
    .requiredOption('--name <name>', 'name that owners see', readName)
    .requiredOption('--callback <url...>', 'callback URL, or oob')
    .option('--origin <url...>', 'origin of pages that may call the user API, such as https://app.example.com')
    .option('--rsa-public-key <file>', 'PEM file of the public key; the application must then sign with RSA-SHA1')
    .addOption(compatibilityOption().default('none'))
    .action(async ({ company, name, callback: callbacks, origin: origins = [], ...options }: CreateOptions) => {
      const { rsaPublicKey: file, compat } = options;
      const running = await system();
      await requireCompany(running, company);
      const { applications, record } = running;
      const key = file === undefined ? {} : { rsaPublicKey: await readFile(file, 'utf8') };
      const fields = { companyId: company, name, callbacks, origins, ...key, compatibility: compatibilityFrom(compat) };
      const created = await applications.create(fields, (stored, session) =>
        record(company, 'applicationCreated', targetOf(stored), detailOf(stored), session),
      );
      const { consumerSecret, apiKey } = created;
      const { id, consumerKey, ...view } = viewOf(created);
      const { callbacks: registered, origins: allowed, compatibility } = view;
      const secrets = { consumerKey, consumerSecret, apiKey };
      print({ id, name: view.name, ...secrets, callbacks: registered, origins: allowed, compatibility }, [
        ...columnsOf([viewOf(created)]),
        '',
        `consumer secret  ${consumerSecret}`,
        `apiKey           ${apiKey}`,
        'The secrets are shown only once.',
      ]);
    });

  app
    .command('list')
    .description('List the applications of a company, without secrets')
    .requiredOption('--company <id>', 'company ID', readId)
    .action(async ({ company }: { company: number }) => {
      const views = (await (await system()).applications.list(company)).map(viewOf);
      print(views, columnsOf(views));
    });

  app
    .command('update')
    .description('Change the origins or the compatibility profile of an application')
    .requiredOption('--app <id>', 'application ID', readId)
    .option('--origin <url...>', 'origin of pages that may call the user API; replaces the current origins')
    .option('--no-origin', 'remove all origins')
    .addOption(compatibilityOption())
    .action(async ({ app: id, origin, compat }: UpdateOptions) => {
      if (origin === undefined && compat === undefined) throw invalid('Nothing to change: use --origin or --compat.');
      const { applications, record } = await system();
      const before = await activeApplication(applications, id);
      if (origin !== undefined)
        await applications.setOrigins(id, origin || [], (stored, session) =>
          record(stored.companyId, 'applicationChanged', targetOf(stored), originsDetail(stored.origins), session),
        );
      const from = before.compatibility ?? 'none';
      if (compat !== undefined && from !== compat)
        await applications.setCompatibility(id, compatibilityFrom(compat), (stored, session) =>
          record(stored.companyId, 'compatibilityChanged', targetOf(stored), { from, to: compat }, session),
        );
      const view = viewOf(await activeApplication(applications, id));
      print(view, columnsOf([view]));
    });

  app
    .command('disable')
    .description('Disable an application, its keys and its tokens')
    .requiredOption('--app <id>', 'application ID', readId)
    .action(async ({ app: id }: { app: number }) => {
      const { applications, record } = await system();
      const disabled = await applications.disable(id, (stored, session) =>
        record(stored.companyId, 'applicationDisabled', targetOf(stored), undefined, session),
      );
      const view = viewOf(disabled);
      print(view, columnsOf([view]));
    });
}

/** @throws {VitaeError} NOT_FOUND application_not_found */
async function activeApplication(applications: Applications, id: number): Promise<StoredApplication> {
  const application = await applications.byId(id);
  if (application) return application;
  const { applicationNotFound } = await import('@vitae/accounts/applications/applications');
  throw applicationNotFound(id);
}

function targetOf({ id, name }: StoredApplication): AuditTarget {
  return { kind: 'application', id: String(id), name };
}

function detailOf({ origins, compatibility }: StoredApplication): Record<string, string> | undefined {
  if (origins.length === 0 && !compatibility) return undefined;
  return { ...(origins.length > 0 && originsDetail(origins)), ...(compatibility && { compatibility }) };
}

function viewOf(application: StoredApplication): ApplicationView {
  const { id, name, consumerKey, callbacks, origins, rsaPublicKey, disabledAt, compatibility = null } = application;
  const signatureMethods = [rsaPublicKey === null ? 'HMAC-SHA1' : 'RSA-SHA1'];
  const state = disabledAt === null ? 'active' : 'disabled';
  return { id, name, consumerKey, callbacks, origins, signatureMethods, state, compatibility };
}

function columnsOf(views: readonly ApplicationView[]): string[] {
  const rows = views.map(({ id, name, consumerKey, callbacks, origins, state, compatibility }) => [
    id,
    name,
    consumerKey,
    state,
    compatibility ?? 'none',
    callbacks.join(' '),
    origins.join(' ') || 'none',
  ]);
  return columns([['ID', 'NAME', 'CONSUMER KEY', 'STATE', 'COMPAT', 'CALLBACKS', 'ORIGINS'], ...rows]);
}
