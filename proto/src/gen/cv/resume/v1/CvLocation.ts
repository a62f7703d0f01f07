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
   * Where the site shows it: /p/{user_slug}/{cv_slug}, the main one at /p/{user_slug} too.
   */
  'userSlug'?: (string);
  'cvSlug'?: (string);
  'main'?: (boolean);
  /**
   * Of what the page says around the CV.
   */
  'culture'?: (string);
  /**
   * Of the password, as in CvPassword: who gave an older one is asked again. 0 when none is set,
   * and then nobody can open a protected CV.
   */
  'passwordVersion'?: (number | string | Long);
  /**
   * Of the private link; it changes when the CV is unpublished or protected.
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
   * Where the site shows it: /p/{user_slug}/{cv_slug}, the main one at /p/{user_slug} too.
   */
  'userSlug': (string);
  'cvSlug': (string);
  'main': (boolean);
  /**
   * Of what the page says around the CV.
   */
  'culture': (string);
  /**
   * Of the password, as in CvPassword: who gave an older one is asked again. 0 when none is set,
   * and then nobody can open a protected CV.
   */
  'passwordVersion': (number);
  /**
   * Of the private link; it changes when the CV is unpublished or protected.
   */
  'token': (string);
}
