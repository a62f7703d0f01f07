import { MAX_NETWORKS, networkMatcher, parseFence, parseNetwork, prepareFence } from './fence.ts';
import { emptyObservation } from './fence-observations.ts';
import { previewOf, suggestFence } from './fence-preview.ts';

const FENCE = { endpoints: ['cv.read'], networks: ['192.0.2.0/24', '2001:db8::/32'], singleUse: true };

describe('networks of a fence', () => {
  test.each([
    ['192.0.2.7', true],
    ['192.0.3.7', false],
    ['::ffff:192.0.2.7', true],
    ['::ffff:192.0.3.7', false],
    ['2001:db8:1::1', true],
    ['2001:db9::1', false],
    ['', false],
    [undefined, false],
    ['unknown', false],
  ])('decide on the address %s: %s', (address, included) => {
    expect(networkMatcher(FENCE.networks)(address)).toBe(included);
  });

  test('allow every address if there are none', () => {
    expect(networkMatcher([])(undefined)).toBe(true);
  });

  test.each([
    ['192.0.2.7', '192.0.2.7/32'],
    [' 192.0.2.0/24 ', '192.0.2.0/24'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['192.0.2.0/33', undefined],
    ['2001:db8::/129', undefined],
    ['192.0.2.0/', undefined],
    ['192.0.2/24', undefined],
    ['fe80::1%eth0', undefined],
    ['example.com', undefined],
  ])('read %j as %j', (text, network) => {
    expect(parseNetwork(text)).toBe(network);
  });
});

test('a fence reports the network before the endpoint', () => {
  const { rejectionOf } = prepareFence(FENCE);
  expect(rejectionOf('cv.read', '192.0.2.7')).toBeUndefined();
  expect(rejectionOf('cv.read', '198.51.100.7')?.cause).toBe('network_not_allowed');
  expect(rejectionOf('users.delete', '198.51.100.7')?.cause).toBe('network_not_allowed');
  expect(rejectionOf('users.delete', '192.0.2.7')?.cause).toBe('endpoint_not_allowed');
  expect(rejectionOf('unknown', '192.0.2.7')?.cause).toBe('endpoint_not_allowed');
});

test.each([
  ['no endpoint', { ...FENCE, endpoints: [] }],
  ['an invalid network', { ...FENCE, networks: ['192.0.2.0/24', '192.0.2'] }],
  ['too many networks', { ...FENCE, networks: Array(MAX_NETWORKS + 1).fill('192.0.2.0/24') }],
])('a fence with %s is rejected', (_case, fence) => {
  expect(() => parseFence(fence)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
});

describe('the suggested fence', () => {
  const used = {
    ...emptyObservation(),
    accepted: new Map([
      ['users.list', 2],
      ['cv.read', 40],
      ['unknown', 3],
    ]),
    rejected: new Map([['users.delete', 5]]),
    addresses: new Map([
      ['192.0.2.7', 30],
      ['192.0.2.9', 10],
      ['2001:db8::1', 5],
    ]),
  };
  const KNOWN = ['cv.read', 'users.delete', 'users.list'];

  test('allows the accepted endpoints and the observed networks, and signatures once', () => {
    const fence = suggestFence(used, KNOWN);
    expect(fence).toEqual({
      endpoints: ['cv.read', 'users.list'],
      networks: ['192.0.2.0/24', '2001:db8:0:0::/64'],
      singleUse: true,
    });
    expect(parseFence(fence)).toEqual(fence);
    expect(previewOf(fence, used)).toEqual({
      endpoints: [
        { endpoint: 'users.delete', count: 5 },
        { endpoint: 'unknown', count: 3 },
      ],
      addresses: [],
      otherAddresses: 0,
      repeatedWrites: 0,
      lateWrites: 0,
    });
  });

  test('restricts no networks if there are many or not all are known', () => {
    const many = Array.from({ length: 11 }, (_none, index) => [`192.0.${index}.1`, 1] as const);
    expect(suggestFence({ ...used, addresses: new Map(many) }, KNOWN).networks).toEqual([]);
    expect(suggestFence({ ...used, addresses: new Map(many.slice(1)) }, KNOWN).networks).toHaveLength(10);
    expect(suggestFence({ ...used, others: 1 }, KNOWN).networks).toEqual([]);
  });

  test('allows repeated signatures if the key repeated some, sent late ones, or was not observed at any address', () => {
    for (const seen of [{ repeated: 1 }, { late: 1 }, { addresses: new Map() }])
      expect(suggestFence({ ...used, ...seen }, KNOWN).singleUse).toBe(false);
    expect(suggestFence({ ...used, addresses: new Map([['192.0.2.7', 1]]) }, KNOWN).singleUse).toBe(true);
  });

  test('previews what a narrower fence would have rejected', () => {
    const fence = { endpoints: ['cv.read'], networks: ['192.0.2.7/32'], singleUse: true };
    expect(previewOf(fence, { ...used, others: 4, repeated: 2, late: 1 })).toMatchObject({
      endpoints: [{ endpoint: 'users.delete' }, { endpoint: 'unknown' }, { endpoint: 'users.list', count: 2 }],
      addresses: [
        { address: '192.0.2.9', count: 10 },
        { address: '2001:db8::1', count: 5 },
      ],
      otherAddresses: 4,
      repeatedWrites: 2,
      lateWrites: 1,
    });
  });
});
