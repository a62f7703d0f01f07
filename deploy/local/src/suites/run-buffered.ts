import { spawn } from 'node:child_process';
import { projectRoot } from '../project-root.ts';
import type { RunAttached } from './run-attached.ts';

/** Runs programs and collects their output, for programs that run in parallel. */
export function createBufferedRun(): { run: RunAttached; output(): string } {
  let output = '';
  const run: RunAttached = (command, args, env, abort) =>
    new Promise((resolve, reject) => {
      const child = spawn(command, args, { cwd: projectRoot, env, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
        });
      }
      abort?.addEventListener('abort', () => child.kill('SIGKILL'));
      child.once('error', reject);
      child.once('close', (status) => resolve(status ?? 1));
    });
  return { run, output: () => output };
}
