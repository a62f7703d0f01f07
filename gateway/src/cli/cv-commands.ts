import { Option } from 'commander';
import { type CliContext, readId } from './cli-context.ts';

type ImportOptions = { user: number; main?: boolean; publish?: boolean; culture?: string };
type ExportOptions = { cv: number; format: string; out: string };

export function defineCvCommands({ program, system, print }: CliContext): void {
  const cv = program.command('cv').description('CVs of users');

  cv.command('import')
    .description('make CVs from JSON Resume files; tells for each field what became of it')
    .requiredOption('--user <id>', 'whose CVs they are', readId)
    .option('--main', 'the first file becomes the main CV')
    .option('--publish', 'publish them')
    .addOption(
      new Option('--culture <culture>', 'their language').choices([
        'fr_FR',
        'en_US',
        'en_UK',
        'it_IT',
        'es_ES',
        'de_DE',
      ]),
    )
    .argument('<file...>', 'JSON Resume; - reads standard input')
    .action(async (files: string[], options: ImportOptions) => {
      const { importCvs, importLines } = await import('./cv-import.ts');
      const imported = await importCvs(await system(), files, options);
      print(imported, importLines(imported));
    });

  cv.command('export')
    .description('write a CV into a file')
    .requiredOption('--cv <id>', 'the CV', readId)
    .addOption(
      new Option('--format <format>', 'the file format')
        .choices(['pdf', 'odt', 'doc', 'docx', 'txt', 'json'])
        .makeOptionMandatory(),
    )
    .requiredOption('--out <file>', 'where to write it')
    .action(async ({ cv: id, format, out }: ExportOptions) => {
      const { exportCvToFile } = await import('./cv-export.ts');
      const bytes = await exportCvToFile(await system(), { cv: id, format: format as 'pdf', out });
      print({ file: out, bytes, format }, [`${out}: ${bytes} bytes`]);
    });
}
