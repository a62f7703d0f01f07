// Original file: cv/caller/v1/caller.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The caller of one item in a batch. Unary calls send the same values as gRPC
 * metadata (x-company-id, x-user-id, x-application-id, x-request-id).
 */
export interface CallerInput {
  /**
   * The company whose data may be accessed. Required: 0 is rejected.
   */
  'companyId'?: (number | string | Long);
  /**
   * The CV owner to whose data the call is limited, or 0 for the whole company.
   */
  'userId'?: (number | string | Long);
  /**
   * The application that acts on behalf of the owner, or 0 for a company key.
   */
  'applicationId'?: (number | string | Long);
  /**
   * Identifies the request in logs and jobs.
   */
  'requestId'?: (string);
}

/**
 * The caller of one item in a batch. Unary calls send the same values as gRPC
 * metadata (x-company-id, x-user-id, x-application-id, x-request-id).
 */
export interface Caller {
  /**
   * The company whose data may be accessed. Required: 0 is rejected.
   */
  'companyId': (number);
  /**
   * The CV owner to whose data the call is limited, or 0 for the whole company.
   */
  'userId': (number);
  /**
   * The application that acts on behalf of the owner, or 0 for a company key.
   */
  'applicationId': (number);
  /**
   * Identifies the request in logs and jobs.
   */
  'requestId': (string);
}
