// npm run check | check:deploy | check:audit | bench | contact-sheet | screenshots | vitae
import { handOver } from './hand-over.mjs';

const COMMANDS = {
  check: ['check.js', 'tools'],
  'check:deploy': ['check-deploy.js', 'tools'],
  'check:audit': ['check-audit.js', 'tools'],
  bench: ['bench.js', 'tools'],
  screenshots: ['screenshots.js', 'tools'],
  'contact-sheet': ['contact-sheet.js', 'tools'],
  vitae: ['vitae.js', 'system'],
};

const [command, ...args] = process.argv.slice(2);
if (command in COMMANDS) await handOver(COMMANDS[command][0], args, COMMANDS[command][1]);
else {
  process.stderr.write(`Usage: node deploy/local/run.mjs ${Object.keys(COMMANDS).join('|')} …\n`);
  process.exitCode = 2;
}
