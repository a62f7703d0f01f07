import { Server, Socket } from 'node:net';
import { kindOf } from './test-files.ts';

// Runs before each test file. Unit tests must not open sockets, which would make them slow and unreliable.

const ORIGINAL = Symbol.for('vitae.original');

function forbidden(): never {
  throw new Error('A unit test must not open a socket. Use a fake, or name the file *.integration.test.ts.');
}

const isUnitTest = kindOf(expect.getState().testPath ?? '') === 'unit';
// The test files of a worker share node:net, so each file replaces the choice of the one before it.
for (const [target, method] of [
  [Server.prototype, 'listen'],
  [Socket.prototype, 'connect'],
] as const) {
  const methods = target as unknown as Record<string | symbol, unknown>;
  methods[ORIGINAL] ??= methods[method];
  methods[method] = isUnitTest ? forbidden : methods[ORIGINAL];
}
