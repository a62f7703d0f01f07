// Original file: cv/resume/v1/resume.proto

import type { PortfolioPictureRefInput as _cv_resume_v1_PortfolioPictureRefInput, PortfolioPictureRef as _cv_resume_v1_PortfolioPictureRef } from '../../../cv/resume/v1/PortfolioPictureRef.ts';

export interface SetPortfolioPictureRequestInput {
  'picture'?: (_cv_resume_v1_PortfolioPictureRefInput | null);
  /**
   * The uploaded JPEG, PNG or GIF file.
   */
  'content'?: (Buffer | Uint8Array | string);
  'keepVersion'?: (boolean);
}

export interface SetPortfolioPictureRequest {
  'picture': (_cv_resume_v1_PortfolioPictureRef | null);
  /**
   * The uploaded JPEG, PNG or GIF file.
   */
  'content': (Buffer);
  'keepVersion': (boolean);
}
