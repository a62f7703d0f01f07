// Original file: cv/resume/v1/resume.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Identifies the picture of a portfolio item.
 */
export interface PortfolioPictureRefInput {
  'cvId'?: (number | string | Long);
  'portfolioId'?: (number | string | Long);
  /**
   * Only for RemovePortfolioPicture: keeps the content before the change as a version.
   */
  'keepVersion'?: (boolean);
  /**
   * Only for GetPortfolioPicture: does not read the content.
   */
  'withoutContent'?: (boolean);
}

/**
 * Identifies the picture of a portfolio item.
 */
export interface PortfolioPictureRef {
  'cvId': (number);
  'portfolioId': (number);
  /**
   * Only for RemovePortfolioPicture: keeps the content before the change as a version.
   */
  'keepVersion': (boolean);
  /**
   * Only for GetPortfolioPicture: does not read the content.
   */
  'withoutContent': (boolean);
}
