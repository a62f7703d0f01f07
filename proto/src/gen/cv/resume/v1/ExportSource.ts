// Original file: cv/resume/v1/resume.proto

import type { ExportHeadInput as _cv_resume_v1_ExportHeadInput, ExportHead as _cv_resume_v1_ExportHead } from '../../../cv/resume/v1/ExportHead.ts';

export interface ExportSourceInput {
  'head'?: (_cv_resume_v1_ExportHeadInput | null);
  /**
   * The export source as JSON (proto/src/export-source.ts).
   */
  'document'?: (Buffer | Uint8Array | string);
}

export interface ExportSource {
  'head': (_cv_resume_v1_ExportHead | null);
  /**
   * The export source as JSON (proto/src/export-source.ts).
   */
  'document': (Buffer);
}
