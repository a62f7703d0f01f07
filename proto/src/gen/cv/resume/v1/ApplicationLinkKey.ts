// Original file: cv/resume/v1/resume.proto


export interface ApplicationLinkKeyInput {
  'key'?: (Buffer | Uint8Array | string);
}

export interface ApplicationLinkKey {
  'key': (Buffer);
}
