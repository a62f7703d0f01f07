import { Option } from 'commander';
import { type CliContext, readId } from './cli-context.ts';

type ImportOptions = { user: number; main?: boolean; publish?: boolean; culture?: string };
type ExportOptions = { cv: number; format: string; out: string };

export function defineCvCommands({ program, system, print }: CliContext): void {
  const cv = program.command('cv').description('Import and export CVs');

  cv.command('import')
    .description('Import JSON Resume files and report the result for each field')
    .requiredOption('--user <id>', 'user ID', readId)
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
      const imported = await importCvs(await system(), files, options);
      print(imported, importLines(imported));
    });

  cv.command('export')
    .description('Export a CV to a file')
    .requiredOption('--cv <id>', 'CV ID', readId)
    .addOption(
      new Option('--format <format>', 'file format')
        .choices(['pdf', 'odt', 'doc', 'docx', 'txt', 'json'])
        .makeOptionMandatory(),
    )
    .requiredOption('--out <file>', 'output file')
    .action(async ({ cv: id, format, out }: ExportOptions) => {
      const { exportCvToFile } = await import('./cv-export.ts');
      const bytes = await exportCvToFile(await system(), { cv: id, format: format as 'pdf', out });
      print({ file: out, bytes, format }, [`${out}: ${bytes} bytes`]);
    });
}
