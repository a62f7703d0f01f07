// Original file: cv/resume/v1/resume.proto


export interface DeletedInput {
}

export interface Deleted {
}
