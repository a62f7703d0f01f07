import { randomUUID } from 'node:crypto';
import { companyCaller } from '@vitae/kit/caller';
import { isUnknownKey } from '@vitae/kit/grpc-error';
import type { Services } from '@vitae/proto/clients/services';
import { type Check, ok, problem, reasonOf } from './check.ts';

/** Reads that find nothing: they only show that the service accepts the call and that its database responds. */
const caller = () => companyCaller(1, `doctor-${randomUUID()}`);
const item = () => ({ items: [{ caller: caller(), userId: 1 }] });
const READS: { [S in keyof Services]: (services: Services) => Promise<unknown> } = {
  resume: ({ resume }) => resume.call.BatchGetUsers({ items: [{ caller: caller(), user: { id: '1' } }] }),
  preferences: ({ preferences }) => preferences.call.BatchGetPreferences(item()),
  metadata: ({ metadata }) => metadata.call.BatchGetMetadata(item()),
  comments: ({ comments }) => comments.call.BatchGetUserComments(item()),
  stats: ({ stats }) => stats.call.BatchGetStats(item()),
};

export const serviceChecks: Check[] = (Object.keys(READS) as (keyof Services)[]).map((name) => ({
  name: `Service ${name}`,
  run: async (context) => {
    const setting = `${name.toUpperCase() as Uppercase<keyof Services>}_ADDRESS` as const;
    const address = context.settings[setting];
    const services = await context.services();
    try {
      // One second may be too short while this process is busy with all other checks.
      await services[name].ready().catch(() => services[name].ready());
    } catch {
      return problem(
        `No ${name} service responds at ${address}.`,
        `Start the service, correct ${setting}, or allow the connection in the network.`,
      );
    }
    try {
      await READS[name](services);
      return ok(address);
    } catch (error) {
      if (isUnknownKey(error))
        return problem(
          `The ${name} service rejects the key of this process.`,
          'Add the public key of SERVICE_PRIVATE_KEY as gateway:… to SERVICE_PUBLIC_KEYS of the service (docs/running.md#service-keys).',
        );
      return problem(
        `The ${name} service fails: ${reasonOf(error)}.`,
        `Check the log of the service, and that it reaches its MongoDB.`,
      );
    }
  },
}));
