// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface _cv_resume_v1_ListCvVersionsResponse_ItemInput {
  /**
   * The revision of the CV that first had this content.
   */
  'revision'?: (number | string | Long);
  /**
   * When the CV got this content, in Unix milliseconds.
   */
  'at'?: (number | string | Long);
  'title'?: (string);
  /**
   * Whether it is the current content.
   */
  'current'?: (boolean);
}

export interface _cv_resume_v1_ListCvVersionsResponse_Item {
  /**
   * The revision of the CV that first had this content.
   */
  'revision': (number);
  /**
   * When the CV got this content, in Unix milliseconds.
   */
  'at': (number);
  'title': (string);
  /**
   * Whether it is the current content.
   */
  'current': (boolean);
}

export interface ListCvVersionsResponseInput {
  'versions'?: (_cv_resume_v1_ListCvVersionsResponse_ItemInput)[];
  /**
   * The names of the pictures that only earlier versions have.
   */
  'pictures'?: (string)[];
}

export interface ListCvVersionsResponse {
  'versions': (_cv_resume_v1_ListCvVersionsResponse_Item)[];
  /**
   * The names of the pictures that only earlier versions have.
   */
  'pictures': (string)[];
}
