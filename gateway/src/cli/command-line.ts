import { nearestName } from '@vitae/kit/similar-name';
import { Command, CommanderError } from 'commander';
import { version } from '../version.ts';
import { defineAdminCommands } from './admin-commands.ts';
import { defineAppCommands } from './app-commands.ts';
import { defineArtifactCommands } from './artifact-commands.ts';
import type { CliContext } from './cli-context.ts';
import { defineCompanyCommands } from './company-commands.ts';
import { defineCvCommands } from './cv-commands.ts';
import { defineDoctorCommand } from './doctor-command.ts';
import { defineKeyCommands } from './key-commands.ts';
import { printFailure, printResult } from './output.ts';
import { defineRecoveryCommand } from './recovery-command.ts';
import { openRunningSystem, type RunningSystem } from './running-system.ts';
import { defineSignCommand } from './sign-command.ts';
import { defineUserCommands } from './user-commands.ts';

const INCORRECT_USAGE = 2;

/** Runs one command. Returns the exit status: 0 for success, 1 for a failure, 2 for incorrect usage. */
export async function runCommandLine(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const json = args.includes('--json');
  let system: RunningSystem | undefined;
  let status = 0;
  const program = new VitaeCommand('vitae')
    .description('Administers a running Vitae: companies, keys, applications, administrators, users, CVs and files.')
    .option('--json', 'print the result, or the error on standard error, as one JSON value')
    .version(json ? JSON.stringify({ version: version() }) : version(), '-V, --version', 'print the version');
  const context: CliContext = {
    program,
    environment,
    system: async () => {
      system ??= await openRunningSystem(environment);
      return system;
    },
    print: (result, lines) => printResult(json ? undefined : lines, result),
    exitWith: (given) => {
      status = given;
    },
  };
  for (const define of [
    defineCompanyCommands,
    defineAdminCommands,
    defineKeyCommands,
    defineAppCommands,
    defineUserCommands,
    defineCvCommands,
    defineArtifactCommands,
    defineSignCommand,
    defineDoctorCommand,
    defineRecoveryCommand,
  ]) {
    define(context);
  }
  exitByThrowing(program, json);
  try {
    await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) return printFailure(thrown, json);
    if (thrown.exitCode === 0) return 0; // help or the version was requested
    if (json) printFailure(thrown, json);
    return INCORRECT_USAGE;
  } finally {
    await system?.close();
  }
}

/** Commander reports missing options first, although an unknown one is often a misspelling of them. */
class VitaeCommand extends Command {
  override createCommand(name?: string): Command {
    return new VitaeCommand(name);
  }

  override parseOptions(args: string[]) {
    const parsed = super.parseOptions(args);
    const unknown =
      this.commands.length === 0 ? parsed.unknown.find((arg) => /^-(?!-?h(?:elp)?$)/.test(arg)) : undefined;
    if (unknown) this.rejectUnknownOption(unknown.replace(/=.*/s, ''));
    return parsed;
  }

  private rejectUnknownOption(flag: string): never {
    const flags = this.createHelp()
      .visibleOptions(this)
      .flatMap(({ long }) => long ?? []);
    const nearest = nearestName(flag, flags, Math.ceil(flag.length / 3));
    const hint = nearest ? `\n(Did you mean ${nearest}?)` : '';
    this.error(`error: unknown option '${flag}'${hint}`, { code: 'commander.unknownOption' });
  }
}

// By default, Commander exits the process.
function exitByThrowing(command: Command, json: boolean): void {
  command.exitOverride();
  if (json) command.configureOutput({ writeErr: () => undefined });
  command.showHelpAfterError(!json);
  for (const child of command.commands) exitByThrowing(child, json);
}
