import type { MetadataChange } from '@vitae/proto/metadata-request';
import { compilePatterns } from './pattern.ts';

/** The changes of a request to each of its users. */
export type ChangeSet = {
  /** In the order in which the request first names the users. */
  userIds: number[];
  /** Computes the sorted new keys of a user from the current ones. */
  apply(userId: number, current: readonly string[]): string[];
};

type CompiledChange = { reset: boolean; isUnassigned: (key: string) => boolean; assign: readonly string[] };

/** Compiles changes. All changes of a user are combined: first all resets, then unassign, then assign. */
export function createChangeSet(changes: readonly MetadataChange[]): ChangeSet {
  const changesByUser = new Map<number, CompiledChange[]>();
  for (const { userIds, reset, unassign, assign } of changes) {
    const change = { reset, isUnassigned: compilePatterns(unassign), assign };
    for (const userId of new Set(userIds)) changesByUser.set(userId, [...(changesByUser.get(userId) ?? []), change]);
  }
  return {
    userIds: [...changesByUser.keys()],
    apply: (userId, current) => {
      const own = changesByUser.get(userId) ?? [];
      const afterReset = own.some(({ reset }) => reset) ? [] : current;
      const afterUnassign = afterReset.filter((key) => !own.some(({ isUnassigned }) => isUnassigned(key)));
      return [...new Set([...afterUnassign, ...own.flatMap(({ assign }) => assign)])].sort();
    },
  };
}
