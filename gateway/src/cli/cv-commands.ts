import { randomUUID } from 'node:crypto';
import type { ResumeListItem } from '@vitae/proto/resume-list-item';
import { type Command, Option } from 'commander';
import {
  addPaging,
  type CliContext,
  type ListOptions,
  pageLine,
  readId,
  requireCompany,
  totalOf,
} from './cli-context.ts';
import { columns } from './output.ts';

type ImportOptions = { user: number; company?: number; main?: boolean; publish?: boolean; culture?: string };
type ExportOptions = { cv: number; company?: number; format: string; out: string };

const IN_COMPANY = 'its company ID, which saves searching all companies';

export function defineCvCommands(context: CliContext): void {
  const cv = context.program.command('cv').description('List, import and export CVs');
  defineList(cv, context);
  defineTransfer(cv, context);
}

function defineList(cv: Command, { system, print }: CliContext): void {
  addPaging(cv.command('list'))
    .description('List the CVs of a company or of a user')
    .requiredOption('--company <id>', 'company ID', readId)
    .option('--user <id>', 'only the CVs of this user', readId)
    .action(async ({ company, user, ...page }: ListOptions & { company: number; user?: number }) => {
      const running = await system();
      await requireCompany(running, company);
      const { companyCaller } = await import('@vitae/kit/caller');
      const { call } = await running.resume();
      const caller = companyCaller(company, randomUUID());
      const position = { ...page, cursor: '' };
      const list =
        user === undefined
          ? await call.ListCvs({ filters: [], sort: [], page: position }, { caller })
          : await call.ListUserCvs({ id: String(user), byIdOrigin: false, page: position }, { caller });
      const cvs = JSON.parse(list.json.toString('utf8')) as ResumeListItem[];
      const rows = cvs.map((one) => [one.id, one.title]);
      print({ cvs, ...totalOf(list) }, [...columns([['ID', 'TITLE'], ...rows]), pageLine(cvs.length, list, page)]);
    });
}

function defineTransfer(cv: Command, { system, print }: CliContext): void {
  cv.command('import')
    .description('Import JSON Resume files and report the result for each field')
    .requiredOption('--user <id>', 'user ID', readId)
    .option('--company <id>', IN_COMPANY, readId)
    .option('--main', 'make the first file the main CV')
    .option('--publish', 'publish the CVs')
    .addOption(
      new Option('--culture <culture>', 'language of the CVs').choices([
        'fr_FR',
        'en_US',
        'en_UK',
        'it_IT',
        'es_ES',
        'de_DE',
      ]),
    )
    .argument('<file...>', 'JSON Resume file, or - for standard input')
    .action(async (files: string[], options: ImportOptions) => {
      const { importCvs, importLines } = await import('./cv-import.ts');
      const imported = await importCvs(system, files, options);
      print(imported, importLines(imported));
    });

  cv.command('export')
    .description('Export a CV to a file')
    .requiredOption('--cv <id>', 'CV ID', readId)
    .option('--company <id>', IN_COMPANY, readId)
    .addOption(
      new Option('--format <format>', 'file format')
        .choices(['pdf', 'odt', 'doc', 'docx', 'txt', 'json'])
        .makeOptionMandatory(),
    )
    .requiredOption('--out <file>', 'output file')
    .action(async ({ cv: id, company, format, out }: ExportOptions) => {
      const { exportCvToFile } = await import('./cv-export.ts');
      const bytes = await exportCvToFile(await system(), { cv: id, company, format: format as 'pdf', out });
      print({ file: out, bytes, format }, [`${out}: ${bytes} bytes`]);
    });
}
