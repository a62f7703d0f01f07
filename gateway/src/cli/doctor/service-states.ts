import { lookup } from 'node:dns/promises';
import { type ProcessState, readProcessState } from '@vitae/kit/process-state';
import type { ServiceIdentity } from '@vitae/kit/service-identity';
import type { serviceAddressSettings } from '@vitae/proto/clients/services';
import { contracts } from '@vitae/proto/contract';
import type { Config } from '../../config.ts';

/** A replica of a service. `state` is null for an earlier release, and undefined if the replica does not respond. */
export type ServiceState = { service: string; address: string; state: ProcessState | null | undefined };

const SERVICES = Object.keys(contracts) as (keyof typeof contracts)[];

/** Reads the state of every replica of every service. */
export async function readServiceStates(settings: Config, identity: ServiceIdentity): Promise<ServiceState[]> {
  const states = SERVICES.map(async (service) => {
    const setting = `${service.toUpperCase()}_ADDRESS` as keyof typeof serviceAddressSettings;
    const token = await identity.token(contracts[service]().name);
    // The check of the service reports that its name is unknown or that it does not respond.
    const addresses = await replicasOf(settings[setting]).catch(() => []);
    const read = async (address: string): Promise<ServiceState> => {
      const state = await readProcessState(address, token).then(
        (found) => found ?? null,
        () => undefined,
      );
      return { service, address: address.replace(/^ipv[46]:/, ''), state };
    };
    return Promise.all(addresses.map(read));
  });
  return (await Promise.all(states)).flat();
}

/** Returns the addresses of all replicas behind an address of gRPC, such as dns:///resume:50051 or ipv4:10.0.0.1:50051. */
export async function replicasOf(address: string): Promise<string[]> {
  const [, scheme, list] = /^(ipv[46]):(.+)$/.exec(address) ?? [];
  if (list !== undefined) return list.split(',').map((one) => `${scheme}:${one}`);
  const [, host, port] = /^(?:dns:(?:\/\/[^/]*\/)?)?\[?([^\]]+?)\]?:(\d+)$/.exec(address) ?? [];
  if (host === undefined) return [address];
  const found = await lookup(host, { all: true });
  return found.map((one) => (one.family === 6 ? `ipv6:[${one.address}]:${port}` : `ipv4:${one.address}:${port}`));
}
