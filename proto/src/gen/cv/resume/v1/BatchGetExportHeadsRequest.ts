// Original file: cv/resume/v1/resume.proto

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from '../../../cv/caller/v1/Caller.ts';
import type { Long } from '@grpc/proto-loader';

export interface _cv_resume_v1_BatchGetExportHeadsRequest_ItemInput {
  'caller'?: (_cv_caller_v1_CallerInput | null);
  'id'?: (number | string | Long);
}

export interface _cv_resume_v1_BatchGetExportHeadsRequest_Item {
  'caller': (_cv_caller_v1_Caller | null);
  'id': (number);
}

export interface BatchGetExportHeadsRequestInput {
  'items'?: (_cv_resume_v1_BatchGetExportHeadsRequest_ItemInput)[];
}

export interface BatchGetExportHeadsRequest {
  'items': (_cv_resume_v1_BatchGetExportHeadsRequest_Item)[];
}
