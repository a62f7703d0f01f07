// The entry point of all npm scripts: node deploy/local/run.mjs COMMAND [ARGUMENT…]
import { bootstrap } from './bootstrap.mjs';

const COMMANDS = {
  start: { script: 'main.js' },
  dev: { script: 'main.js', args: ['--watch'] },
  test: { script: 'test.js' },
  check: { script: 'check.js' },
  'check:deploy': { script: 'check-deploy.js' },
  'check:audit': { script: 'check-audit.js' },
  'check:words': { script: 'check-words.js' },
  'test:mutation': { script: 'test-mutation.js' },
  bench: { script: 'bench.js', withTests: true },
  'game-day': { script: 'game-day.js', withTests: true },
  screenshots: { script: 'screenshots.js' },
  'contact-sheet': { script: 'contact-sheet.js', withTests: true },
  release: { script: 'release.js' },
  vitae: { script: 'vitae.js' },
};

const [name, ...args] = process.argv.slice(2);
const command = COMMANDS[name];
if (command) await bootstrap(command.script, [...(command.args ?? []), ...args], { withTests: command.withTests });
else {
  process.stderr.write(`Usage: node deploy/local/run.mjs ${Object.keys(COMMANDS).join('|')} …\n`);
  process.exitCode = 2;
}
