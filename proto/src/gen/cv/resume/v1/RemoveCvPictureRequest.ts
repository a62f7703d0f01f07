// Original file: cv/resume/v1/resume.proto

import type { CvPictureRefInput as _cv_resume_v1_CvPictureRefInput, CvPictureRef as _cv_resume_v1_CvPictureRef } from '../../../cv/resume/v1/CvPictureRef.ts';
import type { Long } from '@grpc/proto-loader';

export interface RemoveCvPictureRequestInput {
  'picture'?: (_cv_resume_v1_CvPictureRefInput | null);
  'ifRevision'?: (number | string | Long);
  'keepVersion'?: (boolean);
}

export interface RemoveCvPictureRequest {
  'picture': (_cv_resume_v1_CvPictureRef | null);
  'ifRevision': (number);
  'keepVersion': (boolean);
}
