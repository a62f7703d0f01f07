import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureGoProgram } from './go-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitae-go-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const program = { command: 'example.com/tools/cmd/server', version: '1.2.0' };

/** A `go` that runs a shell script. */
function install(script: string): string {
  writeFileSync(join(folder, 'go'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'go'), 0o755);
  return folder;
}

test('builds a program once', async () => {
  const cache = join(folder, 'cache');
  const path = install('echo "$2" > "$GOBIN/server"');
  const server = join(cache, 'server-1.2.0/server');
  expect(await ensureGoProgram(cache, program, path)).toBe(server);
  install('exit 1');
  expect(await ensureGoProgram(cache, program, path)).toBe(server);
  expect(existsSync(server)).toBe(true);
});

test('reports why a program cannot be built, and leaves nothing behind', async () => {
  const cache = join(folder, 'cache');
  const path = install('echo "no network" >&2; exit 1');
  await expect(ensureGoProgram(cache, program, path)).rejects.toThrow(
    /server 1\.2\.0 cannot be built:[\s\S]*no network/,
  );
  expect(readdirSync(cache)).toEqual([]);
});
