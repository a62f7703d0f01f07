// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface ReplaceCvRequestInput {
  'id'?: (number | string | Long);
  /**
   * CV data as JSON.
   */
  'content'?: (Buffer | Uint8Array | string);
  /**
   * 0 if the request has no If-Match.
   */
  'ifRevision'?: (number | string | Long);
  /**
   * Keeps the content before and after the change as versions of the CV with their pictures, if it differs.
   */
  'keepVersion'?: (boolean);
  /**
   * Replaces the version of the current content, for changes while an owner types. Ignored without keep_version.
   */
  'continueVersion'?: (boolean);
  /**
   * The sections that GetCvResumeSections returns, as JSON. Empty to keep them. Fields of imported entries that
   * documents do not show are kept.
   */
  'resumeSections'?: (Buffer | Uint8Array | string);
}

export interface ReplaceCvRequest {
  'id': (number);
  /**
   * CV data as JSON.
   */
  'content': (Buffer);
  /**
   * 0 if the request has no If-Match.
   */
  'ifRevision': (number);
  /**
   * Keeps the content before and after the change as versions of the CV with their pictures, if it differs.
   */
  'keepVersion': (boolean);
  /**
   * Replaces the version of the current content, for changes while an owner types. Ignored without keep_version.
   */
  'continueVersion': (boolean);
  /**
   * The sections that GetCvResumeSections returns, as JSON. Empty to keep them. Fields of imported entries that
   * documents do not show are kept.
   */
  'resumeSections': (Buffer);
}
