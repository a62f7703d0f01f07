/** The records to which the secrets of tokens are bound when they are encrypted. */
export const requestTokenRecord = (digest: string): string => `request-token/${digest}`;
export const accessTokenRecord = (digest: string): string => `access-token/${digest}`;
