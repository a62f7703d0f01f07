import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '@vitae/kit/object-storage/object-store';
import { moveFiles, newFileId, objectKey, removeUnfinished } from '@vitae/kit/object-storage/stored-files';
import type { Artifact, NewArtifact } from './artifact-store.ts';
import {
  artifactOf,
  createGridFsArtifactStore,
  createMeasure,
  createStoreContext,
  type GridFsArtifactStore,
  type GridFsOptions,
  type StoreContext,
  saveOnce,
} from './gridfs-artifact-store.ts';
import type { FileDocument } from './gridfs-files.ts';

/**
 * Stores the bytes of new files in S3. Their `files` documents, which decide what is visible, are those of GridFS: a file
 * is visible when its object is complete, renewed without copying it, and found by the same queries when it expires.
 * Files that are still in GridFS are read from there.
 */
export function createS3ArtifactStore(options: GridFsOptions & { objects: ObjectStore }): GridFsArtifactStore {
  const context = createStoreContext(options);
  const { collections } = context;
  return {
    ...createGridFsArtifactStore(options),
    moveFiles: (batch) => moveFiles({ ...options, collections }, batch),
    save: (artifact) => saveOnce(context, artifact, () => write(context, options.objects, artifact)),
  };
}

async function write(
  { collections, clock, expiry }: StoreContext,
  objects: ObjectStore,
  { address, content, ...info }: NewArtifact,
): Promise<Artifact> {
  const _id = newFileId();
  const { companyId, contentType } = info;
  const object = objectKey(companyId, _id);
  // Lets the sweeper find the object if this worker is killed.
  await collections.unfinished.insertOne({ _id, since: new Date(clock.now()), object });
  try {
    const { length, sha256 } = await put(objects, { key: object, companyId, contentType, content });
    const file: FileDocument = {
      _id,
      filename: address,
      length,
      chunkSize: length,
      uploadDate: new Date(clock.now()),
      object,
      metadata: { ...info, sha256, expiresAt: expiry() },
    };
    await collections.files.insertOne(file);
    await collections.unfinished.deleteOne({ _id });
    return artifactOf(file);
  } catch (error) {
    // The file may be stored although the response was lost. If the cleanup fails, the sweeper retries.
    await removeUnfinished(collections, objects, [{ _id, object }]).catch(() => undefined);
    throw error;
  }
}

async function put(
  objects: ObjectStore,
  { content, ...object }: Parameters<ObjectStore['put']>[0],
): Promise<{ length: number; sha256: string }> {
  if (Buffer.isBuffer(content)) {
    await objects.put({ ...object, content });
    return { length: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  }
  let sha256 = '';
  const measured = createMeasure((value) => {
    sha256 = value;
  });
  // If one of the two fails, so does the other.
  const uploaded = objects.put({ ...object, content: measured.stream }).catch((error: Error) => {
    measured.stream.destroy(error);
    throw error;
  });
  await Promise.all([uploaded, pipeline(content, measured.stream)]);
  return { length: measured.length(), sha256 };
}
