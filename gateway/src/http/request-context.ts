import type { ApiKey } from '@vitae/accounts/keys/api-key';
import type { Usage } from '@vitae/accounts/quota/quota-types';
import type { SignedRequest } from '@vitae/accounts/signatures/hmac';
import type { Caller } from '@vitae/kit/caller';
import type { Answer } from '@vitae/kit/http/answer';
import type { Request } from 'express';

/** An authenticated call, as its handler sees it. */
export type Call = {
  caller: Caller;
  /** Of the company API: the key that signed, and what is used of its company's quotas. */
  company?: { key: ApiKey; usage: Usage };
  signed: SignedRequest;
  /** The `:names` of the route's path, decoded. */
  params: Record<string, string>;
  request: Request;
};

export type Handler = (call: Call) => Promise<Answer>;
