import { createBatchedRead } from '@vitae/kit/batched-read';
import type { Caller } from '@vitae/kit/caller';
import { type Calls, createGrpcClient } from '@vitae/kit/grpc-client';
import type { ServiceIdentity } from '@vitae/kit/service-identity';
import { contracts } from '../contract.ts';
import type { Comment } from '../gen/cv/comments/v1/Comment.ts';
import type { CommentsServiceDefinition } from '../gen/cv/comments/v1/CommentsService.ts';
import { toBatchResult } from './batch-result.ts';

export type AuthorRef = { kind: string; id: number };

/** Client of the comments service. All methods reject with a VitaeError. */
export type CommentsClient = {
  /** Returns the latest comment on a user, optionally by one author. */
  latest(userId: number, caller: Caller, author?: AuthorRef): Promise<Comment>;
  call: Calls<CommentsServiceDefinition>;
  ready(): Promise<void>;
  close(): void;
};

export function createCommentsClient(address: string, identity: ServiceIdentity): CommentsClient {
  const { call, ready, close } = createGrpcClient({
    ...contracts.comments(),
    address,
    identity,
    reads: ['BatchGetComments', 'BatchGetUserComments', 'ListComments'],
  });
  const latest = createBatchedRead<{ userId: number; authorKind: string; authorId: number }, Comment>(
    async (items, deadlineMs) => {
      const { items: results } = await call.BatchGetUserComments(
        { items: items.map(({ caller, key }) => ({ caller, ...key })) },
        { deadlineMs },
      );
      return results.map((item) => toBatchResult(item.status, item.comment));
    },
  );
  return {
    latest: (userId, caller, author) =>
      latest({ userId, authorKind: author?.kind ?? '', authorId: author?.id ?? 0 }, caller),
    call,
    ready,
    close,
  };
}
