import { createBatchedRead } from '@vitae/kit/batch';
import type { Caller } from '@vitae/kit/caller';
import { type Calls, createGrpcClient } from '@vitae/kit/grpc-client';
import { contracts } from '@vitae/proto/contract';
import type { Comment } from '@vitae/proto/gen/cv/comments/v1/Comment';
import type { CommentsServiceDefinition } from '@vitae/proto/gen/cv/comments/v1/CommentsService';
import { itemValue } from './batch-item.ts';

/** The comments service; what it refuses is thrown as a VitaeError. */
export type CommentsClient = {
  /** The latest comment on a user. */
  latest(userId: number, caller: Caller): Promise<Comment>;
  call: Calls<CommentsServiceDefinition>;
  ready(): Promise<void>;
  close(): void;
};

export function createCommentsClient(address: string): CommentsClient {
  const { call, ready, close } = createGrpcClient({
    ...contracts.comments(),
    address,
    reads: ['BatchGetComments', 'BatchGetUserComments', 'ListComments'],
  });
  const latest = createBatchedRead<number, Comment>(async (items, deadlineMs) => {
    const answer = await call.BatchGetUserComments(
      { items: items.map(({ caller, key }) => ({ caller, userId: key })) },
      { deadlineMs },
    );
    return answer.items.map((item) => itemValue(item.status, item.comment));
  });
  return { latest: (userId, caller) => latest(userId, caller), call, ready, close };
}
