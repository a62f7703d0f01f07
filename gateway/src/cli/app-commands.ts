import { readFile } from 'node:fs/promises';
import type { StoredApplication } from '@vitae/accounts/applications/application-store';
import type { AuditTarget } from '@vitae/accounts/audit/audit-log';
import { type CliContext, readId, readName, requireCompany } from './cli-context.ts';
import { columns } from './output.ts';

type CreateOptions = { company: number; name: string; callback: string[]; rsaPublicKey?: string };

/** The public representation of an application. */
type ApplicationView = {
  id: number;
  name: string;
  consumerKey: string;
  callbacks: string[];
  signatureMethods: string[];
  state: 'active' | 'disabled';
};

export function defineAppCommands({ program, system, print }: CliContext): void {
  const app = program.command('app').description('Manage applications that CV owners can authorize');

  app
    .command('create')
    .description('Register an application and show its secrets once')
    .requiredOption('--company <id>', 'company ID', readId)
    .requiredOption('--name <name>', 'name that owners see', readName)
    .requiredOption('--callback <url...>', 'callback URL, or oob')
    .option('--rsa-public-key <file>', 'PEM file of the public key; the application must then sign with RSA-SHA1')
    .action(async ({ company, name, callback: callbacks, rsaPublicKey: file }: CreateOptions) => {
      const running = await system();
      await requireCompany(running, company);
      const { applications, record } = running;
      const key = file === undefined ? {} : { rsaPublicKey: await readFile(file, 'utf8') };
      const created = await applications.create({ companyId: company, name, callbacks, ...key }, (stored, session) =>
        record(company, 'applicationCreated', targetOf(stored), undefined, session),
      );
      const { consumerSecret, apiKey } = created;
      const { id, consumerKey, ...view } = viewOf(created);
      print({ id, name: view.name, consumerKey, consumerSecret, apiKey, callbacks: view.callbacks }, [
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

function targetOf({ id, name }: StoredApplication): AuditTarget {
  return { kind: 'application', id: String(id), name };
}

function viewOf({ id, name, consumerKey, callbacks, rsaPublicKey, disabledAt }: StoredApplication): ApplicationView {
  const signatureMethods = [rsaPublicKey === null ? 'HMAC-SHA1' : 'RSA-SHA1'];
  return { id, name, consumerKey, callbacks, signatureMethods, state: disabledAt === null ? 'active' : 'disabled' };
}

function columnsOf(views: readonly ApplicationView[]): string[] {
  const rows = views.map(({ id, name, consumerKey, callbacks, state }) => [
    id,
    name,
    consumerKey,
    state,
    callbacks.join(' '),
  ]);
  return columns([['ID', 'NAME', 'CONSUMER KEY', 'STATE', 'CALLBACKS'], ...rows]);
}
