// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface _cv_resume_v1_ListDeletedCvsResponse_ItemInput {
  'id'?: (number | string | Long);
  'title'?: (string);
  /**
   * Unix milliseconds.
   */
  'deletedAt'?: (number | string | Long);
}

export interface _cv_resume_v1_ListDeletedCvsResponse_Item {
  'id': (number);
  'title': (string);
  /**
   * Unix milliseconds.
   */
  'deletedAt': (number);
}

export interface ListDeletedCvsResponseInput {
  'cvs'?: (_cv_resume_v1_ListDeletedCvsResponse_ItemInput)[];
  /**
   * An opaque cursor for the next page; empty on the last page.
   */
  'next'?: (string);
}

export interface ListDeletedCvsResponse {
  'cvs': (_cv_resume_v1_ListDeletedCvsResponse_Item)[];
  /**
   * An opaque cursor for the next page; empty on the last page.
   */
  'next': (string);
}
