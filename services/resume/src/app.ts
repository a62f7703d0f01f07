import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '@vitae/kit/clock';
import type { ServiceApp } from '@vitae/kit/service-app';
import type { CheckExportGrant } from '@vitae/proto/export-grant';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import type { Connection } from 'mongoose';
import { createRenderer } from './cv/public-json.ts';
import { createModels, prepareDatabase } from './mongo/models.ts';
import { createMongoStore } from './mongo-store.ts';
import { createCountCache, createPositionCache } from './paging/list-cache.ts';
import { createPictureEncoder, type EncodePicture } from './pictures/encode-picture.ts';
import { createHandlers } from './rpc.ts';

export type ResumeParts = {
  connection: Connection;
  siteUrl: string;
  checkGrant: CheckExportGrant;
  clock?: Clock;
  newToken?: () => string;
  encodePicture?: EncodePicture;
};

const TOKEN_BYTES = 24;
const randomToken = () => randomBytes(TOKEN_BYTES).toString('base64url');

/** Builds the service on an open connection, without listening. */
export function createResumeApp({
  connection,
  siteUrl,
  checkGrant,
  clock = systemClock,
  newToken = randomToken,
  encodePicture = createPictureEncoder(),
}: ResumeParts): ServiceApp<ResumeServiceDefinition> {
  const models = createModels(connection);
  const store = createMongoStore(connection, models);
  return {
    prepare: () => prepareDatabase(models),
    handlers: createHandlers({
      store,
      clock,
      counts: createCountCache({ clock, generationOf: store.generationOf }),
      positions: createPositionCache(store.generationOf),
      renderer: createRenderer(siteUrl),
      siteUrl,
      checkGrant,
      newToken,
      encodePicture,
    }),
  };
}
