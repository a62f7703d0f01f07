// Original file: cv/stats/v1/stats.proto


export interface RecordVisitResponseInput {
  /**
   * False for a crawler; true for a visitor, counted now or before.
   */
  'counted'?: (boolean);
}

export interface RecordVisitResponse {
  /**
   * False for a crawler; true for a visitor, counted now or before.
   */
  'counted': (boolean);
}
