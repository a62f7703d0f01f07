// Original file: cv/stats/v1/stats.proto


export interface DoneInput {
}

export interface Done {
}
