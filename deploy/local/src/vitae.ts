import { pathToFileURL } from 'node:url';
import { CLI } from './demo/command-line.ts';
import { projectRoot } from './project-root.ts';
import { readSettings } from './settings.ts';

// npm run -s vitae -- …: the command line, in this process. It connects to the system that runs on DATA_DIR.

process.env.DATA_DIR = readSettings(process.env, projectRoot).DATA_DIR;
process.chdir(process.env.INIT_CWD ?? process.cwd()); // file arguments are relative to the user's folder
process.argv.splice(1, 1, CLI);
await import(pathToFileURL(CLI).href);
