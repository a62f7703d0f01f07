// npm run check | bench | vitae
import { handOver } from './hand-over.mjs';

const SCRIPTS = {
  check: 'deploy/local/dist/check.js',
  bench: 'deploy/local/dist/bench.js',
  vitae: 'deploy/local/dist/vitae.js',
};

const [command, ...args] = process.argv.slice(2);
const script = SCRIPTS[command];
if (script) await handOver(script, args);
else {
  process.stderr.write(`Usage: node deploy/local/run.mjs ${Object.keys(SCRIPTS).join('|')} …\n`);
  process.exitCode = 2;
}
