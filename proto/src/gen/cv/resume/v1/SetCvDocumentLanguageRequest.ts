// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

export interface SetCvDocumentLanguageRequestInput {
  'id'?: (number | string | Long);
  /**
   * ISO 639-1, one of the languages of documents. Empty to detect it from the texts.
   */
  'language'?: (string);
}

export interface SetCvDocumentLanguageRequest {
  'id': (number);
  /**
   * ISO 639-1, one of the languages of documents. Empty to detect it from the texts.
   */
  'language': (string);
}
