import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../programs/run-program.ts';
import { projectRoot } from '../project-root.ts';
import { SetupError } from '../setup-error.ts';

const proto = join(projectRoot, 'proto');
const GENERATED = 'src/gen';

/**
 * Generates the types of the contracts into a temporary folder and compares them with the committed ones.
 * @throws {SetupError} that names the files that differ.
 */
export async function checkGeneratedTypes(environment: NodeJS.ProcessEnv): Promise<true> {
  const folder = await mkdtemp(join(tmpdir(), 'vitae-types-'));
  try {
    const { scripts } = JSON.parse(await readFile(join(proto, 'package.json'), 'utf8'));
    const command = String(scripts.generate).replaceAll(GENERATED, folder);
    const PATH = `${join(projectRoot, 'node_modules/.bin')}:${environment.PATH}`;
    await runProgram('sh', ['-c', `cd '${proto}' && ${command}`], { env: { ...environment, PATH } });
    const differing = await differences(folder, join(proto, GENERATED));
    if (differing.length > 0)
      throw new SetupError(`Run "pnpm -C proto generate". These files differ: ${differing.join(', ')}`);
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function differences(generated: string, committed: string): Promise<string[]> {
  const [expected, actual] = await Promise.all([contents(generated), contents(committed)]);
  return [...new Set([...expected.keys(), ...actual.keys()])].filter((name) => expected.get(name) !== actual.get(name));
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
