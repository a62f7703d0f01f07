import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureClientGenerators } from './client-generators.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitae-generators-'));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'versions'));
  for (const file of ['package.json', 'package-lock.json', 'requirements.txt'])
    writeFileSync(join(folder, 'versions', file), '{}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Installs with programs that run shell scripts. */
function ensure(scripts: Record<'go' | 'npm' | 'python', string>) {
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  return ensureClientGenerators({
    cacheDir: join(folder, 'cache'),
    versions: join(folder, 'versions'),
    python: join(folder, 'bin/python'),
    path: join(folder, 'bin'),
  });
}

const working = {
  go: 'echo "$2" > "$GOBIN/oapi-codegen"',
  npm: 'mkdir "$3/node_modules"',
  // The interpreter of the virtual environment runs pip.
  python: 'mkdir "$3/bin" && printf "#!/bin/sh\\n" > "$3/bin/python" && chmod +x "$3/bin/python"',
};
const offline = 'echo "no network" >&2; exit 1';

test('installs all generators once', async () => {
  const installed = await ensure(working);
  expect(await ensure({ go: offline, npm: offline, python: offline })).toEqual(installed);
});

test.each([
  ['npm', /TypeScript clients cannot be installed from npm:[\s\S]*no network/],
  ['python', /openapi-python-client cannot be installed from PyPI:[\s\S]*no network/],
  ['go', /oapi-codegen 2\.8\.2 cannot be built:[\s\S]*no network/],
])('reports that %s cannot install without a network, and leaves nothing of it behind', async (program, message) => {
  await expect(ensure({ ...working, [program]: offline })).rejects.toThrow(message);
  await ensure(working);
  expect(readdirSync(join(folder, 'cache'))).toHaveLength(3);
});
