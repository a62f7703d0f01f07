import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../programs/run-program.ts';
import { projectRoot } from '../project-root.ts';

const proto = join(projectRoot, 'proto');
const GENERATED = 'src/gen';

/** Generates the protos' types again, beside the tree, with the script that proto/package.json names, and compares. */
export async function checkGeneratedTypes(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'vitae-types-'));
  try {
    const { scripts } = JSON.parse(await readFile(join(proto, 'package.json'), 'utf8'));
    const command = String(scripts.generate).replaceAll(GENERATED, folder);
    const PATH = `${join(projectRoot, 'node_modules/.bin')}:${environment.PATH}`;
    await runProgram('sh', ['-c', `cd '${proto}' && ${command}`], { env: { ...environment, PATH } });
    const differing = await differences(folder, join(proto, GENERATED));
    if (differing.length > 0)
      process.stderr.write(`Run "pnpm -C proto generate"; these differ: ${differing.join(', ')}\n`);
    return differing.length === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function differences(fresh: string, committed: string): Promise<string[]> {
  const [expected, found] = await Promise.all([contents(fresh), contents(committed)]);
  return [...new Set([...expected.keys(), ...found.keys()])].filter((name) => expected.get(name) !== found.get(name));
}

async function contents(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8')] as const),
    ),
  );
}
