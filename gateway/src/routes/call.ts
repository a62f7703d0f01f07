import type { Caller } from '@vitae/kit/caller';
import { invalid } from '@vitae/kit/errors';
import type { Request } from 'express';
import type { SignedRequest } from '../auth/hmac.ts';
import { plainValue } from '../auth/parameters.ts';
import { textOf } from '../auth/percent-encoding.ts';
import type { Answer } from '../http/answer.ts';
import type { ApiKey } from '../keys/api-key.ts';
import type { Usage } from '../quota/admission.ts';

/** An authenticated call, as its handler sees it. */
export type Call = {
  caller: Caller;
  key: ApiKey;
  usage: Usage;
  signed: SignedRequest;
  /** The `:names` of the route's path, decoded. */
  params: Record<string, string>;
  request: Request;
};

export type Handler = (call: Call) => Promise<Answer>;

const POSITIVE = /^[1-9]\d{0,15}$/;

/** An id in the path. */
export function idParameter(call: Call, name: string): number {
  const value = Number(call.params[name]);
  if (POSITIVE.test(call.params[name] ?? '') && Number.isSafeInteger(value)) return value;
  throw invalid(`${name}: must be a positive whole number`, [{ field: name, message: 'must be a positive whole number' }]);
}

/** A query parameter that was sent as text. */
export function queryText(call: Call, name: string): string | undefined {
  const bytes = plainValue(call.signed.parameters, name);
  if (bytes === undefined) return undefined;
  const text = textOf(bytes);
  if (text === undefined) throw invalid(`${name}: must be UTF-8`, [{ field: name, message: 'must be UTF-8' }]);
  return text;
}

/** A query parameter that is 1 or 0; absent means 0. */
export function queryFlag(call: Call, name: string): boolean {
  const text = queryText(call, name) ?? '0';
  if (text === '1' || text === '0') return text === '1';
  throw invalid(`${name}: must be 0 or 1`, [{ field: name, message: 'must be 0 or 1' }]);
}
