import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { lowerTreePriority } from './process-tree.ts';

describe('a process that was lowered', () => {
  let child: ChildProcess;
  beforeEach(() => {
    child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  });
  afterEach(() => child.kill('SIGKILL'));

  test('gives way to all others, to those of other sessions too, and we stay as we are', async () => {
    const own = getPriority();
    await lowerTreePriority(child.pid ?? 0, 10);
    expect(getPriority(child.pid)).toBe(existsSync('/proc') ? 10 : own);
    expect(getPriority()).toBe(own);
    const session = `/proc/${child.pid}/autogroup`;
    if (existsSync(session)) {
      expect(readFileSync(session, 'latin1')).toMatch(/nice 10$/m);
      expect(readFileSync('/proc/self/autogroup', 'latin1')).not.toMatch(/nice 10$/m);
    }
  });
});
