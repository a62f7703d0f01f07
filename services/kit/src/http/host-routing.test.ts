import express, { type Request } from 'express';
import { z } from 'zod';
import { parseSettings } from '../settings.ts';
import { publicHttpSettings, trustProxies } from './host-routing.ts';

/** Returns the address that the application sees for a request of `peer`. */
function addressOf(peer: string, forwardedFor: string | undefined, trusted: readonly string[]): string | undefined {
  const app = express();
  trustProxies(app, trusted);
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  const request = Object.assign(Object.create(app.request), { headers, socket: { remoteAddress: peer } }) as Request;
  return request.ip;
}

describe('the address of a client', () => {
  test.each([
    ['10.0.0.5', '203.0.113.7', ['10.0.0.5'], '203.0.113.7'],
    ['::ffff:10.0.0.5', '203.0.113.7', ['10.0.0.0/24'], '203.0.113.7'],
    // The client sent the first address; the proxy added the second.
    ['10.0.0.5', '203.0.113.7, 10.0.0.9', ['10.0.0.0/24'], '10.0.0.9'],
    ['10.0.0.5', undefined, ['10.0.0.5'], '10.0.0.5'],
    ['10.0.0.9', '203.0.113.7', ['10.0.0.5'], '10.0.0.9'],
    ['127.0.0.1', '203.0.113.7', [], '127.0.0.1'],
  ])('behind %s with X-Forwarded-For %s, trusting %j, is %s', (peer, forwardedFor, trusted, expected) => {
    expect(addressOf(peer, forwardedFor, trusted)).toBe(expected);
  });
});

describe('TRUST_PROXY', () => {
  const parse = (value: string) => parseSettings(z.object(publicHttpSettings), { TRUST_PROXY: value }).TRUST_PROXY;

  test('accepts addresses and subnets', () => {
    const addresses = ['10.0.0.5', '10.1.0.0/24', 'fd00::/64', 'loopback'];
    expect(parse(addresses.join(', '))).toEqual(addresses);
  });

  test.each(['haproxy', '10.0.0', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.0/8/8', '10.0.0.0/', '1'])(
    'rejects %s',
    (value) => {
      expect(() => parse(value)).toThrow('TRUST_PROXY.0: must be IP addresses or subnets');
    },
  );
});
