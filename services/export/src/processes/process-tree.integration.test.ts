import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { lowerTreePriority } from './process-tree.ts';

describe('lowerTreePriority', () => {
  let child: ChildProcess;
  beforeEach(() => {
    child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  });
  afterEach(() => child.kill('SIGKILL'));

  test('lowers the priority of the process and its session, not that of the caller', async () => {
    const ownPriority = getPriority();
    await lowerTreePriority(child.pid ?? 0, 10);
    expect(getPriority(child.pid)).toBe(existsSync('/proc') ? 10 : ownPriority);
    expect(getPriority()).toBe(ownPriority);
    const session = `/proc/${child.pid}/autogroup`;
    if (existsSync(session)) {
      expect(readFileSync(session, 'latin1')).toMatch(/nice 10$/m);
      expect(readFileSync('/proc/self/autogroup', 'latin1')).not.toMatch(/nice 10$/m);
    }
  });
});
