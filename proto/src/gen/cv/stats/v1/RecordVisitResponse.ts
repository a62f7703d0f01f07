// Original file: cv/stats/v1/stats.proto


export interface RecordVisitResponseInput {
  /**
   * False for a crawler; true for a visitor, even if already counted.
   */
  'counted'?: (boolean);
}

export interface RecordVisitResponse {
  /**
   * False for a crawler; true for a visitor, even if already counted.
   */
  'counted': (boolean);
}
