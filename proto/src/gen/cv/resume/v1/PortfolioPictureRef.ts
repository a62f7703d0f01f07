// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Identifies the picture of a portfolio item.
 */
export interface PortfolioPictureRefInput {
  'cvId'?: (number | string | Long);
  'portfolioId'?: (number | string | Long);
}

/**
 * Identifies the picture of a portfolio item.
 */
export interface PortfolioPictureRef {
  'cvId': (number);
  'portfolioId': (number);
}
