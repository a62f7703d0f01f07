import { createIndexes } from '@vitae/kit/indexes';
import type { ServiceApp } from '@vitae/kit/service-app';
import type { MetadataServiceDefinition } from '@vitae/proto/gen/cv/metadata/v1/MetadataService';
import type { Connection } from 'mongoose';
import { createMetadataModel } from './model.ts';
import { createMongoStore } from './mongo-store.ts';
import { createHandlers } from './rpc.ts';
import { createGetMetadata } from './use-cases/get-metadata.ts';
import { createMatchUsers } from './use-cases/match-users.ts';
import { createSearchUsers } from './use-cases/search-users.ts';
import { createUpdateMetadata } from './use-cases/update-metadata.ts';

export type MetadataParts = { connection: Connection };

/** The service without its sockets. */
export function createMetadataApp({ connection }: MetadataParts): ServiceApp<MetadataServiceDefinition> {
  const model = createMetadataModel(connection);
  const store = createMongoStore(model);
  return {
    prepare: () => createIndexes(model),
    handlers: createHandlers({
      getMetadata: createGetMetadata(store),
      updateMetadata: createUpdateMetadata(store),
      searchUsers: createSearchUsers(store),
      matchUsers: createMatchUsers(store),
      hideUser: store.hide,
      eraseUser: store.erase,
    }),
  };
}
