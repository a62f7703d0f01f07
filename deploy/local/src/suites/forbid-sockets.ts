import { Server, Socket } from 'node:net';

// Runs before each test file. Unit tests must not open sockets: they would be slow, and fail on a busy machine.

const INTEGRATION = /\.integration\.test\.|\/test\/(?:e2e|fault|browser)\//;
const ORIGINAL = Symbol.for('vitae.original');

function forbidden(): never {
  throw new Error('A unit test must not open a socket. Name the file *.integration.test.ts, or use a fake.');
}

const isIntegration = INTEGRATION.test(expect.getState().testPath ?? '');
// node:net is the same module for all test files of a worker, so each file has to set its own state.
for (const [target, method] of [
  [Server.prototype, 'listen'],
  [Socket.prototype, 'connect'],
] as const) {
  const patched = target as unknown as Record<string | symbol, unknown>;
  patched[ORIGINAL] ??= patched[method];
  patched[method] = isIntegration ? patched[ORIGINAL] : forbidden;
}
