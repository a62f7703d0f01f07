// Original file: cv/metadata/v1/metadata.proto


export interface DoneInput {
}

export interface Done {
}
