/** A request that a code sample signs and sends. */
export type SampleRequest = {
  api: 'company' | 'user';
  method: string;
  /** The API without a path, such as https://api.example.com. */
  origin: string;
  /** Percent-encoded. */
  path: string;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body?: string | undefined;
  /** Whether the response is a file, which the program writes to its standard output. */
  isFile?: boolean;
};

/** A complete program. `fence` names the language in Markdown. */
export type CodeSample = { language: string; fence: string; source: string };

/** How a program gets a parameter: a fixed text, or an expression of its language. */
export type Parameter = { name: string; text: string } | { name: string; expression: string };

/** The expressions of a language for the parameters of each scheme. */
export type Credentials = {
  environment: (variable: string) => string;
  nonce: string;
  timestamp: string;
};

/** Returns the query parameters to sign, in the order in which they are signed. */
export function parametersOf(request: SampleRequest, { environment, nonce, timestamp }: Credentials): Parameter[] {
  const scheme: Parameter[] =
    request.api === 'company'
      ? [
          { name: 'apikey', expression: environment('VITAE_KEY') },
          { name: 'nonce', expression: nonce },
          { name: 'timestamp', expression: timestamp },
        ]
      : [
          { name: 'oauth_consumer_key', expression: environment('VITAE_CONSUMER_KEY') },
          { name: 'oauth_nonce', expression: nonce },
          { name: 'oauth_signature_method', text: 'HMAC-SHA1' },
          { name: 'oauth_timestamp', expression: timestamp },
          { name: 'oauth_token', expression: environment('VITAE_TOKEN') },
        ];
  const own = request.query.map(([name, text]): Parameter => ({ name, text }));
  return [...own, ...scheme].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns a text in single quotes, in which backslashes and single quotes are escaped. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The same for languages in which such a text cannot contain line breaks. */
export function singleLine(text: string): string {
  return singleQuoted(text).replaceAll('\r', '\\r').replaceAll('\n', '\\n');
}
