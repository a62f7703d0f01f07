import type { ClientSession, QueryFilter } from 'mongoose';
import mongoose from 'mongoose';
import type { Models } from './models.ts';
import type { DeletedStore } from '../store.ts';
import type { PictureFileDocument } from './documents.ts';

const { trusted } = mongoose;

/** Deleting moves, erasing removes: nothing that lists or reads looks where the moved ones are. */
export function createMongoDeleted(models: Models, session: ClientSession | null): DeletedStore {
  const { users, cvs, imports, answers, deletedUsers, deletedCvs, deletedImports, pictureFiles, pictureChunks } =
    models;
  const inSession = session ? { session } : {};
  const erasePictures = async (filter: QueryFilter<PictureFileDocument>) => {
    const found = await pictureFiles.find(filter, { _id: 1 }, inSession).lean();
    const ids = found.map((one) => one._id);
    await pictureChunks.deleteMany({ files_id: trusted({ $in: ids }) }, inSession);
    await pictureFiles.deleteMany({ _id: trusted({ $in: ids }) }, inSession);
  };
  const moveCvs = async (filter: { userId: number } | { _id: number }, deletedAt: Date, withUser: boolean) => {
    const found = await cvs.find(filter, null, inSession).lean();
    const ids = found.map((one) => one._id);
    const kept = await imports.find({ _id: trusted({ $in: ids }) }, null, inSession).lean();
    await deletedCvs.insertMany(
      found.map((one) => ({ ...one, published: false, deletedAt, withUser })),
      inSession,
    );
    await deletedImports.insertMany(
      kept.map((one) => ({ ...one, deletedAt })),
      inSession,
    );
    await imports.deleteMany({ _id: trusted({ $in: ids }) }, inSession);
    await cvs.deleteMany(filter, inSession);
    return ids;
  };
  return {
    deleteUser: async ({ id, companyId }, at) => {
      const found = await users.findOne({ _id: id, companyId }, null, inSession).lean();
      if (!found) return [];
      await deletedUsers.insertMany([{ ...found, deletedAt: at }], inSession);
      await users.deleteOne({ _id: id }, inSession);
      await answers.deleteMany({ userId: id }, inSession);
      return moveCvs({ userId: id }, at, true);
    },
    deleteCv: async ({ id }, at) => {
      await moveCvs({ _id: id }, at, false);
    },
    usersBefore: async (before, limit) => {
      const due = await deletedUsers
        .find({ deletedAt: trusted({ $lt: before }) }, { companyId: 1, deletedAt: 1 }, inSession)
        .sort({ deletedAt: 1 })
        .limit(limit)
        .lean();
      const theirs = await deletedCvs
        .find({ userId: trusted({ $in: due.map((one) => one._id) }) }, { userId: 1 }, inSession)
        .lean();
      const byUser = Map.groupBy(theirs, (one) => one.userId);
      return due.map(({ _id, companyId, deletedAt }) => ({
        companyId,
        id: _id,
        deletedAt,
        cvIds: (byUser.get(_id) ?? []).map((one) => one._id),
      }));
    },
    eraseUser: async (companyId, userId) => {
      const found = await deletedUsers.findOne({ _id: userId, companyId }, { _id: 1 }, inSession).lean();
      if (!found) return [];
      const theirs = await deletedCvs.find({ userId }, { _id: 1 }, inSession).lean();
      await erasePictures({ 'metadata.userId': userId });
      await deletedImports.deleteMany({ userId }, inSession);
      await deletedCvs.deleteMany({ userId }, inSession);
      await deletedUsers.deleteOne({ _id: userId }, inSession);
      return theirs.map((one) => one._id);
    },
    eraseCvsBefore: async (before, limit) => {
      const due = await deletedCvs
        .find({ withUser: false, deletedAt: trusted({ $lt: before }) }, { _id: 1 }, inSession)
        .sort({ deletedAt: 1 })
        .limit(limit)
        .lean();
      const ids = trusted({ $in: due.map((one) => one._id) });
      await erasePictures({ 'metadata.cvId': ids });
      await deletedImports.deleteMany({ _id: ids }, inSession);
      await deletedCvs.deleteMany({ _id: ids }, inSession);
      return due.map((one) => one._id);
    },
  };
}
