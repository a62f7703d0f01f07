// Original file: cv/resume/v1/resume.proto


/**
 * The outcome of one field of an import.
 */
export interface FieldOutcomeInput {
  /**
   * For example work[0].startDate.
   */
  'path'?: (string);
  /**
   * "imported", "kept" (stored beside the CV and included in exports), "repaired" or "dropped".
   */
  'outcome'?: (string);
  'note'?: (string);
}

/**
 * The outcome of one field of an import.
 */
export interface FieldOutcome {
  /**
   * For example work[0].startDate.
   */
  'path': (string);
  /**
   * "imported", "kept" (stored beside the CV and included in exports), "repaired" or "dropped".
   */
  'outcome': (string);
  'note': (string);
}
