// Original file: cv/comments/v1/comments.proto


export interface DoneInput {
}

export interface Done {
}
