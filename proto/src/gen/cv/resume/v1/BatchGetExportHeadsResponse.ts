// Original file: cv/resume/v1/resume.proto

import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from '../../../cv/caller/v1/ItemStatus.ts';
import type { ExportHeadInput as _cv_resume_v1_ExportHeadInput, ExportHead as _cv_resume_v1_ExportHead } from '../../../cv/resume/v1/ExportHead.ts';

export interface _cv_resume_v1_BatchGetExportHeadsResponse_ItemInput {
  'status'?: (_cv_caller_v1_ItemStatusInput | null);
  'head'?: (_cv_resume_v1_ExportHeadInput | null);
}

export interface _cv_resume_v1_BatchGetExportHeadsResponse_Item {
  'status': (_cv_caller_v1_ItemStatus | null);
  'head': (_cv_resume_v1_ExportHead | null);
}

export interface BatchGetExportHeadsResponseInput {
  'items'?: (_cv_resume_v1_BatchGetExportHeadsResponse_ItemInput)[];
}

export interface BatchGetExportHeadsResponse {
  'items': (_cv_resume_v1_BatchGetExportHeadsResponse_Item)[];
}
