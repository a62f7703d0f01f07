import { type Fence, MAX_NETWORKS, parseNetwork } from '@vitae/accounts/keys/fence';
import type { ObservedUse } from '@vitae/accounts/keys/fence-preview';
import type { Form } from '../../../layout/form.ts';

/** The data about a fence that the page of its key shows. */
export type FenceState = {
  /** Undefined if the key has no fence. */
  stored: Fence | undefined;
  entered: EnteredFence | undefined;
  observed: ObservedUse;
  endpoints: ReadonlyMap<string, string>;
};

/** A fence from the form that was not saved. */
export type EnteredFence = { fence: Fence; problem?: FenceProblem | undefined };
export type FenceProblem = { is: 'noEndpoint' | 'tooManyNetworks' } | { is: 'wrongNetwork'; network: string };

/** The checkbox of an endpoint. */
export const endpointField = (endpoint: string) => `endpoint:${endpoint}`;

/** Reads the fence as entered, with the first problem. */
export function fenceIn(form: Form, endpoints: ReadonlyMap<string, string>): EnteredFence {
  const networks = form
    .get('networks')
    .split(/[\s,]+/)
    .filter((network) => network !== '');
  const allowed = [...endpoints.keys()].filter((endpoint) => form.get(endpointField(endpoint)) !== '');
  const fence = { endpoints: allowed, networks, singleUse: form.get('singleUse') !== '' };
  const wrong = networks.find((network) => !parseNetwork(network));
  if (allowed.length === 0) return { fence, problem: { is: 'noEndpoint' } };
  if (wrong !== undefined) return { fence, problem: { is: 'wrongNetwork', network: wrong } };
  return networks.length > MAX_NETWORKS ? { fence, problem: { is: 'tooManyNetworks' } } : { fence };
}

/** Selects the endpoints of the company API, the only ones that keys can request. */
export function companyEndpoints(endpoints: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...endpoints].filter(([, address]) => address.includes(' /api/v1/')));
}
