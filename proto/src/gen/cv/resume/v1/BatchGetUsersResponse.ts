// Original file: cv/resume/v1/resume.proto

import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from '../../../cv/caller/v1/ItemStatus.ts';
import type { DocumentInput as _cv_resume_v1_DocumentInput, Document as _cv_resume_v1_Document } from '../../../cv/resume/v1/Document.ts';

export interface _cv_resume_v1_BatchGetUsersResponse_ItemInput {
  'status'?: (_cv_caller_v1_ItemStatusInput | null);
  'document'?: (_cv_resume_v1_DocumentInput | null);
}

export interface _cv_resume_v1_BatchGetUsersResponse_Item {
  'status': (_cv_caller_v1_ItemStatus | null);
  'document': (_cv_resume_v1_Document | null);
}

export interface BatchGetUsersResponseInput {
  'items'?: (_cv_resume_v1_BatchGetUsersResponse_ItemInput)[];
}

export interface BatchGetUsersResponse {
  'items': (_cv_resume_v1_BatchGetUsersResponse_Item)[];
}
