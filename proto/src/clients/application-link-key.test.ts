import { status } from '@grpc/grpc-js';
import { unavailable } from '@vitae/kit/errors';
import { createApplicationLinkKey } from './application-link-key.ts';

const failure = (code: status) =>
  unavailable('service_unavailable', 'Failed', Object.assign(new Error('Failed'), { code }));

function clientOf(...responses: (Uint8Array | Error)[]) {
  let now = 0;
  let reads = 0;
  const read = async () => {
    const response = responses[reads++];
    if (!(response instanceof Uint8Array)) throw response;
    return response;
  };
  return {
    key: createApplicationLinkKey(read, () => now),
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    reads: () => reads,
  };
}

const [first, second] = [Buffer.from('first'), Buffer.from('second')];

test('reads the key every ten seconds at most', async () => {
  const client = clientOf(first, second);
  expect(await Promise.all([client.key(), client.key()])).toEqual([first, first]);
  client.wait(9_999);
  expect([await client.key(), client.reads()]).toEqual([first, 1]);
  client.wait(1);
  expect([await client.key(), client.reads()]).toEqual([second, 2]);
});

test('returns no key while the service is of an earlier release', async () => {
  const client = clientOf(failure(status.UNIMPLEMENTED), first, failure(status.UNIMPLEMENTED));
  for (const expected of [undefined, first, undefined]) {
    expect(await client.key()).toBe(expected);
    client.wait(10_000);
  }
});

test('rejects while the key cannot be read, and reads it with the next request', async () => {
  const client = clientOf(failure(status.UNAVAILABLE), first);
  await expect(client.key()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await client.key()).toBe(first);
});
