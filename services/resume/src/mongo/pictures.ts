import { CHUNK_BYTES, chunksOf } from '@vitae/kit/gridfs';
import mongoose, { type ClientSession } from 'mongoose';
import type { StoredPicture } from '../cv/stored-picture.ts';
import type { Models } from './models.ts';
import type { PictureStore } from '../store.ts';
import type { PictureFileDocument } from './documents.ts';

const { trusted, Types } = mongoose;

/**
 * In GridFS, readable by any tool for it (specification: `pictures.files`, `pictures.chunks`). The
 * driver's bucket writes outside of transactions; a picture, which is one chunk or a few, comes and
 * goes with the change of its CV, so both collections are written here, and no byte is ever left behind.
 */
export function createMongoPictures(
  { pictureFiles: files, pictureChunks: chunks }: Pick<Models, 'pictureFiles' | 'pictureChunks'>,
  session: ClientSession | null,
): PictureStore {
  const inSession = session ? { session } : {};
  const entry = (name: string) => files.findOne({ filename: name }, null, inSession).lean();
  return {
    find: async (name) => {
      const found = await entry(name);
      return found ? pictureOf(found) : undefined;
    },
    read: async (name) => {
      const found = await entry(name);
      if (!found) return undefined;
      const parts = await chunks.find({ files_id: found._id }, { data: 1 }, inSession).sort({ n: 1 });
      const content = Buffer.concat(parts.map((part) => part.data));
      // Removed between the two reads.
      return content.length === found.length ? { ...pictureOf(found), content } : undefined;
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
      const found = await files.find({ filename: trusted({ $in: [...names] }) }, { _id: 1 }, inSession).lean();
      const ids = found.map((one) => one._id);
      await chunks.deleteMany({ files_id: trusted({ $in: ids }) }, inSession);
      await files.deleteMany({ _id: trusted({ $in: ids }) }, inSession);
    },
  };
}

function pictureOf({ filename, metadata }: PictureFileDocument): StoredPicture {
  return { name: filename, ...metadata };
}
