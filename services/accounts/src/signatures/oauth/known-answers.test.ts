import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bytesOf, encodeRfc3986 } from '../percent-encoding.ts';
import { baseString, baseStringUri, normalizeParameters } from './base-string.ts';
import { collectParameters, type Parameter, type SignedRequest } from './collect-parameters.ts';
import * as hmacSha1 from './hmac-sha1.ts';
import * as rsaSha1 from './rsa-sha1.ts';

type Vector = {
  source: string;
  method: string;
  url: string;
  parameters: Record<string, string>;
  consumerSecret: string;
  tokenSecret: string;
  signature: string;
};
const vectors = JSON.parse(readFileSync(new URL('../../../../../docs/vectors.json', import.meta.url), 'utf8')) as {
  'oauth1-hmac-sha1': Vector[];
};

function listOf(parameters: Record<string, string>): Parameter[] {
  return Object.entries(parameters).map(([name, value]) => ({ name: bytesOf(name), value: bytesOf(value) }));
}

function requestOf(request: Partial<SignedRequest> & Pick<SignedRequest, 'target'>): SignedRequest {
  return {
    method: 'GET',
    publicUrl: 'http://example.com',
    authorization: undefined,
    contentType: undefined,
    body: Buffer.alloc(0),
    ...request,
  };
}

describe('known answers of the specification', () => {
  test.each(vectors['oauth1-hmac-sha1'])(
    '$source',
    ({ method, url, parameters, consumerSecret, tokenSecret, signature }) => {
      const { origin, pathname } = new URL(url);
      const signed = baseString(method, baseStringUri(origin, pathname), listOf(parameters));
      expect(hmacSha1.sign(signed, { consumerSecret, tokenSecret })).toBe(signature);
      expect(hmacSha1.verify(signed, signature, { consumerSecret, tokenSecret })).toBe(true);
    },
  );
});

describe('RFC 5849 section 1.2', () => {
  const body = Buffer.alloc(0);
  const secrets = { consumerSecret: 'kd94hf93k423kf44', tokenSecret: '' };

  test('the temporary credentials request', () => {
    const authorization =
      'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131200", oauth_nonce="wIjqoS", oauth_callback="http%3A%2F%2Fprinter.example.com%2Fready", oauth_signature="74KNZJeDHnMBp0EMJ9ZHt%2FXKycU%3D"';
    const parameters = collectParameters(requestOf({ target: '/initiate', authorization, body }));
    const signed = baseString('POST', baseStringUri('https://photos.example.net', '/initiate'), parameters);
    expect(hmacSha1.verify(signed, '74KNZJeDHnMBp0EMJ9ZHt/XKycU=', secrets)).toBe(true);
  });

  test('the token request', () => {
    const authorization =
      'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="hh5s93j4hdidpola", oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="walatlh", oauth_verifier="hfdp7dh39dks9884", oauth_signature="gKgrFCywp7rO0OXSjdot%2FIHF7IU%3D"';
    const parameters = collectParameters(requestOf({ target: '/token', authorization, body }));
    const signed = baseString('POST', baseStringUri('https://photos.example.net', '/token'), parameters);
    expect(hmacSha1.sign(signed, { ...secrets, tokenSecret: 'hdhd0244k9j7ao03' })).toBe('gKgrFCywp7rO0OXSjdot/IHF7IU=');
  });

  test('the protected resource', () => {
    const authorization =
      'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="nnch734d00sl2jdk", oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131202", oauth_nonce="chapoH", oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"';
    const target = '/photos?file=vacation.jpg&size=original';
    const parameters = collectParameters(requestOf({ target, authorization, body }));
    const signed = baseString('GET', baseStringUri('http://photos.example.net', target), parameters);
    expect(hmacSha1.sign(signed, { ...secrets, tokenSecret: 'pfkkdhi9sl3r4s00' })).toBe('MdpQcU8iPSUjWoN/UDMsK2sui9I=');
  });
});

describe('RFC 5849 section 3.4.1', () => {
  const request = requestOf({
    method: 'POST',
    target: '/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b',
    authorization:
      'OAuth realm="Example",\n oauth_consumer_key="9djdj82h48djs9d2",\n oauth_token="kkk9d7dh3k39sjv7",\n oauth_signature_method="HMAC-SHA1",\n oauth_timestamp="137131201",\n oauth_nonce="7d8f3e4a",\n oauth_signature="bYT5CMsGcbgUdFHObYMEfcx6bsw%3D"',
    contentType: 'application/x-www-form-urlencoded',
    body: Buffer.from('c2&a3=2+q'),
  });

  test('the base string of 3.4.1.1', () => {
    expect(
      baseString(request.method, baseStringUri(request.publicUrl, request.target), collectParameters(request)),
    ).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    );
  });

  test('the normalized parameters of 3.4.1.3.2', () => {
    expect(normalizeParameters(collectParameters(request))).toBe(
      'a2=r%20b&a3=2%20q&a3=a&b5=%3D%253D&c%40=&c2=&oauth_consumer_key=9djdj82h48djs9d2&oauth_nonce=7d8f3e4a&oauth_signature_method=HMAC-SHA1&oauth_timestamp=137131201&oauth_token=kkk9d7dh3k39sjv7',
    );
  });

  test('the base string addresses of 3.4.1.2', () => {
    expect(baseStringUri('http://EXAMPLE.COM:80', '/r%20v/X?id=123')).toBe('http://example.com/r%20v/X');
    expect(baseStringUri('https://www.example.net:8080', '/?q=1')).toBe('https://www.example.net:8080/');
  });
});

// The test cases of the OAuth wiki (wiki.oauth.net/TestCases).
describe('the test cases of the OAuth wiki', () => {
  test.each([
    ['abcABC123', 'abcABC123'],
    ['-._~', '-._~'],
    ['%', '%25'],
    ['+', '%2B'],
    ['&=*', '%26%3D%2A'],
    ['\u000a', '%0A'],
    ['\u0020', '%20'],
    ['\u007f', '%7F'],
    ['\u0080', '%C2%80'],
    ['\u3001', '%E3%80%81'],
  ])('%j is encoded as %s', (text, encoded) => {
    expect(encodeRfc3986(bytesOf(text))).toBe(encoded);
  });

  test.each([
    ['name', 'name='],
    ['a=b', 'a=b'],
    ['a=b&c=d', 'a=b&c=d'],
    ['a=x%20y&a=x%21y', 'a=x%20y&a=x%21y'],
    ['x=a&x!y=a', 'x=a&x%21y=a'],
    ['a=x%21y&a=x%20y', 'a=x%20y&a=x%21y'],
  ])('%s is normalized to %s', (query, normalized) => {
    expect(normalizeParameters(collectParameters(requestOf({ target: `/?${query}` })))).toBe(normalized);
  });

  test('a path without a slash, a port of its own, and the parameters of the photo', () => {
    expect(baseString('GET', baseStringUri('http://example.com', ''), listOf({ n: 'v' }))).toBe(
      'GET&http%3A%2F%2Fexample.com%2F&n%3Dv',
    );
    const initiate = {
      oauth_version: '1.0',
      oauth_consumer_key: 'dpf43f3p2l4k3l03',
      oauth_timestamp: '1191242090',
      oauth_nonce: 'hsu94j3884jdopsl',
      oauth_signature_method: 'PLAINTEXT',
      oauth_signature: 'ignored',
    };
    expect(baseString('POST', baseStringUri('https://photos.example.net', '/request_token'), listOf(initiate))).toBe(
      'POST&https%3A%2F%2Fphotos.example.net%2Frequest_token&oauth_consumer_key%3Ddpf43f3p2l4k3l03%26oauth_nonce%3Dhsu94j3884jdopsl%26oauth_signature_method%3DPLAINTEXT%26oauth_timestamp%3D1191242090%26oauth_version%3D1.0',
    );
  });

  test.each([
    ['cs', '', 'egQqG5AJep5sJ7anhXju1unge2I='],
    ['cs', 'ts', 'VZVjXceV7JgPq/dOTnNmEfO0Fv8='],
  ])('HMAC-SHA1 of bs with %s and %j', (consumerSecret, tokenSecret, signature) => {
    expect(hmacSha1.sign('bs', { consumerSecret, tokenSecret })).toBe(signature);
  });

  test('HMAC-SHA1 of the photo', () => {
    const signed =
      'GET&http%3A%2F%2Fphotos.example.net%2Fphotos&file%3Dvacation.jpg%26oauth_consumer_key%3Ddpf43f3p2l4k3l03%26oauth_nonce%3Dkllo9940pd9333jh%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1191242096%26oauth_token%3Dnnch734d00sl2jdk%26oauth_version%3D1.0%26size%3Doriginal';
    expect(hmacSha1.sign(signed, { consumerSecret: 'kd94hf93k423kf44', tokenSecret: 'pfkkdhi9sl3r4s00' })).toBe(
      'tR3+Ty81lMeYAr/Fid0kMTYa/WM=',
    );
  });

  test('RSA-SHA1 of the photo', () => {
    const signed =
      'GET&http%3A%2F%2Fphotos.example.net%2Fphotos&file%3Dvacaction.jpg%26oauth_consumer_key%3Ddpf43f3p2l4k3l03%26oauth_nonce%3D13917289812797014437%26oauth_signature_method%3DRSA-SHA1%26oauth_timestamp%3D1196666512%26oauth_version%3D1.0%26size%3Doriginal';
    const signature =
      'jvTp/wX1TYtByB1m+Pbyo0lnCOLIsyGCH7wke8AUs3BpnwZJtAuEJkvQL2/9n4s5wUmUl4aCI4BwpraNx4RtEXMe5qg5T1LVTGliMRpKasKsW//e+RinhejgCuzoH26dyF8iY2ZZ/5D1ilgeijhV/vBka5twt399mXwaYdCwFYE=';
    expect(rsaSha1.sign(signed, createPrivateKey(WIKI_PRIVATE_KEY))).toBe(signature);
    const publicKey = createPublicKey(WIKI_PRIVATE_KEY);
    expect(rsaSha1.verify(signed, signature, publicKey)).toBe(true);
    expect(rsaSha1.verify(`${signed} `, signature, publicKey)).toBe(false);
    for (const other of [signature.slice(0, -1), `${signature}\n`, signature.replaceAll('/', '_'), ''])
      expect(rsaSha1.verify(signed, other, publicKey)).toBe(false);
  });
});

// The 1,024-bit key of the wiki. Registration rejects keys of this size.
const WIKI_PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBALRiMLAh9iimur8V
A7qVvdqxevEuUkW4K+2KdMXmnQbG9Aa7k7eBjK1S+0LYmVjPKlJGNXHDGuy5Fw/d
7rjVJ0BLB+ubPK8iA/Tw3hLQgXMRRGRXXCn8ikfuQfjUS1uZSatdLB81mydBETlJ
hI6GH4twrbDJCR2Bwy/XWXgqgGRzAgMBAAECgYBYWVtleUzavkbrPjy0T5FMou8H
X9u2AC2ry8vD/l7cqedtwMPp9k7TubgNFo+NGvKsl2ynyprOZR1xjQ7WgrgVB+mm
uScOM/5HVceFuGRDhYTCObE+y1kxRloNYXnx3ei1zbeYLPCHdhxRYW7T0qcynNmw
rn05/KO2RLjgQNalsQJBANeA3Q4Nugqy4QBUCEC09SqylT2K9FrrItqL2QKc9v0Z
zO2uwllCbg0dwpVuYPYXYvikNHHg+aCWF+VXsb9rpPsCQQDWR9TT4ORdzoj+Nccn
qkMsDmzt0EfNaAOwHOmVJ2RVBspPcxt5iN4HI7HNeG6U5YsFBb+/GZbgfBT3kpNG
WPTpAkBI+gFhjfJvRw38n3g/+UeAkwMI2TJQS4n8+hid0uus3/zOjDySH3XHCUno
cn1xOJAyZODBo47E+67R4jV1/gzbAkEAklJaspRPXP877NssM5nAZMU0/O/NGCZ+
3jPgDUno6WbJn5cqm8MqWhW1xGkImgRk+fkDBquiq4gPiT898jusgQJAd5Zrr6Q8
AO/0isr/3aa6O6NLQxISLKcPDk2NOccAfS/xOtfOz4sJYM3+Bs4Io9+dZGSDCA54
Lw03eHTNQghS0A==
-----END PRIVATE KEY-----`;
