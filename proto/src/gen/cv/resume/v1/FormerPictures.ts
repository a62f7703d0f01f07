// Original file: cv/resume/v1/resume.proto


export interface FormerPicturesInput {
  'count'?: (number);
}

export interface FormerPictures {
  'count': (number);
}
