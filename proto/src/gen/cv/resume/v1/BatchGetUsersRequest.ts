// Original file: cv/resume/v1/resume.proto

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from '../../../cv/caller/v1/Caller.ts';
import type { UserRefInput as _cv_resume_v1_UserRefInput, UserRef as _cv_resume_v1_UserRef } from '../../../cv/resume/v1/UserRef.ts';

export interface _cv_resume_v1_BatchGetUsersRequest_ItemInput {
  'caller'?: (_cv_caller_v1_CallerInput | null);
  'user'?: (_cv_resume_v1_UserRefInput | null);
}

export interface _cv_resume_v1_BatchGetUsersRequest_Item {
  'caller': (_cv_caller_v1_Caller | null);
  'user': (_cv_resume_v1_UserRef | null);
}

export interface BatchGetUsersRequestInput {
  'items'?: (_cv_resume_v1_BatchGetUsersRequest_ItemInput)[];
}

export interface BatchGetUsersRequest {
  'items': (_cv_resume_v1_BatchGetUsersRequest_Item)[];
}
