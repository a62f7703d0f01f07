// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface _cv_resume_v1_ListDeletedUsersResponse_ItemInput {
  'companyId'?: (number | string | Long);
  'id'?: (number | string | Long);
  'deletedAt'?: (number | string | Long);
  'cvIds'?: (number | string | Long)[];
}

export interface _cv_resume_v1_ListDeletedUsersResponse_Item {
  'companyId': (number);
  'id': (number);
  'deletedAt': (number);
  'cvIds': (number)[];
}

export interface ListDeletedUsersResponseInput {
  'users'?: (_cv_resume_v1_ListDeletedUsersResponse_ItemInput)[];
}

export interface ListDeletedUsersResponse {
  'users': (_cv_resume_v1_ListDeletedUsersResponse_Item)[];
}
