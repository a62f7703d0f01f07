// Prepares the workspace, then gives the terminal, the signals and the exit status over to a program under Node 24.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { environment, prepare, root, SetupError } from './toolchain.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
// Who was above us at first: setting up takes long enough for them to be killed meanwhile.
const shell = process.ppid;
const npm = parentOf(shell);

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

/**
 * A killed npm takes nobody along, nor does the shell between it and us: when one of the two that were above us is gone,
 * the program ends as on SIGTERM.
 */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return undefined;
  return setInterval(() => (process.ppid !== shell || parentOf(shell) !== npm) && child.kill('SIGTERM'), 500);
}

/** Where the system does not say it in a file, the shell alone is watched. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return undefined;
  }
}
