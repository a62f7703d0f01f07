import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '@vitae/kit/clock';
import type { ObjectStore } from '@vitae/kit/object-storage/object-store';
import { fileCollections, moveFiles, removeAbandoned } from '@vitae/kit/object-storage/stored-files';
import type { ServiceApp } from '@vitae/kit/service-app';
import { createTotalCache } from '@vitae/kit/total-cache';
import type { CheckExportGrant } from '@vitae/proto/export-grant';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import type { Connection } from 'mongoose';
import { createRenderer } from './cv/public-json.ts';
import { createModels, prepareDatabase } from './mongo/models.ts';
import { createMongoStore } from './mongo-store.ts';
import { createPictureEncoder, type EncodePicture } from './pictures/encode-picture.ts';
import { createHandlers } from './rpc.ts';
import { removeDeletedReferences } from './use-cases/deleted-references.ts';

export type ResumeParts = {
  connection: Connection;
  siteUrl: string;
  checkGrant: CheckExportGrant;
  /** Upgrades data of earlier versions before the first call. */
  upgrade?: boolean;
  clock?: Clock;
  newToken?: () => string;
  encodePicture?: EncodePicture;
  /** Has the content of pictures that are not in MongoDB. */
  objects?: ObjectStore | undefined;
  /** Where the content of new pictures is stored. */
  newPictures?: 'gridfs' | 's3';
};

const TOKEN_BYTES = 24;
const randomToken = () => randomBytes(TOKEN_BYTES).toString('base64url');

/** Builds the service on an open connection, without listening. */
export function createResumeApp({
  connection,
  siteUrl,
  checkGrant,
  upgrade = false,
  clock = systemClock,
  newToken = randomToken,
  encodePicture = createPictureEncoder(),
  objects,
  newPictures = 'gridfs',
}: ResumeParts): ServiceApp<ResumeServiceDefinition> {
  const models = createModels(connection);
  const newObjects = newPictures === 's3' ? objects : undefined;
  const store = createMongoStore(connection, models, { objects, newObjects });
  const collections = fileCollections(connection, 'pictures');
  const removeAbandonedPictures = async () => {
    const { files, isLast } = await removeAbandoned({ collections, objects, clock });
    return { count: files, isLast };
  };
  return {
    sweeps: [
      { name: 'references', newStep: (log) => removeDeletedReferences(store, clock, log) },
      ...(objects ? [{ name: 'pictures', newStep: () => removeAbandonedPictures }] : []),
    ],
    ...(objects && { dependencies: { s3: objects.ready } }),
    prepare: () => prepareDatabase(models, upgrade),
    handlers: createHandlers({
      store,
      clock,
      totals: createTotalCache(clock),
      renderer: createRenderer(siteUrl),
      siteUrl,
      checkGrant,
      newToken,
      encodePicture,
      movePictures: (batch) => moveFiles({ collections, objects: newObjects, clock }, batch),
    }),
  };
}
