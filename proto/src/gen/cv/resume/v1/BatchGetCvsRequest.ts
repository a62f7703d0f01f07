// Original file: cv/resume/v1/resume.proto

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from '../../../cv/caller/v1/Caller.ts';
import type { Long } from '@grpc/proto-loader';

export interface _cv_resume_v1_BatchGetCvsRequest_ItemInput {
  'caller'?: (_cv_caller_v1_CallerInput | null);
  'id'?: (number | string | Long);
  /**
   * The version that the client has cached. If it is current, json is empty.
   */
  'knownVersion'?: (string);
}

export interface _cv_resume_v1_BatchGetCvsRequest_Item {
  'caller': (_cv_caller_v1_Caller | null);
  'id': (number);
  /**
   * The version that the client has cached. If it is current, json is empty.
   */
  'knownVersion': (string);
}

export interface BatchGetCvsRequestInput {
  'items'?: (_cv_resume_v1_BatchGetCvsRequest_ItemInput)[];
}

export interface BatchGetCvsRequest {
  'items': (_cv_resume_v1_BatchGetCvsRequest_Item)[];
}
