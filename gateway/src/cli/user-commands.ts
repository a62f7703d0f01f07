import { randomUUID } from 'node:crypto';
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

type UserOptions = {
  company: number;
  username: string;
  email: string;
  firstname: string;
  lastname: string;
  kind: string;
  password?: string;
  idOrigin?: string;
};

export function defineUserCommands(context: CliContext): void {
  const user = context.program.command('user').description('Manage users');
  defineCreation(user, context);
  defineList(user, context);
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
    .description('Create a user who can sign in. Without --password, generate a password and show it once.')
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
    .option('--id-origin <id>', "ID in the company's own system")
    .action(async ({ company, password, idOrigin, ...fields }: UserOptions) => {
      const running = await system();
      await requireCompany(running, company);
      const { owners, resume } = running;
      const chosen = await choosePassword(password, [fields.username, fields.email]);
      const { companyCaller } = await import('@vitae/kit/caller');
      const input = { ...fields, phone: '', id_origin: idOrigin ?? null };
      const created = await (await resume()).call.CreateUser(
        { user: Buffer.from(JSON.stringify(input)), idempotencyKey: randomUUID() },
        { caller: companyCaller(company, randomUUID()) },
      );
      const user = JSON.parse(created.json.toString('utf8')) as { id: number; username: string; email: string };
      await owners.set({
        userId: user.id,
        companyId: company,
        username: user.username,
        email: user.email,
        password: chosen,
      });
      const lines = [`User ${user.id}`, `  sign-in   ${user.username}`];
      print(
        password === undefined ? { ...user, password: chosen } : user,
        password === undefined ? [...lines, `  password  ${chosen}`] : lines,
      );
    });
}
