import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'vitae-lifecycle-'));
const module = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);
const zod = JSON.stringify(pathToFileURL(createRequire(import.meta.filename).resolve('zod')).href);
let child: ChildProcess;

afterEach(() => void child.kill('SIGKILL'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a child process that starts like a service's main.ts. */
function run(start: string): {
  output: () => string;
  ended: Promise<number | null>;
  printed: (text: string) => Promise<void>;
} {
  const file = join(folder, 'main.ts');
  writeFileSync(
    file,
    `import { runProcess } from ${module('lifecycle.ts')};
import { createLogger } from ${module('log.ts')};
import { parseSettings } from ${module('settings.ts')};
import { unavailable } from ${module('errors.ts')};
const log = createLogger({ name: 'test', level: 'silent' });
const say = (text: string) => process.stdout.write(text + '\\n');
runProcess(() => log, async (lifecycle) => { ${start} });
`,
  );
  child = spawn(process.execPath, [file], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const added = () => Promise.race([once(child.stdout as never, 'data'), once(child, 'exit')]);
  child.stdout?.on('data', (bytes) => (text += String(bytes)));
  child.stderr?.on('data', (bytes) => (text += String(bytes)));
  return {
    output: () => text,
    ended: once(child, 'close').then(([status]) => status as number | null),
    printed: async (expected) => {
      while (!text.includes(expected)) await added();
    },
  };
}

const STEPS = `
  for (const step of ['database', 'probes', 'calls']) {
    say('start ' + step);
    lifecycle.onStop(step, async () => { await null; say('stop ' + step); });
  }
  setInterval(() => undefined, 1_000);
  say('ready');
`;

describe('process lifecycle', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'stops its parts in reverse order on %s and exits with status 0',
    async (signal) => {
      const { output, ended, printed } = run(STEPS);
      await printed('ready');
      child.kill(signal);
      expect(await ended).toBe(0);
      expect(output().trim().split('\n')).toEqual([
        'start database',
        'start probes',
        'start calls',
        'ready',
        'stop calls',
        'stop probes',
        'stop database',
      ]);
    },
  );

  test('reports not ready and keeps running for the drain delay before it stops', async () => {
    const { output, ended, printed } = run(`${STEPS}
      lifecycle.onStop('requests', () => say('requests while draining: ' + requests));
      let requests = 0;
      lifecycle.onDrain(() => { say('not ready'); setInterval(() => { requests = 1; }, 1); }, { DRAIN_DELAY_MS: 150, SHUTDOWN_TIMEOUT_MS: 4000 });
      say('running');
    `);
    await printed('running');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).toMatch(/not ready\nrequests while draining: 1\nstop calls/);
  });

  test('stops the other parts when one fails to stop', async () => {
    const { output, ended, printed } = run(`${STEPS} lifecycle.onStop('broken', () => { throw new Error('no'); });`);
    await printed('ready');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).toContain('stop database');
  });

  test('exits with status 1 when a part does not stop in time', async () => {
    const { ended, printed } = run(`${STEPS} lifecycle.onStop('stuck', () => new Promise(() => undefined));`);
    await printed('ready');
    child.kill('SIGTERM');
    expect(await ended).toBe(1);
  }, 120_000);

  test('exits with status 1 after a failed start, reports the reason and stops the parts already started', async () => {
    const { output, ended } = run(
      `lifecycle.onStop('database', () => say('stop database')); throw unavailable('x', 'MongoDB is not reachable.');`,
    );
    expect(await ended).toBe(1);
    expect(output()).toContain('Could not start: MongoDB is not reachable.');
    expect(output()).toContain('stop database');
  });

  test('reports every missing setting', async () => {
    const { output, ended } = run(`const { z } = await import(${zod});
      parseSettings(z.object({ FIRST_SETTING: z.string(), SECOND_SETTING: z.string() }), process.env);`);
    expect(await ended).toBe(1);
    expect(output()).toMatch(/FIRST_SETTING is missing[\s\S]*SECOND_SETTING is missing/);
  });

  test('shuts down with status 1 after an uncaught exception', async () => {
    const { output, ended } = run(`${STEPS} setImmediate(() => { throw new Error('uncaught'); });`);
    expect(await ended).toBe(1);
    expect(output()).toContain('stop database');
  });
});
