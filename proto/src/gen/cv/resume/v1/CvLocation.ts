// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface CvLocationInput {
  'id'?: (number | string | Long);
  'companyId'?: (number | string | Long);
  'userId'?: (number | string | Long);
  'revision'?: (number | string | Long);
  'published'?: (boolean);
  'indexed'?: (boolean);
  'protected'?: (boolean);
  'anonymized'?: (boolean);
  /**
   * The page of the CV is /p/{user_slug}/{cv_slug}, and also /p/{user_slug} for the main CV.
   */
  'userSlug'?: (string);
  'cvSlug'?: (string);
  'main'?: (boolean);
  /**
   * The culture of the page.
   */
  'culture'?: (string);
  /**
   * The version of the password (see CvPassword). Visitors with an older version must enter the
   * new password. If 0, no password is set and a protected CV cannot be opened.
   */
  'passwordVersion'?: (number | string | Long);
  /**
   * The token of the private link by which the CV was found. For a public address, that of the permanent link, which
   * changes when the CV is unpublished or protected.
   */
  'token'?: (string);
}

export interface CvLocation {
  'id': (number);
  'companyId': (number);
  'userId': (number);
  'revision': (number);
  'published': (boolean);
  'indexed': (boolean);
  'protected': (boolean);
  'anonymized': (boolean);
  /**
   * The page of the CV is /p/{user_slug}/{cv_slug}, and also /p/{user_slug} for the main CV.
   */
  'userSlug': (string);
  'cvSlug': (string);
  'main': (boolean);
  /**
   * The culture of the page.
   */
  'culture': (string);
  /**
   * The version of the password (see CvPassword). Visitors with an older version must enter the
   * new password. If 0, no password is set and a protected CV cannot be opened.
   */
  'passwordVersion': (number);
  /**
   * The token of the private link by which the CV was found. For a public address, that of the permanent link, which
   * changes when the CV is unpublished or protected.
   */
  'token': (string);
}
