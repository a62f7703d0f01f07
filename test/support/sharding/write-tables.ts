import { broadcastQueries, shardKeys, unshardedCollections } from './shard-keys.ts';

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
    '## Broadcast queries',
    'Each row names the command, the collection and the filter fields. All other queries on sharded collections are targeted.',
    table(['Query', 'Reason'], rowsOf(broadcastQueries)),
  ].join('\n\n');
}

const rowsOf = (list: Record<string, string>) => Object.entries(list).map(([name, reason]) => [`\`${name}\``, reason]);

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
