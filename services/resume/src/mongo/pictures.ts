import { buffer } from 'node:stream/consumers';
import { CHUNK_BYTES, chunksOf } from '@vitae/kit/gridfs';
import { LostObjectError, type ObjectStore } from '@vitae/kit/object-storage/object-store';
import { objectKey, objectRef, REMOVED } from '@vitae/kit/object-storage/stored-files';
import mongoose, { type ClientSession, type QueryFilter } from 'mongoose';
import type { StoredPicture } from '../model.ts';
import type { PictureStore } from '../store.ts';
import type { PictureFileDocument } from './documents.ts';
import { insertDocument } from './insert.ts';
import type { Models } from './models.ts';

const { trusted, Types } = mongoose;

/** Where the content of pictures is that is not in MongoDB, and of new pictures if it is stored there. */
export type PictureObjects = { objects?: ObjectStore | undefined; newObjects?: ObjectStore | undefined };

type InSession = { session?: ClientSession };
type PictureModels = Pick<Models, 'pictureFiles' | 'pictureChunks' | 'pictureUnfinished'>;

/**
 * Stores pictures in GridFS, so that any GridFS tool can read them, or their content in the object storage. The driver's
 * GridFSBucket does not support transactions, so this store writes the collections itself.
 */
export function createMongoPictures(
  models: PictureModels,
  session: ClientSession | null,
  { objects, newObjects }: PictureObjects = {},
): PictureStore {
  const { pictureFiles: files, pictureChunks: chunks } = models;
  const inSession = session ? { session } : {};
  const findFile = (name: string) => files.findOne({ filename: name }, null, inSession).lean();
  const readContent = async (file: PictureFileDocument): Promise<Buffer> => {
    if (file.object !== undefined) return readObject(objects, file);
    const parts = await chunks.find({ files_id: file._id }, { data: 1 }, inSession).sort({ n: 1 });
    return Buffer.concat(parts.map((part) => part.data));
  };
  return {
    find: async (name) => {
      const file = await findFile(name);
      return file ? pictureOf(file) : undefined;
    },
    findExisting: async (cvId, names) => {
      if (names.length === 0) return new Set();
      const existing = await files.find(ofCv(cvId, names), { filename: 1 }, inSession).lean();
      return new Set(existing.map(({ filename }) => filename));
    },
    read: async (name) => {
      const file = await findFile(name);
      if (!file) return undefined;
      const content = await readContent(file);
      // The lengths differ if the picture was removed between the two reads.
      return content.length === file.length ? { ...pictureOf(file), content } : undefined;
    },
    insert: async ({ name, content, ...metadata }, at) => {
      const _id = new Types.ObjectId();
      const { length } = content;
      const file = { _id, length, chunkSize: CHUNK_BYTES, uploadDate: at, filename: name, metadata };
      if (!newObjects) {
        await chunks.insertMany(chunksOf(_id, content), inSession);
        await insertDocument(files, file, session);
        return;
      }
      const object = objectKey(metadata.companyId, _id);
      // Outside the transaction: if it is aborted, the sweep finds the object by the marker.
      await insertDocument(models.pictureUnfinished, { _id, since: at, object }, null);
      const { companyId, contentType } = metadata;
      await newObjects.put({ key: object, companyId, contentType, content });
      await insertDocument(files, { ...file, object }, session);
    },
    remove: async (cvId, names) => {
      if (names.length === 0) return;
      await removePictures(models, ofCv(cvId, names), inSession);
    },
  };
}

function ofCv(cvId: number, names: readonly string[]): QueryFilter<PictureFileDocument> {
  return { filename: trusted({ $in: [...names] }), 'metadata.cvId': cvId };
}

/** Removes pictures. The sweep removes their objects when the transaction is committed. */
export async function removePictures(
  { pictureFiles, pictureChunks, pictureUnfinished }: PictureModels,
  filter: QueryFilter<PictureFileDocument>,
  inSession: InSession,
): Promise<void> {
  const files = await pictureFiles.find(filter, { object: 1 }, inSession).lean();
  const ids = trusted({ $in: files.map((file) => file._id) });
  const withObject = files.filter(({ object }) => object !== undefined);
  if (withObject.length > 0) {
    const marker = (object: string | undefined) => ({ $set: { since: REMOVED, ...(object && { object }) } });
    await pictureUnfinished.bulkWrite(
      withObject.map(({ _id, object }) => ({ updateOne: { filter: { _id }, update: marker(object), upsert: true } })),
      inSession,
    );
  }
  await pictureChunks.deleteMany({ files_id: ids }, inSession);
  await pictureFiles.deleteMany({ ...filter, _id: ids }, inSession);
}

/** Returns no bytes if the object is lost: the picture is then reported as lost. */
async function readObject(objects: ObjectStore | undefined, file: PictureFileDocument): Promise<Buffer> {
  try {
    return objects ? await buffer(await objects.read(objectRef(file))) : Buffer.alloc(0);
  } catch (error) {
    if (error instanceof LostObjectError) return Buffer.alloc(0);
    throw error;
  }
}

function pictureOf({ filename, metadata }: PictureFileDocument): StoredPicture {
  return { name: filename, ...metadata };
}
