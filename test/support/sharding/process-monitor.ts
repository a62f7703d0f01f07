import { appendFileSync } from 'node:fs';
import { watchQueries } from './watch-queries.ts';

// Loaded before the product in each of its processes, see violations-of-processes.ts.

const parameters = new URL(import.meta.url).searchParams;
const file = parameters.get('file') ?? '';
const [, program = ''] = process.argv;

if (
  program.startsWith(parameters.get('folder') ?? '') &&
  /\/(?:gateway|services\/\w+)\/dist\/main\.js$/.test(program)
) {
  const reported = new Set<string>();
  await watchQueries((violation) => {
    if (!reported.has(violation)) appendFileSync(file, `${program}: ${violation}\n`);
    reported.add(violation);
  });
}
