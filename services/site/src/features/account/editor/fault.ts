/** Why the value of a field is rejected. */
export type Fault = {
  reason:
    | 'required'
    | 'tooLong'
    | 'tooManyLines'
    | 'day'
    | 'partialDay'
    | 'year'
    | 'reversed'
    | 'address'
    | 'level'
    | 'state'
    | 'invalid';
  max?: number;
};
/** By the name of the form field. */
export type Faults = Record<string, Fault>;
