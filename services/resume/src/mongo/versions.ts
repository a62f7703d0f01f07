import mongoose, { type ClientSession } from 'mongoose';
import type { CvKey, VersionStore } from '../store.ts';
import type { VersionDocument } from './documents.ts';
import { insertDocument } from './insert.ts';
import type { Models } from './models.ts';

const { trusted, Types } = mongoose;

export function createMongoVersions(
  { versions }: Pick<Models, 'versions'>,
  session: ClientSession | null,
): VersionStore {
  const inSession = session ? { session } : {};
  return {
    list: async (cv) => {
      const found = await versions.find(ofCv(cv), { content: 0, sections: 0 }, inSession).sort({ revision: -1 }).lean();
      return found.map(({ _id, companyId, cvId, ...head }) => head);
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
