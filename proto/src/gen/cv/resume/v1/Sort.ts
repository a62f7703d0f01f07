// Original file: cv/resume/v1/resume.proto


export interface SortInput {
  'field'?: (string);
  'descending'?: (boolean);
}

export interface Sort {
  'field': (string);
  'descending': (boolean);
}
