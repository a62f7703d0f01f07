import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { type CliContext, readId } from './cli-context.ts';
import type { Address } from './doctor/loopback.ts';
import type { Report } from './doctor/run-checks.ts';
import { columns } from './output.ts';

type DoctorCommandOptions = { key?: string; secretFile?: string; cv?: number; company?: number; loopback?: Address };

export function defineDoctorCommand({ program, environment, print, exitWith }: CliContext): void {
  program
    .command('doctor')
    .description(
      'Check the running system and say how to fix each problem. Changes nothing, apart from the exported files of a CV.',
    )
    .option('--key <key>', 'public key that signs a request')
    .option('--secret-file <file>', 'file with the secret of the key')
    .option('--cv <id>', 'CV to convert to PDF, ODT and DOC', readId)
    .option('--company <id>', 'company of the CV', readId)
    .option('--loopback <host:port>', 'proxy to which localhost in the public URLs leads, in a container', readAddress)
    .action(async ({ key, secretFile, cv, company, loopback }: DoctorCommandOptions) => {
      if ((key === undefined) !== (secretFile === undefined))
        program.error('error: --key and --secret-file belong together', { exitCode: 2 });
      const { runDoctor } = await import('./doctor/run-doctor.ts');
      const report = await runDoctor(environment, {
        ...(key !== undefined && secretFile !== undefined && { key: { key, secret: readSecret(secretFile) } }),
        cv,
        company,
        loopback,
      });
      print(report, linesOf(report));
      if (!report.healthy) exitWith(1);
    });

  function readSecret(file: string): string {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return program.error(`error: cannot read ${file} (${code})`, { exitCode: 2 });
    }
  }
}

function readAddress(text: string): Address {
  const [, host, port] = /^([\w.-]+):(\d{1,5})$/.exec(text) ?? [];
  if (host === undefined || Number(port) > 65_535) throw new InvalidArgumentError('It must be a host and a port.');
  return { host, port: Number(port) };
}

const SYMBOLS = { ok: 'ok', warning: 'WARNING', problem: 'PROBLEM', skipped: 'not checked' } as const;

/** One line per check, then what to do. */
function linesOf({ checks, healthy }: Report): string[] {
  const count = (status: keyof typeof SYMBOLS) => checks.filter((check) => check.status === status).length;
  const isDetailed = ({ status }: Report['checks'][number]) => status === 'problem' || status === 'warning';
  const rows = checks.map((check) => [
    SYMBOLS[check.status],
    check.name,
    isDetailed(check) ? 'see below' : [check.message, check.fix].filter(Boolean).join(' '),
  ]);
  const details = checks
    .filter(isDetailed)
    .flatMap(({ status, name, message, fix }) => ['', `${SYMBOLS[status]}: ${name}`, `  ${message}`, `  Fix: ${fix}`]);
  const counts = `${count('problem')} problems, ${count('warning')} warnings, ${count('skipped')} not checked.`;
  return [
    ...columns(rows),
    ...details,
    '',
    `${healthy ? 'The system is healthy' : 'The system has problems'}: ${counts}`,
  ];
}
