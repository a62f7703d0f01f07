import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '@vitae/local/programs/run-program';
import { projectRoot } from '../support/project-root.ts';
import { previousFolder, previousProto } from './previous-release.ts';
import { buf, currentContracts } from './release-contracts.ts';

// npm run release -- --record: from now on, the current commit is the previous release.

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
const commit = (await runProgram('git', ['-C', projectRoot, 'rev-parse', 'HEAD'])).trim();
const { settings, operations } = currentContracts();

mkdirSync(previousFolder, { recursive: true });
const write = (name: string, value: unknown) =>
  writeFileSync(join(previousFolder, name), `${JSON.stringify(value, null, 2)}\n`);
write('release.json', { version, commit });
write('settings.json', settings);
write('operations.json', operations);
copyFileSync(join(projectRoot, 'proto/export-jobs.schema.json'), join(previousFolder, 'export-jobs.schema.json'));
await buf('build', '-o', previousProto);
