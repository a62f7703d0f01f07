import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '@vitae/local/programs/run-program';
import { addressPlaceholders, readApiReference } from '@vitae/proto/api-reference';
import { documentedSettings, processNames } from '../contract/settings-reference/settings-reference.ts';
import { projectRoot } from '../support/project-root.ts';
import type { ReleaseContracts } from './previous-release.ts';

/** Returns the contracts of this project, except the gRPC contract, which is a file. */
export function currentContracts(): Omit<ReleaseContracts, 'release'> {
  const settings = documentedSettings();
  return {
    settings: Object.fromEntries(
      processNames.map((process) => [
        process,
        settings.filter(({ defaults }) => defaults.has(process)).map(({ name }) => name),
      ]),
    ),
    operations: operationsIn(readApiReference(addressPlaceholders).document.paths),
    exportJobs: JSON.parse(readFileSync(join(projectRoot, 'proto/export-jobs.schema.json'), 'utf8')),
  };
}

function operationsIn(paths: Record<string, Record<string, unknown>>): string[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .toSorted();
}

/** Runs buf on the gRPC contract in the folder of a release. Always uses the configuration of this project. */
export async function buf(command: 'build' | 'breaking', ...args: string[]): Promise<void> {
  const program = join(projectRoot, 'test/node_modules/.bin/buf');
  await runProgram(program, [command, join(projectRoot, 'proto'), ...args]);
}
