import { Client, credentials, Metadata, type MethodDefinition, status } from '@grpc/grpc-js';
import { z } from 'zod';

/** What each service tells `vitae doctor` about itself. */
const processState = z.object({ version: z.string(), missingIndexes: z.array(z.string()) });
export type ProcessState = z.output<typeof processState>;

export const PROCESS_SERVICE = 'cv.process.v1.ProcessService';
/** The name of the method, under which callers are allowed. */
export const PROCESS_STATE = 'GetProcessState';

const toJson = (value: unknown) => Buffer.from(JSON.stringify(value));
const fromJson = (bytes: Buffer): unknown => JSON.parse(bytes.toString('utf8'));

/**
 * A method of every service, in addition to those of its contract. The messages are JSON, because they are only for
 * people: no process depends on them.
 */
const method: MethodDefinition<unknown, unknown> = {
  path: `/${PROCESS_SERVICE}/${PROCESS_STATE}`,
  requestStream: false,
  responseStream: false,
  requestSerialize: toJson,
  requestDeserialize: fromJson,
  responseSerialize: toJson,
  responseDeserialize: fromJson,
};
export const processStateDefinition = { [PROCESS_STATE]: method };

const DEADLINE_MS = 5_000;

/**
 * Reads the state of the service at an address.
 *
 * @returns undefined if the service is of a release without this method
 */
export async function readProcessState(address: string, token: string): Promise<ProcessState | undefined> {
  const client = new Client(address, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${token}`);
  try {
    const response = await new Promise<unknown>((resolve, reject) => {
      client.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        {},
        metadata,
        { deadline: Date.now() + DEADLINE_MS },
        (error, value) => (error ? reject(error) : resolve(value)),
      );
    });
    return processState.parse(response);
  } catch (error) {
    if ((error as { code?: unknown }).code === status.UNIMPLEMENTED) return undefined;
    throw error;
  } finally {
    client.close();
  }
}
