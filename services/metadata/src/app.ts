import { createIndexes } from '@vitae/kit/indexes';
import type { ServiceApp } from '@vitae/kit/service-app';
import type { MetadataServiceDefinition } from '@vitae/proto/gen/cv/metadata/v1/MetadataService';
import type { Connection } from 'mongoose';
import { createMetadataModel } from './mongo/schemas.ts';
import { createMongoStore } from './mongo-store.ts';
import { createHandlers } from './rpc.ts';

export type MetadataParts = { connection: Connection };

/** Builds the service on an open connection, without listening. */
export function createMetadataApp({ connection }: MetadataParts): ServiceApp<MetadataServiceDefinition> {
  const model = createMetadataModel(connection);
  return {
    prepare: () => createIndexes(model),
    handlers: createHandlers({ store: createMongoStore(model) }),
  };
}
