// Original file: cv/resume/v1/resume.proto


/**
 * What became of one field of an import.
 */
export interface FieldOutcomeInput {
  /**
   * For example work[0].startDate.
   */
  'path'?: (string);
  /**
   * "imported", "kept" (beside the CV, given back on export), "repaired" or "dropped".
   */
  'outcome'?: (string);
  'note'?: (string);
}

/**
 * What became of one field of an import.
 */
export interface FieldOutcome {
  /**
   * For example work[0].startDate.
   */
  'path': (string);
  /**
   * "imported", "kept" (beside the CV, given back on export), "repaired" or "dropped".
   */
  'outcome': (string);
  'note': (string);
}
