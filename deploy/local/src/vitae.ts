import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CLI } from './demo/command-line.ts';
import { projectRoot } from './project-root.ts';
import { readSettings } from './settings.ts';

// npm run -s vitae -- …: the command line, in this process, on the data of this folder.

const settings = readSettings(process.env, projectRoot);
process.env.DATA_DIR = settings.DATA_DIR;
const keys = join(settings.DATA_DIR, 'master-keys');
if (!settings.MASTER_KEYS && existsSync(keys)) process.env.MASTER_KEYS = readFileSync(keys, 'utf8').trim();
process.chdir(process.env.INIT_CWD ?? process.cwd()); // files are named from where the person stands
process.argv.splice(1, 1, CLI);
process.channel?.unref();
await import(pathToFileURL(CLI).href);
