import mongoose, { type ClientSession, type QueryFilter } from 'mongoose';
import type { DeletedPosition, DeletedStore } from '../store.ts';
import { cvOf, STORED, type StoredFields } from './cvs.ts';
import type { DeletedCvDocument } from './documents.ts';
import { importOf } from './imports.ts';
import { insertDocument } from './insert.ts';
import type { Models } from './models.ts';
import { removePictures } from './pictures.ts';
import {
  claimsUntilDeletion,
  claimsUntilErasure,
  createMongoUniqueValues,
  tokensOf,
  tokenValue,
  type UniqueValues,
} from './unique-values.ts';

const { trusted } = mongoose;

/** The fields of a deleted CV that it had before. */
const AS_STORED = { ...STORED, deletedAt: 0, withUser: 0 };

type InSession = { session?: ClientSession };

/** Moves deleted documents to collections that no other query reads, and removes them when they are erased. */
export function createMongoDeleted(models: Models, session: ClientSession | null): DeletedStore {
  const { users, idempotency, versions, deletedUsers, deletedCvs, deletedImports } = models;
  const inSession: InSession = session ? { session } : {};
  const uniqueValues = createMongoUniqueValues(models, session);
  return {
    deleteUser: async ({ id, companyId }, at) => {
      const user = await users.findOne({ _id: id, companyId }, null, inSession).lean();
      if (!user) return [];
      await deletedUsers.insertMany([{ ...user, deletedAt: at }], inSession);
      await users.deleteOne({ _id: id, companyId }, inSession);
      await uniqueValues.release(claimsUntilDeletion(user));
      await idempotency.deleteMany({ companyId, userId: id }, inSession);
      return moveCvs(models, uniqueValues, { companyId, userId: id }, { deletedAt: at, withUser: true }, inSession);
    },
    deleteCv: async ({ id, companyId }, at) => {
      await moveCvs(models, uniqueValues, { companyId, _id: id }, { deletedAt: at, withUser: false }, inSession);
    },
    listUsers: async (deletedBefore, limit) => {
      const deleted = await deletedUsers
        .find({ deletedAt: trusted({ $lt: deletedBefore }) }, { companyId: 1, deletedAt: 1 }, inSession)
        .sort({ deletedAt: 1 })
        .limit(limit)
        .lean();
      const ofThem = {
        companyId: trusted({ $in: [...new Set(deleted.map((user) => user.companyId))] }),
        userId: trusted({ $in: deleted.map((user) => user._id) }),
      };
      // Without the hint, MongoDB would read a range of another index for each combination of company and user.
      const theirCvs = await deletedCvs.find(ofThem, { userId: 1 }, { ...inSession, hint: { userId: 1 } }).lean();
      const cvsByUser = Map.groupBy(theirCvs, (cv) => cv.userId);
      return deleted.map(({ _id, companyId, deletedAt }) => ({
        companyId,
        id: _id,
        deletedAt,
        cvIds: (cvsByUser.get(_id) ?? []).map((cv) => cv._id),
      }));
    },
    eraseUser: async (companyId, userId) => {
      const user = await deletedUsers
        .findOne({ _id: userId, companyId }, { slug: 1, formerSlugs: 1 }, inSession)
        .lean();
      if (!user) return [];
      const ofUser = { companyId, userId };
      const theirCvs = await deletedCvs.find(ofUser, { _id: 1 }, inSession).lean();
      await removePictures(models, { 'metadata.userId': userId }, inSession);
      await versions.deleteMany({ companyId, cvId: trusted({ $in: theirCvs.map((cv) => cv._id) }) }, inSession);
      await deletedImports.deleteMany(ofUser, inSession);
      await deletedCvs.deleteMany(ofUser, inSession);
      await deletedUsers.deleteOne({ _id: userId, companyId }, inSession);
      // Earlier versions released the slugs at the deletion, so others may have them.
      await uniqueValues.releaseOwn({ companyId, id: userId }, claimsUntilErasure(user));
      return theirCvs.map((cv) => cv._id);
    },
    listCvsOfUser: async ({ companyId, userId }, limit, after) => {
      const deleted = await deletedCvs
        .find(
          { companyId, userId, withUser: false, ...(after && deletedBefore(after)) },
          { 'content.title': 1, deletedAt: 1 },
          inSession,
        )
        .sort({ deletedAt: -1, _id: -1 })
        .limit(limit)
        .lean<DeletedCvDocument[]>();
      return deleted.map(({ _id, content, deletedAt }) => ({ id: _id, title: content.title, deletedAt }));
    },
    findCv: async ({ id, ...owner }) => {
      const found = await deletedCvs
        .findOne({ ...owner, _id: id, withUser: false }, AS_STORED, inSession)
        .lean<StoredFields>();
      return found ? cvOf(found) : undefined;
    },
    findImport: async ({ id, companyId }) => {
      const found = await deletedImports.findOne({ _id: id, companyId }, null, inSession).lean();
      return found ? importOf(found) : undefined;
    },
    takeCv: async ({ id, ...owner }) => {
      const filter = { ...owner, _id: id, withUser: false };
      const options = { ...inSession, projection: AS_STORED };
      const deleted = await deletedCvs.findOneAndDelete(filter, options).lean<StoredFields>();
      if (!deleted) return undefined;
      const ofCv = { _id: id, companyId: owner.companyId };
      const imported = await deletedImports.findOneAndDelete(ofCv, inSession).lean();
      if (imported) {
        const { deletedAt, ...record } = imported;
        await insertDocument(models.imports, record, session);
      }
      return cvOf(deleted);
    },
    listCvs: async (deletedBefore, limit) => {
      const deleted = await deletedCvs
        .find({ withUser: false, deletedAt: trusted({ $lt: deletedBefore }) }, { companyId: 1 }, inSession)
        .sort({ deletedAt: 1 })
        .limit(limit)
        .lean();
      return deleted.map(({ _id, companyId }) => ({ companyId, id: _id }));
    },
    eraseCv: async ({ companyId, id }, deletedBefore) => {
      // First, so that a concurrent restoration conflicts.
      const expired = { _id: id, companyId, withUser: false, deletedAt: trusted({ $lt: deletedBefore }) };
      const { deletedCount } = await deletedCvs.deleteOne(expired, inSession);
      if (deletedCount === 0) return false;
      await removePictures(models, { 'metadata.cvId': id }, inSession);
      await versions.deleteMany({ companyId, cvId: id }, inSession);
      await deletedImports.deleteOne({ _id: id, companyId }, inSession);
      return true;
    },
  };
}

/** The first condition bounds the read of the index. */
function deletedBefore({ deletedAt, id }: DeletedPosition): QueryFilter<DeletedCvDocument> {
  const isBefore = [{ deletedAt: trusted({ $lt: deletedAt }) }, { _id: trusted({ $lt: id }) }];
  return { deletedAt: trusted({ $lte: deletedAt }), $or: isBefore };
}

/** Moves CVs and their import records to the collections of deleted documents, and returns their ids. */
async function moveCvs(
  { cvs, imports, deletedCvs, deletedImports }: Models,
  uniqueValues: UniqueValues,
  filter: { companyId: number } & ({ userId: number } | { _id: number }),
  deletion: { deletedAt: Date; withUser: boolean },
  inSession: InSession,
): Promise<number[]> {
  const movedCvs = await cvs.find(filter, null, inSession).lean();
  const ids = movedCvs.map((cv) => cv._id);
  const ofCvs = { companyId: filter.companyId, _id: trusted({ $in: ids }) };
  const movedImports = await imports.find(ofCvs, null, inSession).lean();
  await deletedCvs.insertMany(
    movedCvs.map((cv) => ({ ...cv, published: false, links: [], ...deletion })),
    inSession,
  );
  await deletedImports.insertMany(
    movedImports.map((imported) => ({ ...imported, deletedAt: deletion.deletedAt })),
    inSession,
  );
  await imports.deleteMany(ofCvs, inSession);
  await cvs.deleteMany(filter, inSession);
  await uniqueValues.release(movedCvs.flatMap(tokensOf).map(tokenValue));
  return ids;
}
