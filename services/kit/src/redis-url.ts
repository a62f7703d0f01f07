import { readFileSync } from 'node:fs';

type RedisHost = { host: string; port: number };

/** The Redis that a URL names: one server, a cluster, or a master that sentinels watch. */
export type RedisTarget = {
  kind: 'single' | 'cluster' | 'sentinel';
  /** The server, some nodes of the cluster, or the sentinels. */
  hosts: [RedisHost, ...RedisHost[]];
  /** The name of the master that the sentinels watch. */
  masterName?: string;
  db: number;
  username?: string;
  password?: string;
  /** How to sign in to the sentinels. */
  sentinel: { username?: string; password?: string };
  tls?: { ca?: string; cert?: string; key?: string };
};

const URL_PARTS =
  /^(?<scheme>rediss?)(?:\+(?<kind>cluster|sentinel))?:\/\/(?:(?<login>[^/?#]*)@)?(?<hosts>[^/?#@]+)(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?$/;
const HOST = /^(?:\[(?<ipv6>[\da-f:.]+)\]|(?<name>[\w.-]+))(?::(?<port>\d{1,5}))?$/i;
const TLS_FILES = { tlsCAFile: 'ca', tlsCertFile: 'cert', tlsKeyFile: 'key' } as const;
const SENTINEL_LOGIN = { sentinelUsername: 'username', sentinelPassword: 'password' } as const;

/**
 * Parses `redis[s][+cluster|+sentinel]://[user:password@]host[:port][,…][/master name][/database][?options]`. Reads the
 * files that the options name.
 * @throws {Error} with a message that says how to correct the URL. It does not contain the URL, which has a password.
 */
export function parseRedisUrl(url: string): RedisTarget {
  const { scheme, kind = 'single', login, hosts = '', path = '', query } = URL_PARTS.exec(url)?.groups ?? {};
  if (scheme === undefined) throw new Error('must be a Redis URL such as redis://host:6379');
  if (`${path}${query}`.includes('@'))
    throw new Error(
      'has a user name or password that must be percent-encoded: %2F for /, %3F for ?, %23 for #, %40 for @',
    );
  const target: RedisTarget = {
    kind: kind as RedisTarget['kind'],
    hosts: parseHosts(hosts, kind),
    ...parsePath(path, kind),
    ...parseLogin(login),
    sentinel: {},
    ...(scheme === 'rediss' ? { tls: {} } : {}),
  };
  readOptions(target, new URLSearchParams(query));
  return target;
}

/** Returns the URL without credentials and options, for messages. */
export function withoutPassword(url: string): string {
  const credentials = url.indexOf('//') + 2;
  const host = url.lastIndexOf('@');
  const shown = host < credentials ? url : `${url.slice(0, credentials)}…${url.slice(host)}`;
  return shown.split('?', 1).join();
}

function parseHosts(text: string, kind: string): RedisTarget['hosts'] {
  const defaultPort = kind === 'sentinel' ? 26_379 : 6_379;
  const [first, ...others] = text.split(',').map((item) => {
    const { ipv6, name, port } = HOST.exec(item)?.groups ?? {};
    const host = ipv6 ?? name;
    if (host === undefined || Number(port ?? 1) > 65_535) throw new Error(`'${item}' must be host or host:port`);
    return { host, port: Number(port ?? defaultPort) };
  });
  if (first === undefined) throw new Error('must name a host');
  if (kind === 'single' && others.length > 0)
    throw new Error('redis:// has one host: use redis+cluster:// for a cluster, or redis+sentinel:// for sentinels');
  return [first, ...others];
}

function parsePath(path: string, kind: string): Pick<RedisTarget, 'db' | 'masterName'> {
  const parts = path.split('/').map((part) => decode(part, 'path'));
  const masterName = kind === 'sentinel' ? parts.shift() : undefined;
  if (masterName === '')
    throw new Error(
      'redis+sentinel:// needs the name of the master: redis+sentinel://host1:26379,host2:26379/mymaster',
    );
  const [db = '', ...rest] = parts;
  if (!/^\d{0,4}$/.test(db) || rest.length > 0)
    throw new Error(`'${parts.join('/')}' must be the number of a database`);
  if (kind === 'cluster' && Number(db) > 0) throw new Error(`a cluster has only the database 0: remove /${db}`);
  return { db: Number(db), ...(masterName === undefined ? {} : { masterName }) };
}

function parseLogin(login: string | undefined): Pick<RedisTarget, 'username' | 'password'> {
  const [, username = '', password = ''] = /^([^:]*):?(.*)$/s.exec(login ?? '') ?? [];
  return {
    ...(username === '' ? {} : { username: decode(username, 'user name') }),
    ...(password === '' ? {} : { password: decode(password, 'password') }),
  };
}

function decode(text: string, what: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(`the ${what} must be percent-encoded: write %25 for %`);
  }
}

function readOptions({ kind, tls, sentinel }: RedisTarget, options: URLSearchParams): void {
  for (const [name, value] of options) {
    if (isOneOf(TLS_FILES, name)) {
      if (!tls) throw new Error(`${name} needs TLS: write rediss instead of redis`);
      tls[TLS_FILES[name]] = readTlsFile(name, value);
    } else if (isOneOf(SENTINEL_LOGIN, name)) {
      if (kind !== 'sentinel') throw new Error(`${name} needs redis+sentinel://`);
      sentinel[SENTINEL_LOGIN[name]] = value;
    } else {
      const known = Object.keys({ ...TLS_FILES, ...SENTINEL_LOGIN });
      throw new Error(`unknown option ${name}: use ${known.join(', ')}`);
    }
  }
  if ((tls?.cert === undefined) !== (tls?.key === undefined))
    throw new Error('tlsCertFile and tlsKeyFile belong together: set both');
}

function isOneOf<T extends object>(options: T, name: string): name is keyof T & string {
  return Object.hasOwn(options, name);
}

function readTlsFile(option: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${option} cannot be read (${(error as NodeJS.ErrnoException).code}): ${path}`);
  }
}
