import { status } from '@grpc/grpc-js';
import { type BatchAnswer, createBatchedRead } from '@vitae/kit/batch';
import type { Caller } from '@vitae/kit/caller';
import { type Calls, createGrpcClient } from '@vitae/kit/grpc-client';
import { contracts } from '@vitae/proto/contract';
import type { Document } from '@vitae/proto/gen/cv/resume/v1/Document';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';

export type UserKey = { id: string; byIdOrigin: boolean };

/** The resume service; what it refuses is thrown as a VitaeError. */
export type ResumeClient = {
  cv(id: number, caller: Caller): Promise<Document>;
  user(key: UserKey, caller: Caller): Promise<Document>;
  call: Calls<ResumeServiceDefinition>;
  ready(): Promise<void>;
  close(): void;
};

export function createResumeClient(address: string): ResumeClient {
  const { call, ready, close } = createGrpcClient({
    ...contracts.resume(),
    address,
    reads: [
      'BatchGetCvs',
      'BatchGetUsers',
      'GetExportSource',
      'ListUsers',
      'SearchUsers',
      'ListUserCvs',
      'ListCvs',
      'ListCvsByStatus',
      'ListTags',
      'GetTag',
      'ListTagUsers',
      'ListUserTags',
    ],
  });
  const cv = createBatchedRead<number, Document>(async (items, deadlineMs) => {
    const answer = await call.BatchGetCvs(
      { items: items.map(({ caller, key }) => ({ caller, id: key })) },
      { deadlineMs },
    );
    return answer.items.map(valueOfItem);
  });
  const user = createBatchedRead<UserKey, Document>(async (items, deadlineMs) => {
    const answer = await call.BatchGetUsers(
      { items: items.map(({ caller, key }) => ({ caller, user: key })) },
      { deadlineMs },
    );
    return answer.items.map(valueOfItem);
  });
  return { cv: (id, caller) => cv(id, caller), user: (key, caller) => user(key, caller), call, ready, close };
}

type DocumentItem = { status: BatchAnswer<Document>['status']; document: Document | null };

// An answer without a document is none, whatever its status says.
function valueOfItem({ status: itemStatus, document }: DocumentItem): BatchAnswer<Document> {
  if (document) return { status: itemStatus, value: document };
  const failed = itemStatus?.code
    ? itemStatus
    : { code: status.INTERNAL, reason: 'internal', message: 'Something went wrong on our side.' };
  return { status: failed, value: NO_DOCUMENT };
}

const NO_DOCUMENT: Document = { id: 0, revision: 0, json: Buffer.alloc(0), updated: 0 };
