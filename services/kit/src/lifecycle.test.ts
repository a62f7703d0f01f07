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

/** Runs a process of its own, as a service's main.ts does. */
function run(start: string): {
  output: () => string;
  ended: Promise<number | null>;
  said: (words: string) => Promise<void>;
} {
  const file = join(folder, 'main.ts');
  writeFileSync(
    file,
    `import { runProcess } from ${module('lifecycle.ts')};
import { createLogger } from ${module('log.ts')};
import { parseSettings } from ${module('settings.ts')};
import { unavailable } from ${module('errors.ts')};
const log = createLogger({ name: 'test', level: 'silent' });
const say = (words: string) => process.stdout.write(words + '\\n');
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
    said: async (words) => {
      while (!text.includes(words)) await added();
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

describe('a process', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('stops in reverse order at %s, with status 0', async (signal) => {
    const { output, ended, said } = run(STEPS);
    await said('ready');
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
  });

  test('says that it is not ready, goes on for a while, and then stops the rest', async () => {
    const { output, ended, said } = run(`${STEPS}
      lifecycle.onStop('answers', () => say('asked meanwhile: ' + asked));
      let asked = 0;
      lifecycle.onDrain(() => { say('not ready'); setInterval(() => { asked = 1; }, 1); }, { DRAIN_DELAY_MS: 150, SHUTDOWN_TIMEOUT_MS: 4000 });
      say('waiting for the end');
    `);
    await said('waiting for the end');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).toMatch(/not ready\nasked meanwhile: 1\nstop calls/);
  });

  test('a part that does not stop cleanly does not keep the others', async () => {
    const { output, ended, said } = run(`${STEPS} lifecycle.onStop('broken', () => { throw new Error('no'); });`);
    await said('ready');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).toContain('stop database');
  });

  test('a part that never stops is left behind', async () => {
    const { ended, said } = run(`${STEPS} lifecycle.onStop('stuck', () => new Promise(() => undefined));`);
    await said('ready');
    child.kill('SIGTERM');
    expect(await ended).toBe(1);
  }, 120_000);

  test('ends with status 1 and a sentence when it cannot start, after stopping what was started', async () => {
    const { output, ended } = run(
      `lifecycle.onStop('database', () => say('stop database')); throw unavailable('x', 'MongoDB does not answer.');`,
    );
    expect(await ended).toBe(1);
    expect(output()).toContain('Could not start: MongoDB does not answer.');
    expect(output()).toContain('stop database');
  });

  test('names every wrong setting', async () => {
    const { output, ended } = run(`const { z } = await import(${zod});
      parseSettings(z.object({ FIRST_SETTING: z.string(), SECOND_SETTING: z.string() }), process.env);`);
    expect(await ended).toBe(1);
    expect(output()).toMatch(/FIRST_SETTING is missing[\s\S]*SECOND_SETTING is missing/);
  });

  test('an error that nobody foresaw ends it with status 1, in order', async () => {
    const { output, ended } = run(`${STEPS} setImmediate(() => { throw new Error('unforeseen'); });`);
    expect(await ended).toBe(1);
    expect(output()).toContain('stop database');
  });
});
