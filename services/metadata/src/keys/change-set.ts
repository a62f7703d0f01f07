import type { MetadataChange } from '@vitae/proto/metadata-request';
import { compilePatterns } from './pattern.ts';

/** What one request does to each of its users. */
export type ChangeSet = {
  /** In the order in which the request first names them. */
  userIds: number[];
  /** What the user holds afterwards, sorted, of what was held before. */
  apply(userId: number, held: readonly string[]): string[];
};

type Compiled = { reset: boolean; unassigned: (key: string) => boolean; assign: readonly string[] };

/** Reset, then unassign, then assign: for a user whom several changes name, over all of them. */
export function createChangeSet(changes: readonly MetadataChange[]): ChangeSet {
  const ofUser = new Map<number, Compiled[]>();
  for (const { userIds, reset, unassign, assign } of changes) {
    const compiled = { reset, unassigned: compilePatterns(unassign), assign };
    for (const userId of new Set(userIds)) ofUser.set(userId, [...(ofUser.get(userId) ?? []), compiled]);
  }
  return {
    userIds: [...ofUser.keys()],
    apply: (userId, held) => {
      const own = ofUser.get(userId) ?? [];
      const afterReset = own.some((change) => change.reset) ? [] : held;
      const afterUnassign = afterReset.filter((key) => !own.some((change) => change.unassigned(key)));
      return [...new Set([...afterUnassign, ...own.flatMap((change) => change.assign)])].sort();
    },
  };
}
