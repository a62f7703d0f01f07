import { status } from '@grpc/grpc-js';
import { type Code, conflict, httpStatus, invalid, notFound, unavailable, VitaeError } from './errors.ts';

describe('VitaeError', () => {
  test('returns an existing VitaeError unchanged', () => {
    const error = notFound('cv_not_found', 'There is no CV 7.');
    expect(VitaeError.from(error)).toBe(error);
  });

  test('hides the message of an unknown error from clients and keeps it as the cause', () => {
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
    ['ReplyError', 'CLUSTERDOWN The cluster is down'],
    ['ReplyError', 'TRYAGAIN Multiple keys request during rehashing of slot'],
    ['Error', 'Too many Cluster redirections. Last error: ReplyError: MOVED 7 127.0.0.1:7000'],
    ['ReplyError', 'ERR Script attempted to access a non local key in a cluster node script: 7e60'],
    ['ReplyError', "OOM command not allowed when used memory > 'maxmemory'. script: 7e60, on @user_script:1."],
  ])('treats %s (%s) as an unavailable dependency', (name, message) => {
    const thrown = Object.assign(new Error(message), { name });
    expect(VitaeError.from(thrown)).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
  });

  test('treats a MongoDB node that is shutting down or not the primary as an unavailable dependency', () => {
    for (const codeName of ['ShutdownInProgress', 'NotWritablePrimary', 'InterruptedDueToReplStateChange']) {
      const thrown = Object.assign(new Error('x'), { name: 'MongoServerError', codeName });
      expect(VitaeError.from(thrown)).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
    }
  });

  test('treats a Redis transaction that was discarded for lack of memory as an unavailable dependency', () => {
    const discarded = (message: string) =>
      Object.assign(new Error('EXECABORT Transaction discarded because of previous errors.'), {
        previousErrors: [new Error(message)],
      });
    const outOfMemory = discarded("OOM command not allowed when used memory > 'maxmemory'.");
    expect(VitaeError.from(outOfMemory)).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
    expect(VitaeError.from(discarded('ERR wrong number of arguments')).code).toBe('INTERNAL');
  });

  test('converts a thrown value that is not an Error to an internal error', () => {
    expect(VitaeError.from('oops').code).toBe('INTERNAL');
    expect(VitaeError.from(undefined).code).toBe('INTERNAL');
  });

  test('maps every gRPC status to an HTTP error status', () => {
    const codes = Object.keys(status).filter((name) => Number.isNaN(Number(name)) && name !== 'OK') as Code[];
    expect(codes).toHaveLength(16);
    for (const code of codes) {
      expect(httpStatus(new VitaeError(code, 'x', 'x'))).toBeGreaterThanOrEqual(400);
    }
  });

  test('uses the HTTP status of the error, or the one for its code', () => {
    expect(httpStatus(invalid('x'))).toBe(400);
    expect(httpStatus(notFound('x', 'x'))).toBe(404);
    expect(httpStatus(conflict('x', 'x'))).toBe(409);
    expect(httpStatus(unavailable('x', 'x'))).toBe(503);
    expect(httpStatus(new VitaeError('INVALID_ARGUMENT', 'x', 'x', { status: 413 }))).toBe(413);
  });
});
