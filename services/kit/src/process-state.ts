import {
  Client,
  credentials,
  Metadata,
  type MethodDefinition,
  type ServerUnaryCall,
  type sendUnaryData,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { z } from 'zod';
import { VitaeError } from './errors.ts';
import { toServiceError } from './grpc-error.ts';
import type { AuthorizeCall } from './service-identity.ts';

/** What each service tells `vitae doctor` about itself. */
const processState = z.object({ version: z.string(), missingIndexes: z.array(z.string()) });
export type ProcessState = z.output<typeof processState>;

/** The name under which callers are allowed. */
export const PROCESS_STATE = 'GetProcessState';

const toJson = (value: unknown) => Buffer.from(JSON.stringify(value));
const fromJson = (bytes: Buffer): unknown => JSON.parse(bytes.toString('utf8'));

/**
 * A method of every service, in addition to those of its contract. The messages are JSON, because they are only for
 * people: no process depends on them.
 */
const method: MethodDefinition<unknown, unknown> = {
  path: '/cv.process.v1.ProcessService/GetProcessState',
  requestStream: false,
  responseStream: false,
  requestSerialize: toJson,
  requestDeserialize: fromJson,
  responseSerialize: toJson,
  responseDeserialize: fromJson,
};
export const processStateDefinition = { [PROCESS_STATE]: method };

/** Implements the method. `tokenOf` reads the token of the calling process. */
export function processStateImplementation(
  read: () => Promise<ProcessState>,
  authorize: AuthorizeCall,
  tokenOf: (metadata: Metadata) => string,
): UntypedServiceImplementation {
  return {
    [PROCESS_STATE]: async ({ metadata }: ServerUnaryCall<unknown, unknown>, respond: sendUnaryData<unknown>) => {
      try {
        const caller = await authorize(tokenOf(metadata), PROCESS_STATE);
        if (caller === undefined)
          return respond({ code: status.UNAUTHENTICATED, details: 'The caller is not allowed' });
        respond(null, await read());
      } catch (error) {
        respond(toServiceError(VitaeError.from(error)));
      }
    },
  };
}

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
