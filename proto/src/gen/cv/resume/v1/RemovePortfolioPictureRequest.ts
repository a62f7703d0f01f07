// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Compatible on the wire with PortfolioPictureRef, which earlier versions sent.
 */
export interface RemovePortfolioPictureRequestInput {
  'cvId'?: (number | string | Long);
  'portfolioId'?: (number | string | Long);
  'keepVersion'?: (boolean);
}

/**
 * Compatible on the wire with PortfolioPictureRef, which earlier versions sent.
 */
export interface RemovePortfolioPictureRequest {
  'cvId': (number);
  'portfolioId': (number);
  'keepVersion': (boolean);
}
