import { pathToFileURL } from 'node:url';
import { CLI } from './demo/command-line.ts';
import { projectRoot } from './project-root.ts';
import { readSettings } from './settings.ts';

// npm run -s vitae -- …: the command line, in this process. It finds the system that runs on DATA_DIR by itself.

process.env.DATA_DIR = readSettings(process.env, projectRoot).DATA_DIR;
process.chdir(process.env.INIT_CWD ?? process.cwd()); // files are named from where the person stands
process.argv.splice(1, 1, CLI);
await import(pathToFileURL(CLI).href);
