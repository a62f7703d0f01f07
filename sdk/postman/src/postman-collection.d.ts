/** The parts that the tests use. The published types are of version 3. */
declare module 'postman-collection' {
  export class Request {
    constructor(options: { url: string; method: string });
    method: string;
    url: { query: { add(parameter: { key: string; value: string; disabled?: boolean }): void }; toString(): string };
  }
  export class VariableScope {
    constructor(variables: { key: string; value: unknown }[]);
    replaceIn(text: string): string;
  }
}
