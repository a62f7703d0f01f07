import { randomUUID } from 'node:crypto';
import type { LinkRequest, OwnerLinks, SentLink } from '@vitae/accounts/links/owner-links';
import { type Locale, locales } from '@vitae/proto/locale';
import type { UserRecord } from '@vitae/proto/user-record';
import { type Command, Option } from 'commander';
import {
  addPaging,
  type CliContext,
  choosePassword,
  type ListOptions,
  pageLine,
  readEmail,
  readId,
  requireCompany,
  totalOf,
} from './cli-context.ts';
import { columns } from './output.ts';
import type { RunningSystem } from './running-system.ts';

type UserOptions = {
  company: number;
  username: string;
  email: string;
  firstname: string;
  lastname: string;
  kind: string;
  password?: string;
  invite?: true;
  locale?: Locale;
  idOrigin?: string;
};
type UserChoice = { user: number; company?: number };

export function defineUserCommands(context: CliContext): void {
  const user = context.program.command('user').description('Manage users');
  defineCreation(user, context);
  defineList(user, context);
  defineLinks(user, context);
}

function defineList(user: Command, { system, print }: CliContext): void {
  addPaging(user.command('list'))
    .description('List the users of a company')
    .requiredOption('--company <id>', 'company ID', readId)
    .action(async ({ company, ...page }: ListOptions & { company: number }) => {
      const running = await system();
      await requireCompany(running, company);
      const { companyCaller } = await import('@vitae/kit/caller');
      const request = { kinds: [], page: { ...page, cursor: '' } };
      const list = await (await running.resume()).call.ListUsers(request, {
        caller: companyCaller(company, randomUUID()),
      });
      const users = JSON.parse(list.json.toString('utf8')) as UserRecord[];
      const rows = users.map((one) => [one.id, one.username, one.email, one.firstname, one.lastname, one.kind]);
      print({ users, ...totalOf(list) }, [
        ...columns([['ID', 'USERNAME', 'EMAIL', 'FIRST NAME', 'LAST NAME', 'KIND'], ...rows]),
        pageLine(users.length, list, page),
      ]);
    });
}

function defineCreation(user: Command, { system, print }: CliContext): void {
  user
    .command('create')
    .description('Create a user who can sign in. Without --password or --invite, generate a password and show it once.')
    .requiredOption('--company <id>', 'company ID', readId)
    .requiredOption('--username <name>', 'user name for signing in')
    .requiredOption('--email <address>', 'email address', readEmail)
    .requiredOption('--firstname <name>', 'first name')
    .requiredOption('--lastname <name>', 'last name')
    .addOption(
      new Option('--kind <kind>', 'kind of user')
        .choices(['user', 'candidate', 'manager', 'admin', 'other'])
        .default('user'),
    )
    .option('--password <password>', 'password with at least 8 characters; common passwords are rejected')
    .addOption(new Option('--invite', 'invite the user to choose a password, like "user invite"').conflicts('password'))
    .addOption(localeOption().conflicts('password'))
    .option('--id-origin <id>', "ID in the company's own system")
    .action(async ({ company, password, invite, locale, idOrigin, ...fields }: UserOptions) => {
      const { invalid } = await import('@vitae/kit/errors');
      if (locale && !invite) throw invalid('--locale is accepted only together with --invite.');
      const running = await system();
      await requireCompany(running, company);
      const { companyCaller } = await import('@vitae/kit/caller');
      const chosen = invite ? undefined : await choosePassword(password, [fields.username, fields.email]);
      const input = { ...fields, phone: '', id_origin: idOrigin ?? null };
      const created = await (await running.resume()).call.CreateUser(
        { user: Buffer.from(JSON.stringify(input)), idempotencyKey: randomUUID() },
        { caller: companyCaller(company, randomUUID()) },
      );
      const user = JSON.parse(created.json.toString('utf8')) as UserRecord;
      const lines = [`User ${user.id}`, `  sign-in   ${user.username}`];
      if (chosen === undefined) {
        const { links, request } = await linksOf(running, { user: user.id, company });
        const invitation = await links.invite(request, locale ?? 'en');
        return print({ ...user, invitation }, [...lines, ...sentLines(invitation)]);
      }
      const { id: userId, username, email } = user;
      await running.owners.set({ userId, companyId: company, username, email, password: chosen });
      print(
        password === undefined ? { ...user, password: chosen } : user,
        password === undefined ? [...lines, `  password  ${chosen}`] : lines,
      );
    });
}

function defineLinks(user: Command, { system, print }: CliContext): void {
  const IN_COMPANY = 'its company ID, which saves searching all companies';
  const defineCommand = (name: string, description: string) =>
    user
      .command(name)
      .description(description)
      .requiredOption('--user <id>', 'user ID', readId)
      .option('--company <id>', IN_COMPANY, readId);
  const defineSending = (name: string, description: string, method: 'invite' | 'resetPassword') =>
    defineCommand(name, description)
      .addOption(localeOption())
      .action(async ({ locale, ...options }: UserChoice & { locale?: Locale }) => {
        const { links, request } = await linksOf(await system(), options);
        const sent = await links[method](request, locale ?? 'en');
        print(sent, sentLines(sent));
      });

  defineSending(
    'invite',
    'Send a user a link to choose a password, valid once, for seven days. Replaces an earlier link.',
    'invite',
  );
  defineSending(
    'reset-password',
    'Send a user who forgot the password a link to choose a new one, valid once, for 30 minutes. Replaces an earlier link.',
    'resetPassword',
  );
  defineCommand('withdraw-invitation', 'Invalidate the invitation of a user').action(async (options: UserChoice) => {
    const { links, request } = await linksOf(await system(), options);
    await links.withdrawInvitation(request);
    print({ user: options.user, withdrawn: true }, ['The link no longer works.']);
  });
}

function localeOption(): Option {
  return new Option('--locale <language>', 'language of the email (default: en)').choices(locales);
}

/** Without a mail server, the operator passes the link on. */
function sentLines({ mailed, url, expiresAt }: SentLink): string[] {
  return [
    mailed || url === null ? 'The link is sent by email.' : `Send this link to the user privately: ${url}`,
    `Valid once, until ${expiresAt.toISOString()}.`,
  ];
}

async function linksOf(
  running: RunningSystem,
  { user, company }: UserChoice,
): Promise<{ links: OwnerLinks; request: LinkRequest }> {
  const [{ createOwnerLinks }, { systemClock }, { callerFor }] = await Promise.all([
    import('@vitae/accounts/links/owner-links'),
    import('@vitae/kit/clock'),
    import('./caller-for.ts'),
  ]);
  const resume = await running.resume();
  const caller = await callerFor({ user, company }, running.companies, resume);
  const links = createOwnerLinks({
    ...running,
    credentials: running.owners,
    resume,
    siteUrl: running.settings.SITE_URL,
    sendsMail: running.settings.SMTP_FROM !== undefined,
    clock: systemClock,
  });
  return {
    links,
    request: { user: { id: String(user), byIdOrigin: false }, caller, actor: { kind: 'operator' }, from: undefined },
  };
}
