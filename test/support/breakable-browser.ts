import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A browser of export workers that can be broken. */
export type BreakableBrowser = {
  /** The value of PUPPETEER_EXECUTABLE_PATH. */
  program: string;
  /** For the workers with these process ids. */
  of(workers: () => number[]): BrokenBrowser;
};
export type BrokenBrowser = { breakIt(): Promise<void>; repair(): Promise<void> };

/** Puts the browser behind a script in this folder, which fails while the browser is broken. */
export async function createBreakableBrowser(folder: string): Promise<BreakableBrowser> {
  const program = join(folder, 'browser');
  const real = process.env.PUPPETEER_EXECUTABLE_PATH ?? 'chromium-headless-shell';
  await writeFile(program, `#!/bin/sh\n[ -e "${folder}/broken" ] && exit 1\nexec "${real}" "$@"\n`);
  // The worker runs it as another user.
  for (const path of [folder, program]) await chmod(path, 0o755);
  return { program, of: (workers) => breakable(folder, workers) };
}

const breakable = (folder: string, workers: () => number[]): BrokenBrowser => ({
  breakIt: async () => {
    await writeFile(join(folder, 'broken'), '');
    for (const pid of await descendantsOf(workers(), /chrom/)) process.kill(pid, 'SIGKILL');
  },
  repair: () => rm(join(folder, 'broken')),
});

/** The processes below these whose program matches. */
async function descendantsOf(ancestors: number[], program: RegExp): Promise<number[]> {
  const processes = await Promise.all(
    (await readdir('/proc')).map(async (entry) => {
      const stat = await readFile(`/proc/${entry}/stat`, 'latin1').catch(() => '');
      const [, name = '', parent] = /^\d+ \((.*)\) \S (\d+)/.exec(stat) ?? [];
      return { pid: Number(entry), name, parent: Number(parent) };
    }),
  );
  const below = (parents: number[]): typeof processes => {
    const children = processes.filter(({ parent }) => parents.includes(parent));
    return children.length === 0 ? [] : [...children, ...below(children.map(({ pid }) => pid))];
  };
  return below(ancestors).flatMap(({ pid, name }) => (program.test(name) ? [pid] : []));
}
