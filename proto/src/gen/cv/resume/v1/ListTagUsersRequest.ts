// Original file: cv/resume/v1/resume.proto

import type { PageRequestInput as _cv_resume_v1_PageRequestInput, PageRequest as _cv_resume_v1_PageRequest } from '../../../cv/resume/v1/PageRequest.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListTagUsersRequestInput {
  'id'?: (number | string | Long);
  'page'?: (_cv_resume_v1_PageRequestInput | null);
}

export interface ListTagUsersRequest {
  'id': (number);
  'page': (_cv_resume_v1_PageRequest | null);
}
