// Prepares the workspace, then gives the terminal, the signals and the exit status over to a program under Node 24.
import { spawn } from 'node:child_process';
import { environment, prepare, root, SetupError } from './toolchain.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs `script` of deploy/local/dist with `args`; ends this process with its exit status. `build` as in `prepare`. */
export async function handOver(script, args, build) {
  try {
    const node = await prepare(build);
    runUnder(node, `deploy/local/dist/${script}`, args);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}

function runUnder(node, script, args) {
  // The channel tells the program when this process is gone, killed with -9 even: then it stops too.
  const child = spawn(node, [script, ...args], {
    cwd: root,
    env: environment(),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // Ctrl-C reaches the whole foreground group, the program too: it takes a repeated signal as one.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  const orphaned = endWithNpm(child);
  child.on('exit', (status, signal) => {
    clearInterval(orphaned);
    process.exit(status ?? (signal === 'SIGKILL' ? 137 : 1));
  });
}

/** A killed npm takes nobody along: when it was our parent and is gone, the program ends as on SIGTERM. */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  return setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500);
}
