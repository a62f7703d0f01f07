import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';
import { which } from './which.ts';

export type Prometheus = { prometheus: string; promtool: string };

/** Returns the installed programs, or extracts them from Debian's package, without installing the service. */
export async function ensurePrometheus(folder: string, path: string | undefined): Promise<Prometheus> {
  const [prometheus, promtool] = [which(['prometheus'], path), which(['promtool'], path)];
  if (prometheus && promtool) return { prometheus, promtool };
  const target = join(folder, 'prometheus');
  const programs = { prometheus: join(target, 'usr/bin/prometheus'), promtool: join(target, 'usr/bin/promtool') };
  if (existsSync(programs.prometheus)) return programs;
  await mkdir(folder, { recursive: true });
  const draft = await mkdtemp(join(folder, 'prometheus-'));
  const inDraft = (command: string) => runProgram('sh', ['-c', `cd "$1" && ${command}`, 'sh', draft]);
  try {
    await inDraft('apt-get download prometheus');
  } catch {
    await inDraft('apt-get update && apt-get download prometheus'); // a new machine has no package lists
  }
  const archive = (await readdir(draft)).find((name) => name.endsWith('.deb')) ?? '';
  await runProgram('dpkg-deb', ['-x', join(draft, archive), draft]);
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
  return programs;
}
