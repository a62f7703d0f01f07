// Original file: cv/resume/v1/resume.proto

import type { DocumentInput as _cv_resume_v1_DocumentInput, Document as _cv_resume_v1_Document } from '../../../cv/resume/v1/Document.ts';
import type { FieldOutcomeInput as _cv_resume_v1_FieldOutcomeInput, FieldOutcome as _cv_resume_v1_FieldOutcome } from '../../../cv/resume/v1/FieldOutcome.ts';

export interface CreateCvResponseInput {
  'document'?: (_cv_resume_v1_DocumentInput | null);
  'title'?: (string);
  'report'?: (_cv_resume_v1_FieldOutcomeInput)[];
}

export interface CreateCvResponse {
  'document': (_cv_resume_v1_Document | null);
  'title': (string);
  'report': (_cv_resume_v1_FieldOutcome)[];
}
