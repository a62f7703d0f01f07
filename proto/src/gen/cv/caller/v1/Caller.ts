// Original file: cv/caller/v1/caller.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The caller of one item of a batch. Unary calls carry the same facts as gRPC
 * metadata (x-company-id, x-user-id, x-application-id, x-request-id).
 */
export interface CallerInput {
  /**
   * The company whose data may be reached. Required: 0 is refused.
   */
  'companyId'?: (number | string | Long);
  /**
   * The CV owner the call is limited to; 0 when the whole company is meant.
   */
  'userId'?: (number | string | Long);
  /**
   * The application that calls on the owner's behalf; 0 for a company key.
   */
  'applicationId'?: (number | string | Long);
  /**
   * Travels through logs and jobs.
   */
  'requestId'?: (string);
}

/**
 * The caller of one item of a batch. Unary calls carry the same facts as gRPC
 * metadata (x-company-id, x-user-id, x-application-id, x-request-id).
 */
export interface Caller {
  /**
   * The company whose data may be reached. Required: 0 is refused.
   */
  'companyId': (number);
  /**
   * The CV owner the call is limited to; 0 when the whole company is meant.
   */
  'userId': (number);
  /**
   * The application that calls on the owner's behalf; 0 for a company key.
   */
  'applicationId': (number);
  /**
   * Travels through logs and jobs.
   */
  'requestId': (string);
}
