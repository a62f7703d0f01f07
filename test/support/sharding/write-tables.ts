import { broadcastQueries, queryTargets, shardKeys, unshardedCollections } from './shard-keys.ts';

/** The tables of docs/sharding.md. */
export function shardingTables(): string {
  const keyOf = (key: object) =>
    Object.entries(key)
      .map(([field, kind]) => (kind === 'hashed' ? `${field} (hashed)` : field))
      .join(', ');
  const keys = Object.entries(shardKeys).map(([name, { key, reason }]) => [`\`${name}\``, keyOf(key), reason]);
  return [
    '## Shard keys',
    table(['Collection', 'Shard key', 'Reason'], keys),
    '## Unsharded collections',
    table(['Collection', 'Reason'], rowsOf(unshardedCollections)),
    '## Queries',
    'The operations on each sharded collection by the shards they need. `findAndModify` and `update` include upserts, which are always targeted, as are inserts. Tests reject other operations.',
    table(
      ['Collection', 'Targeted: one shard', 'Tenant: the shards of one company', 'Broadcast: all shards'],
      targetRows(),
    ),
    '## Broadcast queries',
    'Each row names the command, the collection and the filter fields.',
    table(['Query', 'Reason'], rowsOf(broadcastQueries)),
  ].join('\n\n');
}

function targetRows(): string[][] {
  const operationsOf = (operations: readonly string[] = []) => [...new Set(operations)].toSorted().join(', ') || '–';
  return Object.keys(shardKeys).map((name) => {
    const broadcasts = Object.keys(broadcastQueries)
      .map((query) => query.split(' '))
      .flatMap(([operation = '', collection]) => (collection === name ? [operation] : []));
    const { targeted, tenant } = queryTargets[name] ?? {};
    return [`\`${name}\``, operationsOf(targeted), operationsOf(tenant), operationsOf(broadcasts)];
  });
}

const rowsOf = (list: Record<string, string>) => Object.entries(list).map(([name, reason]) => [`\`${name}\``, reason]);

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
