import type { GrantAccess } from '@vitae/accounts/grants/grant-access';
import type { ApiKey } from '@vitae/accounts/keys/api-key';
import type { Usage } from '@vitae/accounts/quota/quota-types';
import type { Compatibility } from '@vitae/accounts/signatures/compatibility';
import type { SignedRequest } from '@vitae/accounts/signatures/signed-request';
import type { Caller } from '@vitae/kit/caller';
import type { Request } from 'express';

/** An authenticated request, as handlers receive it. */
export type RequestContext = {
  caller: Caller;
  /** Company API: the key that signed the request, and the quota usage of its company. */
  company?: { key: ApiKey; usage: Usage } | undefined;
  /** User API: what the owner granted to the application; undefined for everything. */
  access?: GrantAccess | undefined;
  /** The profile of the key or application; undefined for none. */
  compatibility?: Compatibility | undefined;
  /** The operation adds the users whose data the response to an application's server contains. */
  ownerIds: Set<number>;
  signed: SignedRequest;
  /** The decoded parameters of the route's path. */
  params: Record<string, string>;
  request: Request;
};
