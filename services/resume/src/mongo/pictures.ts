import { CHUNK_BYTES, chunksOf } from '@vitae/kit/gridfs';
import mongoose, { type ClientSession } from 'mongoose';
import type { StoredPicture } from '../model.ts';
import type { PictureStore } from '../store.ts';
import type { PictureFileDocument } from './documents.ts';
import type { Models } from './models.ts';

const { trusted, Types } = mongoose;

/**
 * Stores pictures in GridFS, so that any GridFS tool can read them. The driver's GridFSBucket does
 * not support transactions, so this store writes both collections itself.
 */
export function createMongoPictures(
  { pictureFiles: files, pictureChunks: chunks }: Pick<Models, 'pictureFiles' | 'pictureChunks'>,
  session: ClientSession | null,
): PictureStore {
  const inSession = session ? { session } : {};
  const findFile = (name: string) => files.findOne({ filename: name }, null, inSession).lean();
  return {
    find: async (name) => {
      const file = await findFile(name);
      return file ? pictureOf(file) : undefined;
    },
    read: async (name) => {
      const file = await findFile(name);
      if (!file) return undefined;
      const parts = await chunks.find({ files_id: file._id }, { data: 1 }, inSession).sort({ n: 1 });
      const content = Buffer.concat(parts.map((part) => part.data));
      // The lengths differ if the picture was removed between the two reads.
      return content.length === file.length ? { ...pictureOf(file), content } : undefined;
    },
    insert: async ({ name, content, ...metadata }, at) => {
      const _id = new Types.ObjectId();
      await chunks.insertMany(chunksOf(_id, content), inSession);
      const { length } = content;
      await files.create(
        [{ _id, length, chunkSize: CHUNK_BYTES, uploadDate: at, filename: name, metadata }],
        inSession,
      );
    },
    remove: async (names) => {
      if (names.length === 0) return;
      const removed = await files.find({ filename: trusted({ $in: [...names] }) }, { _id: 1 }, inSession).lean();
      const ids = removed.map((file) => file._id);
      await chunks.deleteMany({ files_id: trusted({ $in: ids }) }, inSession);
      await files.deleteMany({ _id: trusted({ $in: ids }) }, inSession);
    },
  };
}

function pictureOf({ filename, metadata }: PictureFileDocument): StoredPicture {
  return { name: filename, ...metadata };
}
