import { Command, CommanderError } from 'commander';
import { defineAdminCommands } from './admin-commands.ts';
import { defineAppCommands } from './app-commands.ts';
import type { CliContext } from './cli-context.ts';
import { defineCompanyCommands } from './company-commands.ts';
import { defineCvCommands } from './cv-commands.ts';
import { defineKeyCommands } from './key-commands.ts';
import { printFailure, printResult } from './output.ts';
import { openRunningSystem, type RunningSystem } from './running-system.ts';
import { defineSecretCommands } from './secret-commands.ts';
import { defineSignCommand } from './sign-command.ts';
import { defineUserCommands } from './user-commands.ts';

const WRONG_USAGE = 2;

/** Runs one command; answers the exit status: 0, 1 for a failure, 2 for wrong usage (docs/running.md). */
export async function runCommandLine(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const json = args.includes('--json');
  let system: RunningSystem | undefined;
  const program = new Command('vitae')
    .description('Steers a running Vitae: companies, keys, applications, administrators, users and CVs.')
    .option('--json', 'print one JSON value, and errors as JSON on standard error');
  const context: CliContext = {
    program,
    system: async () => {
      system ??= await openRunningSystem(environment);
      return system;
    },
    print: (result, lines) => printResult(json ? undefined : lines, result),
  };
  for (const define of [
    defineCompanyCommands,
    defineAdminCommands,
    defineKeyCommands,
    defineAppCommands,
    defineUserCommands,
    defineCvCommands,
    defineSecretCommands,
    defineSignCommand,
  ]) {
    define(context);
  }
  exitByThrowing(program, json);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) return printFailure(thrown, json);
    if (thrown.exitCode === 0) return 0; // help was asked for
    if (json) printFailure(thrown, json);
    return WRONG_USAGE;
  } finally {
    await system?.close();
  }
}

// Commander would print and exit by itself, each command on its own.
function exitByThrowing(command: Command, json: boolean): void {
  command.exitOverride();
  if (json) command.configureOutput({ writeErr: () => undefined });
  command.showHelpAfterError(!json);
  for (const child of command.commands) exitByThrowing(child, json);
}
