// Original file: cv/preferences/v1/preferences.proto


export interface DoneInput {
}

export interface Done {
}
