import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';

/** The processes that use Redis. Each has a Redis user of the same name. */
export type RedisUser = 'gateway' | 'site' | 'export';

/**
 * Returns the users of the chart and Compose without passwords, for a Redis that only local programs reach. The default
 * user has all permissions, so that developers can inspect the data.
 */
export function localRedisUsers(): string {
  return readFileSync(join(projectRoot, 'deploy/helm/vitae/redis-users.acl'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/<\w+>/g, 'nopass')
    .replace('user default off', 'user default on nopass ~* &* +@all');
}

/** Returns the address for one of the users of `localRedisUsers`. Any password is accepted. */
export function withRedisUser(redisUrl: string, user: RedisUser): string {
  return redisUrl.replace(/:\/\/([^/@]*@)?/, `://${user}:local@`);
}
