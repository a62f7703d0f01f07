import { type Fence, MAX_NETWORKS, parseNetwork } from '@vitae/accounts/keys/fence';
import type { ObservedUse } from '@vitae/accounts/keys/fence-preview';
import { z } from 'zod';
import type { Form } from '../../../layout/form.ts';

/** The data about a fence that the page of its key shows. */
export type FenceState = {
  /** Undefined if the key has no fence. */
  stored: Fence | undefined;
  entered: EnteredFence | undefined;
  observed: ObservedUse;
  endpoints: ReadonlyMap<string, string>;
};

/** A fence as entered, with the first problem. */
export type EnteredFence = { fence: Fence; problem?: FenceProblem | undefined };
type FenceAction = (typeof actions)[number];
export type FenceProblem = { is: 'noEndpoint' | 'tooManyNetworks' } | { is: 'wrongNetwork'; network: string };

/** The checkbox of an endpoint. */
export const endpointField = (endpoint: string) => `endpoint:${endpoint}`;

const actions = ['save', 'preview', 'remove'] as const;
/** A checkbox is sent only if it is checked. */
const checkbox = z.literal('on').optional();

/** Reads the form. Removing a fence needs no other field. */
export function fenceIn(
  form: Form,
  endpoints: ReadonlyMap<string, string>,
): { action: FenceAction; entered: EnteredFence } {
  const names = [...endpoints.keys()];
  const fields = form.parse({
    action: z.enum(actions),
    networks: z.string().default(''),
    singleUse: checkbox,
    ...Object.fromEntries(names.map((name) => [endpointField(name), checkbox])),
  });
  const checked: Readonly<Record<string, unknown>> = fields;
  const fence = {
    endpoints: names.filter((name) => checked[endpointField(name)] !== undefined),
    networks: fields.networks.split(/[\s,]+/).filter((network) => network !== ''),
    singleUse: fields.singleUse !== undefined,
  };
  return { action: fields.action, entered: { fence, problem: problemOf(fence) } };
}

function problemOf({ endpoints, networks }: Fence): FenceProblem | undefined {
  if (endpoints.length === 0) return { is: 'noEndpoint' };
  const wrong = networks.find((network) => !parseNetwork(network));
  if (wrong !== undefined) return { is: 'wrongNetwork', network: wrong };
  return networks.length > MAX_NETWORKS ? { is: 'tooManyNetworks' } : undefined;
}

/** Selects the endpoints of the company API, the only ones that keys can request. */
export function companyEndpoints(endpoints: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...endpoints].filter(([, address]) => address.includes(' /api/v1/')));
}
