import { readFile } from 'node:fs/promises';
import type { StoredApplication } from '@vitae/accounts/applications/application-store';
import type { AuditTarget } from '@vitae/accounts/audit/audit-log';
import { type CliContext, readId, readName } from './cli-context.ts';
import { columns } from './output.ts';

type CreateOptions = { company: number; name: string; callback: string[]; rsaPublicKey?: string };

/** An application as people and scripts see it. */
type ApplicationView = {
  id: number;
  name: string;
  consumerKey: string;
  callbacks: string[];
  signatureMethods: string[];
  state: 'active' | 'disabled';
};

export function defineAppCommands({ program, system, print }: CliContext): void {
  const app = program.command('app').description('applications that CV owners may connect');

  app
    .command('create')
    .description('register an application; its secrets are shown once')
    .requiredOption('--company <id>', 'the company it belongs to', readId)
    .requiredOption('--name <name>', 'what owners know it by', readName)
    .requiredOption('--callback <url...>', 'where owners return to, or oob')
    .option('--rsa-public-key <file>', 'PEM file of the key that verifies RSA-SHA1 signatures')
    .action(async ({ company, name, callback: callbacks, rsaPublicKey: file }: CreateOptions) => {
      const { companies, applications, record } = await system();
      const { companyNotFound } = await import('@vitae/accounts/companies/company-store');
      if (!(await companies.find(company))) throw companyNotFound(company);
      const key = file === undefined ? {} : { rsaPublicKey: await readFile(file, 'utf8') };
      const created = await applications.create({ companyId: company, name, callbacks, ...key }, (made, session) =>
        record(company, 'applicationCreated', targetOf(made), undefined, session),
      );
      const { consumerSecret, apiKey } = created;
      const { id, consumerKey, ...view } = viewOf(created);
      print({ id, name: view.name, consumerKey, consumerSecret, apiKey, callbacks: view.callbacks }, [
        ...columnsOf([viewOf(created)]),
        '',
        `consumer secret  ${consumerSecret}`,
        `apiKey           ${apiKey}`,
        'They are shown this once only.',
      ]);
    });

  app
    .command('list')
    .description('the applications of a company, without secrets')
    .requiredOption('--company <id>', 'the company', readId)
    .action(async ({ company }: { company: number }) => {
      const views = (await (await system()).applications.list(company)).map(viewOf);
      print(views, columnsOf(views));
    });

  app
    .command('disable')
    .description('end an application: its keys and every token of it, on every gateway')
    .requiredOption('--app <id>', 'the application', readId)
    .action(async ({ app: id }: { app: number }) => {
      const { applications, record } = await system();
      const disabled = await applications.disable(id, (found, session) =>
        record(found.companyId, 'applicationDisabled', targetOf(found), undefined, session),
      );
      const view = viewOf(disabled);
      print(view, columnsOf([view]));
    });
}

function targetOf({ id, name }: StoredApplication): AuditTarget {
  return { kind: 'application', id: String(id), name };
}

function viewOf({ id, name, consumerKey, callbacks, rsaPublicKey, disabledAt }: StoredApplication): ApplicationView {
  const signatureMethods = ['HMAC-SHA1', ...(rsaPublicKey === null ? [] : ['RSA-SHA1'])];
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
