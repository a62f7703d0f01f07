import mongoose, { type ClientSession } from 'mongoose';
import { picturesOf } from '../pictures/pictures-of.ts';
import type { CvKey, VersionStore } from '../store.ts';
import type { VersionDocument } from './documents.ts';
import { insertDocument } from './insert.ts';
import type { Models } from './models.ts';

const { trusted, Types } = mongoose;

/** The fields of a head, and those that name pictures with the ids of their items. */
const HEAD = {
  ...{ _id: 0, revision: 1, at: 1, title: 1, digest: 1, undoneTo: 1, photo: 1 },
  ...{ 'content.experiences.experience.id': 1, 'content.experiences.experience.logo': 1 },
  ...{ 'content.portfolios.portfolio.id': 1, 'content.portfolios.portfolio.path': 1 },
} as const;

export function createMongoVersions(
  { versions }: Pick<Models, 'versions'>,
  session: ClientSession | null,
): VersionStore {
  const inSession = session ? { session } : {};
  return {
    list: async (cv) => {
      const found = await versions.find(ofCv(cv), HEAD, inSession).sort({ revision: -1 }).lean<VersionDocument[]>();
      return found.map((version) => ({ ...version, pictures: picturesOf(version) }));
    },
    find: async (cv, revision) => {
      const found = await versions.findOne({ ...ofCv(cv), revision }, null, inSession).lean<VersionDocument>();
      if (!found) return undefined;
      const { _id, companyId, cvId, ...version } = found;
      return version;
    },
    insert: (cv, version) => insertDocument(versions, { _id: new Types.ObjectId(), ...ofCv(cv), ...version }, session),
    remove: async (cv, revision) => {
      await versions.deleteOne({ ...ofCv(cv), revision }, inSession);
    },
    removeUpTo: async (cv, revision) => {
      await versions.deleteMany({ ...ofCv(cv), revision: trusted({ $lte: revision }) }, inSession);
    },
  };
}

const ofCv = ({ companyId, id }: CvKey) => ({ companyId, cvId: id });
