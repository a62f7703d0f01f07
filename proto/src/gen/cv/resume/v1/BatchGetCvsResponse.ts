// Original file: cv/resume/v1/resume.proto

import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from '../../../cv/caller/v1/ItemStatus.ts';
import type { DocumentInput as _cv_resume_v1_DocumentInput, Document as _cv_resume_v1_Document } from '../../../cv/resume/v1/Document.ts';

export interface _cv_resume_v1_BatchGetCvsResponse_ItemInput {
  'status'?: (_cv_caller_v1_ItemStatusInput | null);
  /**
   * Set if the status is OK.
   */
  'document'?: (_cv_resume_v1_DocumentInput | null);
}

export interface _cv_resume_v1_BatchGetCvsResponse_Item {
  'status': (_cv_caller_v1_ItemStatus | null);
  /**
   * Set if the status is OK.
   */
  'document': (_cv_resume_v1_Document | null);
}

export interface BatchGetCvsResponseInput {
  'items'?: (_cv_resume_v1_BatchGetCvsResponse_ItemInput)[];
}

export interface BatchGetCvsResponse {
  'items': (_cv_resume_v1_BatchGetCvsResponse_Item)[];
}
