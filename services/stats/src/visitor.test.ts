import { isCrawler, networkOf, visitorHash } from './visitor.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
const salt = Buffer.alloc(32, 1);

describe('crawler detection', () => {
  test.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
    ['LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36'],
    ['curl/8.11.0'],
    ['python-requests/2.32.3'],
    [''],
    ['   '],
  ])('excludes %j', (userAgent) => {
    expect(isCrawler(userAgent)).toBe(true);
  });

  test.each([
    [firefox],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ],
  ])('accepts %j', (userAgent) => {
    expect(isCrawler(userAgent)).toBe(false);
  });
});

describe('the network of an IP address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ])('of %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe('the hash of a visitor', () => {
  const hash = (ip: string, owner = '1/7', key = salt) => visitorHash(key, owner, ip).toString('hex');

  test('is the first 128 bits of an HMAC-SHA-256 of owner and network', () => {
    expect(hash('192.0.2.7')).toBe('c96b9e584d071f8b74f92e6aee60b0bb');
  });

  test('is the same within an IPv6 network and differs by owner and day', () => {
    expect(hash('2001:db8:1:2::1')).toBe(hash('2001:db8:1:2:aaaa::9'));
    const others = [
      hash('2001:db8:1:3::1'),
      hash('2001:db8:1:2::1', '1/8'),
      hash('2001:db8:1:2::1', '1/7', Buffer.alloc(32, 2)),
    ];
    expect(new Set([hash('2001:db8:1:2::1'), ...others]).size).toBe(4);
  });
});
