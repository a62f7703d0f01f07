import { explainDeath, KnownFailure } from './explain-death.ts';

const spec = { name: 'mongodb', knownFailures: [{ says: /No space left/, sentence: 'The disk is full.' }] };
const death = (how: string, ...lines: string[]) => ({
  how: () => how,
  lastLines: () => lines,
  logFile: '/logs/mongodb.log',
});

test('a known failure is told first, then how it ended and what it said', () => {
  const reason = explainDeath(spec, death('SIGABRT', 'No space left on device'));
  expect(reason).toBeInstanceOf(KnownFailure);
  expect(reason.message).toBe(
    'The disk is full.\nmongodb ended (SIGABRT).\nIts last words:\n  No space left on device\nIts log: /logs/mongodb.log',
  );
});

test('of a process that somebody killed the last words are not the reason', () => {
  const reason = explainDeath(spec, death('SIGKILL', 'No space left on device'));
  expect(reason).not.toBeInstanceOf(KnownFailure);
});

test('log entries are shown as sentences, and routine ones of mongod not at all', () => {
  const entry = JSON.stringify({ level: 'fatal', msg: 'Could not start', port: 8080 });
  const routine = JSON.stringify({ t: {}, s: 'I', c: 'NETWORK', msg: 'Connection accepted' });
  expect(explainDeath({ name: 'gateway-1' }, death('exit status 1', routine, entry)).message).toBe(
    'gateway-1 ended before it was ready (exit status 1).\nIts last words:\n  Could not start  port=8080\nIts log: /logs/mongodb.log',
  );
});
