import { parseRedisUrl, withoutPassword } from './redis-url.ts';

const host = (name: string, port: number) => ({ host: name, port });

test.each([
  ['redis://redis', { kind: 'single', hosts: [host('redis', 6379)], db: 0, sentinel: {} }],
  ['redis://:se%40cret@[::1]:7000/2', { kind: 'single', hosts: [host('::1', 7000)], db: 2, password: 'se@cret' }],
  ['rediss://site:a:b@redis.example.com', { username: 'site', password: 'a:b', tls: {} }],
  ['redis+cluster://u:p@a:1,b:2,c', { kind: 'cluster', hosts: [host('a', 1), host('b', 2), host('c', 6379)] }],
  [
    'redis+sentinel://a,b:2/main/1',
    { kind: 'sentinel', hosts: [host('a', 26379), host('b', 2)], masterName: 'main', db: 1 },
  ],
  [
    'rediss+sentinel://a/m?sentinelUsername=u&sentinelPassword=p%26',
    { sentinel: { username: 'u', password: 'p&' }, tls: {} },
  ],
])('reads %s', (url, target) => expect(parseRedisUrl(url)).toMatchObject(target));

test.each([
  ['http://a', /^must be a Redis URL/],
  ['redis://', /^must be a Redis URL/],
  ['redis+ring://a', /^must be a Redis URL/],
  ['redis://a,b', /use redis\+cluster:\/\/ for a cluster, or redis\+sentinel:\/\/ for sentinels/],
  ['redis+cluster://a,,b', /'' must be host or host:port/],
  ['redis://a:70000', /'a:70000' must be host or host:port/],
  ['redis://a/x', /'x' must be the number of a database/],
  ['redis+cluster://a/1', /only the database 0: remove \/1/],
  ['redis+sentinel://a,b', /needs the name of the master: redis\+sentinel:\/\/host1:26379,host2:26379\/mymaster/],
  ['redis://u:p/x@a:1', /must be percent-encoded: %2F for \//],
  ['redis://:100%@a', /password must be percent-encoded/],
  ['redis://a?tlsCAFile=/ca.pem', /tlsCAFile needs TLS: write rediss/],
  ['rediss://a?tlsCAFile=/none/ca.pem', /tlsCAFile cannot be read \(ENOENT\): \/none\/ca.pem/],
  ['rediss://a?tlsKeyFile=/dev/null', /tlsCertFile and tlsKeyFile belong together/],
  ['redis://a?sentinelPassword=x', /sentinelPassword needs redis\+sentinel/],
  ['redis://a?tls=on', /unknown option tls: use tlsCAFile/],
])('rejects %s and says how to correct it', (url, message) => expect(() => parseRedisUrl(url)).toThrow(message));

test('shows a URL without credentials', () => {
  expect(withoutPassword('redis+sentinel://u:p/x@a:1/m?sentinelPassword=s')).not.toMatch(/u:|sentinelPassword/);
  expect(withoutPassword('redis+cluster://u:p@a:1,b:2')).toBe('redis+cluster://…@a:1,b:2');
});
