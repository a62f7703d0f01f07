import type { ProcessSpec } from '../processes/process-spec.ts';
import { SetupError } from '../setup-error.ts';
import { createRestarter } from './restart-changed.ts';

const graph = new Map([
  ['gateway', ['services/kit']],
  ['services/site', ['services/document', 'services/kit']],
  ['services/resume', ['services/kit']],
  ['services/document', []],
  ['services/kit', []],
  ['deploy/local', ['services/kit']],
]);
const spec = (name: string, folder: string) => ({ name, folder }) as ProcessSpec;
const stages = () => [
  [spec('resume', 'services/resume')],
  [spec('site-1', 'services/site'), spec('site-2', 'services/site')],
  [spec('gateway-1', 'gateway')],
];

type Fakes = { build?: () => Promise<void>; restart?: () => Promise<void> };

function openRestarter({ build = async () => undefined, restart = async () => undefined }: Fakes = {}) {
  const restarted: string[] = [];
  const said: string[] = [];
  const warned: string[] = [];
  const restartChanged = createRestarter({
    system: {
      stages,
      restart: async (name) => {
        restarted.push(name);
        await restart();
      },
    },
    graph,
    build,
    terminal: { say: (text) => said.push(text), warn: (text) => warned.push(text) },
  });
  return { restartChanged, restarted, said, warned };
}

describe('the watch mode', () => {
  test('restarts only the processes of a changed service', async () => {
    const { restartChanged, restarted, said } = openRestarter();
    await restartChanged(['services/site/src/app.ts']);
    expect(restarted).toEqual(['site-1', 'site-2']);
    expect(said).toEqual([expect.stringMatching(/^services\/site changed: restarted site-1, site-2 \(\d\.\d s\)$/)]);
  });

  test.each([
    ['services/document/src/x.ts', ['site-1', 'site-2']],
    ['services/kit/src/x.ts', ['resume', 'site-1', 'site-2', 'gateway-1']],
    ['docs/signing.md', ['site-1', 'site-2']],
  ])('restarts the dependents of %s, stage by stage', async (file, expected) => {
    const { restartChanged, restarted } = openRestarter();
    await restartChanged([file]);
    expect(restarted).toEqual(expected);
  });

  test('collects changes that arrive during a restart', async () => {
    const { restartChanged, restarted } = openRestarter();
    const first = restartChanged(['gateway/src/app.ts']);
    void restartChanged(['services/resume/src/app.ts']);
    void restartChanged(['services/resume/src/store.ts']);
    await first;
    expect(restarted).toEqual(['gateway-1', 'resume']);
  });

  test('reports a failed build and retries with the next change', async () => {
    const builds = [new Error('Unexpected token'), undefined];
    const { restartChanged, restarted, warned } = openRestarter({
      build: async () => {
        const error = builds.shift();
        if (error) throw error;
      },
    });
    await restartChanged(['gateway/src/app.ts']);
    expect(warned).toEqual(['The build failed.\nUnexpected token\nWaiting for the next change']);
    expect(restarted).toEqual([]);
    await restartChanged(['services/resume/src/app.ts']);
    expect(restarted).toEqual(['resume', 'gateway-1']);
  });

  test('reports a process that does not start and retries it with the next change', async () => {
    let broken = true;
    const { restartChanged, restarted, warned } = openRestarter({
      restart: async () => {
        if (broken) throw new SetupError('gateway-1 exited before it was ready');
      },
    });
    await restartChanged(['gateway/src/app.ts']);
    expect(warned).toEqual(['gateway-1 exited before it was ready\nWaiting for the next change']);
    broken = false;
    await restartChanged(['gateway/src/app.ts']);
    expect(restarted).toEqual(['gateway-1', 'gateway-1']);
  });

  test('asks to restart the launcher if its own code has changed', async () => {
    const { restartChanged, restarted, warned } = openRestarter();
    await restartChanged(['deploy/local/src/main.ts']);
    expect(warned).toEqual([expect.stringContaining('npm run dev')]);
    expect(restarted).toEqual([]);
  });
});
