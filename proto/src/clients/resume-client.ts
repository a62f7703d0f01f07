import { createBatchedRead } from '@vitae/kit/batched-read';
import type { Caller } from '@vitae/kit/caller';
import { type Calls, createGrpcClient } from '@vitae/kit/grpc-client';
import type { ServiceIdentity } from '@vitae/kit/service-identity';
import { contracts } from '../contract.ts';
import type { Document } from '../gen/cv/resume/v1/Document.ts';
import type { ExportHead } from '../gen/cv/resume/v1/ExportHead.ts';
import type { ResumeServiceDefinition } from '../gen/cv/resume/v1/ResumeService.ts';
import { createApplicationLinkKey } from './application-link-key.ts';
import { toBatchResult } from './batch-result.ts';
import { createCvCache } from './cv-cache.ts';

export type UserRef = { id: string; byIdOrigin: boolean };

/** Client of the resume service. All methods reject with a VitaeError. */
export type ResumeClient = {
  cv(id: number, caller: Caller): Promise<Document>;
  user(user: UserRef, caller: Caller): Promise<Document>;
  /** Returns the properties that determine the content addresses of a CV's exports. */
  exportHead(cvId: number, caller: Caller): Promise<ExportHead>;
  /** Returns the key of the links of applications, or undefined if the service does not support these links. */
  applicationLinkKey(): Promise<Uint8Array | undefined>;
  call: Calls<ResumeServiceDefinition>;
  ready(): Promise<void>;
  close(): void;
};

/** Methods that change nothing and may be retried. */
const READS = [
  'BatchGetCvs',
  'BatchGetUsers',
  'BatchGetExportHeads',
  'GetExportSource',
  'ResolveCv',
  'GetApplicationLinkKey',
  'GetCvSharing',
  'GetCvPicture',
  'GetPortfolioPicture',
  'GetPublicPicture',
  'GetCvPassword',
  'ListUsers',
  'SearchUsers',
  'ListUserCvs',
  'ListDeletedCvs',
  'GetDeletedCv',
  'GetDeletedCvAppearance',
  'GetDeletedCvResume',
  'GetDeletedCvPicture',
  'ListCvVersions',
  'GetCvVersionPicture',
  'CountFormerPictures',
  'GetCvVersion',
  'ListCvs',
  'ListCvsByStatus',
  'ListTags',
  'GetTag',
  'ListTagUsers',
  'ListUserTags',
] as const;

export function createResumeClient(address: string, identity: ServiceIdentity): ResumeClient {
  const { call, ready, close } = createGrpcClient({
    ...contracts.resume(),
    address,
    identity,
    reads: READS,
  });
  const cache = createCvCache();
  const cv = createBatchedRead<number, Document>(async (items, deadlineMs) => {
    const cached = items.map(({ key }) => cache.find(key));
    const response = await call.BatchGetCvs(
      {
        items: items.map(({ caller, key }, index) => ({
          caller,
          id: key,
          knownVersion: cached[index]?.version ?? '',
        })),
      },
      { deadlineMs },
    );
    return response.items.map(({ status, document }, index) =>
      toBatchResult(status, document && cache.resolve(document, cached[index])),
    );
  });
  const user = createBatchedRead<UserRef, Document>(async (items, deadlineMs) => {
    const response = await call.BatchGetUsers(
      { items: items.map(({ caller, key }) => ({ caller, user: key })) },
      { deadlineMs },
    );
    return response.items.map((item) => toBatchResult(item.status, item.document));
  });
  const exportHead = createBatchedRead<number, ExportHead>(async (items, deadlineMs) => {
    const response = await call.BatchGetExportHeads(
      { items: items.map(({ caller, key }) => ({ caller, id: key })) },
      { deadlineMs },
    );
    return response.items.map(({ status, head }) => toBatchResult(status, head));
  });
  return {
    cv: (id, caller) => cv(id, caller),
    user: (key, caller) => user(key, caller),
    exportHead: (cvId, caller) => exportHead(cvId, caller),
    applicationLinkKey: createApplicationLinkKey(async () => (await call.GetApplicationLinkKey({})).key),
    call,
    ready,
    close,
  };
}
