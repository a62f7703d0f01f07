import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../support/project-root.ts';
import { faults } from './faults.ts';
import { startInstallation } from './installation.ts';
import { startLoad } from './load.ts';
import { recordResult } from './report.ts';
import { say } from './say.ts';
import { testFault } from './test-fault.ts';

// npm run game-day -- [FAULT…]: injects one fault after the other and reports the alerts. See docs/game-day.md.

async function run(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !faults.some((fault) => fault.name === name));
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(', ')}. Faults: ${faults.map(({ name }) => name).join(', ')}`);
  const selected = names.length > 0 ? faults.filter(({ name }) => names.includes(name)) : faults;
  const installation = await startInstallation();
  const load = startLoad(installation.url, installation.user);
  const folder = join(projectRoot, '.vitae');
  try {
    await mkdir(folder, { recursive: true });
    for (const fault of selected) {
      const date = new Date().toISOString();
      await recordResult({ fault: fault.name, date, ...(await testFault(fault, installation, load)) });
      await writeFile(join(folder, `game-day-${selected[0]?.name}.log`), installation.cluster.output());
    }
  } finally {
    await load.stop();
    await installation.stop();
  }
  say('\nThe results are in docs/game-day.md.');
}

await run(process.argv.slice(2));
