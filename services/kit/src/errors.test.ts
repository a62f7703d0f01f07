import { status } from '@grpc/grpc-js';
import { type Code, conflict, httpStatus, invalid, notFound, unavailable, VitaeError } from './errors.ts';

describe('the one error type', () => {
  test('an error of ours is passed on as it is', () => {
    const error = notFound('cv_not_found', 'There is no CV 7.');
    expect(VitaeError.from(error)).toBe(error);
  });

  test('what is not ours tells the caller nothing and keeps the cause for the operator', () => {
    const thrown = new Error('password=hunter2');
    const error = VitaeError.from(thrown);
    expect(error).toMatchObject({ code: 'INTERNAL', reason: 'internal', cause: thrown });
    expect(error.message).not.toContain('hunter2');
  });

  test.each([
    ['MongoServerSelectionError', 'timed out'],
    ['MongoNetworkError', 'closed'],
    ['MongoPoolClearedError', 'cleared'],
    ['PoolClearedOnNetworkError', 'interrupted due to server monitor timeout'],
    ['MongoServerClosedError', 'closed'],
    ['MaxRetriesPerRequestError', 'retries'],
    ['Error', 'Connection is closed.'],
    ['Error', "Stream isn't writeable and enableOfflineQueue options is false"],
    ['Error', 'Command timed out'],
    ['ReplyError', 'LOADING Redis is loading the dataset in memory'],
  ])('%s (%s) means that a dependency is down: try again', (name, message) => {
    const thrown = Object.assign(new Error(message), { name });
    expect(VitaeError.from(thrown)).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
  });

  test('so does a MongoDB that stops, or is no primary any more', () => {
    for (const codeName of ['ShutdownInProgress', 'NotWritablePrimary', 'InterruptedDueToReplStateChange']) {
      const thrown = Object.assign(new Error('x'), { name: 'MongoServerError', codeName });
      expect(VitaeError.from(thrown)).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
    }
  });

  test('a value that is not an error is an internal error', () => {
    expect(VitaeError.from('oops').code).toBe('INTERNAL');
    expect(VitaeError.from(undefined).code).toBe('INTERNAL');
  });

  test('every gRPC status word has an HTTP status that is an error', () => {
    const codes = Object.keys(status).filter((word) => Number.isNaN(Number(word)) && word !== 'OK') as Code[];
    expect(codes).toHaveLength(16);
    for (const code of codes) {
      expect(httpStatus(new VitaeError(code, 'x', 'x'))).toBeGreaterThanOrEqual(400);
    }
  });

  test('the words of HTTP that integrators meet', () => {
    expect(httpStatus(invalid('x'))).toBe(400);
    expect(httpStatus(notFound('x', 'x'))).toBe(404);
    expect(httpStatus(conflict('x', 'x'))).toBe(409);
    expect(httpStatus(unavailable('x', 'x'))).toBe(503);
    expect(httpStatus(new VitaeError('INVALID_ARGUMENT', 'x', 'x', { status: 413 }))).toBe(413);
  });
});
