import type { ClientSession } from 'mongoose';
import mongoose from 'mongoose';
import type { DeletedStore } from '../store.ts';
import type { Models } from './models.ts';
import { createMongoNames, type Names, tokenName, userNames } from './names.ts';
import { removePictures } from './pictures.ts';

const { trusted } = mongoose;

type InSession = { session?: ClientSession };

/** Moves deleted documents to collections that no other query reads, and removes them when they are erased. */
export function createMongoDeleted(models: Models, session: ClientSession | null): DeletedStore {
  const { users, idempotency, deletedUsers, deletedCvs, deletedImports } = models;
  const inSession: InSession = session ? { session } : {};
  const names = createMongoNames(models, session);
  return {
    deleteUser: async ({ id, companyId }, at) => {
      const user = await users.findOne({ _id: id, companyId }, null, inSession).lean();
      if (!user) return [];
      await deletedUsers.insertMany([{ ...user, deletedAt: at }], inSession);
      await users.deleteOne({ _id: id, companyId }, inSession);
      await names.release(Object.values(userNames(user)));
      await idempotency.deleteMany({ companyId, userId: id }, inSession);
      return moveCvs(models, names, { companyId, userId: id }, { deletedAt: at, withUser: true }, inSession);
    },
    deleteCv: async ({ id, companyId }, at) => {
      await moveCvs(models, names, { companyId, _id: id }, { deletedAt: at, withUser: false }, inSession);
    },
    listUsers: async (deletedBefore, limit) => {
      const deleted = await deletedUsers
        .find({ deletedAt: trusted({ $lt: deletedBefore }) }, { companyId: 1, deletedAt: 1 }, inSession)
        .sort({ deletedAt: 1 })
        .limit(limit)
        .lean();
      const theirCvs = await deletedCvs
        .find({ userId: trusted({ $in: deleted.map((user) => user._id) }) }, { userId: 1 }, inSession)
        .lean();
      const cvsByUser = Map.groupBy(theirCvs, (cv) => cv.userId);
      return deleted.map(({ _id, companyId, deletedAt }) => ({
        companyId,
        id: _id,
        deletedAt,
        cvIds: (cvsByUser.get(_id) ?? []).map((cv) => cv._id),
      }));
    },
    eraseUser: async (companyId, userId) => {
      const user = await deletedUsers.findOne({ _id: userId, companyId }, { _id: 1 }, inSession).lean();
      if (!user) return [];
      const theirCvs = await deletedCvs.find({ userId }, { _id: 1 }, inSession).lean();
      await removePictures(models, { 'metadata.userId': userId }, inSession);
      await deletedImports.deleteMany({ userId }, inSession);
      await deletedCvs.deleteMany({ userId }, inSession);
      await deletedUsers.deleteOne({ _id: userId }, inSession);
      return theirCvs.map((cv) => cv._id);
    },
    eraseCvs: async (deletedBefore, limit) => {
      const deleted = await deletedCvs
        .find({ withUser: false, deletedAt: trusted({ $lt: deletedBefore }) }, { _id: 1 }, inSession)
        .sort({ deletedAt: 1 })
        .limit(limit)
        .lean();
      const ids = trusted({ $in: deleted.map((cv) => cv._id) });
      await removePictures(models, { 'metadata.cvId': ids }, inSession);
      await deletedImports.deleteMany({ _id: ids }, inSession);
      await deletedCvs.deleteMany({ _id: ids }, inSession);
      return deleted.map((cv) => cv._id);
    },
  };
}

/** Moves CVs and their import records to the collections of deleted documents, and returns their ids. */
async function moveCvs(
  { cvs, imports, deletedCvs, deletedImports }: Models,
  names: Names,
  filter: { companyId: number } & ({ userId: number } | { _id: number }),
  deletion: { deletedAt: Date; withUser: boolean },
  inSession: InSession,
): Promise<number[]> {
  const movedCvs = await cvs.find(filter, null, inSession).lean();
  const ids = movedCvs.map((cv) => cv._id);
  const ofCvs = { companyId: filter.companyId, _id: trusted({ $in: ids }) };
  const movedImports = await imports.find(ofCvs, null, inSession).lean();
  await deletedCvs.insertMany(
    movedCvs.map((cv) => ({ ...cv, published: false, ...deletion })),
    inSession,
  );
  await deletedImports.insertMany(
    movedImports.map((imported) => ({ ...imported, deletedAt: deletion.deletedAt })),
    inSession,
  );
  await imports.deleteMany(ofCvs, inSession);
  await cvs.deleteMany(filter, inSession);
  await names.release(movedCvs.map((cv) => tokenName(cv.token)));
  return ids;
}
