// Original file: cv/resume/v1/resume.proto


export interface GetApplicationLinkKeyRequestInput {
}

export interface GetApplicationLinkKeyRequest {
}
