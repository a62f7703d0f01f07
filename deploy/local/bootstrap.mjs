// Prepares the workspace, then runs a program under Node 24 with this terminal, these signals and this exit status.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { environment, prepare, root, SetupError } from './toolchain.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_CHECK_MS = 500;
// Recorded before the set-up, which takes long enough for either of them to be killed.
const shell = process.ppid;
const npm = parentOf(shell);

/**
 * Runs `script` of deploy/local/dist with `args` and ends this process with its exit status.
 * `options` are those of `prepare`.
 */
export async function bootstrap(script, args, options) {
  try {
    const node = await prepare(options);
    runUnder(node, `deploy/local/dist/${script}`, args);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}

function runUnder(node, script, args) {
  // The program stops when the IPC channel closes, which happens even if this process is killed with SIGKILL.
  const child = spawn(node, [script, ...args], {
    cwd: root,
    env: environment(),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // Ctrl-C reaches the whole foreground process group, so the program receives SIGINT twice and ignores the second.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  const parentCheck = stopWithParents(child);
  child.on('exit', (status, signal) => {
    clearInterval(parentCheck);
    process.exit(status ?? (signal === 'SIGKILL' ? 137 : 1));
  });
}

/** A killed npm, or the shell that it started, does not stop its children: the program gets a SIGTERM instead. */
function stopWithParents(child) {
  if (!process.env.npm_lifecycle_event) return undefined;
  return setInterval(
    () => (process.ppid !== shell || parentOf(shell) !== npm) && child.kill('SIGTERM'),
    PARENT_CHECK_MS,
  );
}

/** Returns undefined on systems without /proc: only the shell is watched there. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return undefined;
  }
}
