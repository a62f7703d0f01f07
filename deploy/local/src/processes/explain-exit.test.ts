import { explainExit, KnownFailureError } from './explain-exit.ts';

const spec = { name: 'mongodb', knownFailures: [{ pattern: /No space left/, explanation: 'The disk is full.' }] };
const exited = (reason: string, ...lines: string[]) => ({
  exitReason: () => reason,
  lastLines: () => lines,
  logFile: '/logs/mongodb.log',
});

describe('the explanation of an exit', () => {
  test('starts with a known failure, followed by the exit reason and the last output', () => {
    const error = explainExit(spec, exited('SIGABRT', 'No space left on device'));
    expect(error).toBeInstanceOf(KnownFailureError);
    expect(error.message).toBe(
      'The disk is full.\nmongodb exited (SIGABRT).\nLast output:\n  No space left on device\nLog file: /logs/mongodb.log',
    );
  });

  test('ignores the last output of a killed process', () => {
    const error = explainExit(spec, exited('SIGKILL', 'No space left on device'));
    expect(error).not.toBeInstanceOf(KnownFailureError);
  });

  test('shows log entries as text and omits routine entries of mongod', () => {
    const entry = JSON.stringify({ level: 'fatal', msg: 'Could not start', port: 8080 });
    const routine = JSON.stringify({ t: {}, s: 'I', c: 'NETWORK', msg: 'Connection accepted' });
    expect(explainExit({ name: 'gateway-1' }, exited('exit status 1', routine, entry)).message).toBe(
      'gateway-1 exited before it was ready (exit status 1).\nLast output:\n  Could not start  port=8080\nLog file: /logs/mongodb.log',
    );
  });
});
