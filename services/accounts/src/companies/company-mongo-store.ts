import { createSequence } from '@vitae/kit/sequence';
import { inTransaction } from '@vitae/kit/transaction';
import { type Connection, Schema, trusted } from 'mongoose';
import type { Limits } from '../quota/quota-types.ts';
import { type Company, type CompanyStore, companyNotFound, DEFAULT_LIMITS } from './company-store.ts';

type CompanyDocument = {
  _id: number;
  name: string;
  timeZone: string;
  limits: Limits;
  version: number;
  createdAt: Date;
};

export function createCompanyStore(connection: Connection): CompanyStore {
  const ids = createSequence(connection, 'company');
  const model = connection.model<CompanyDocument>('Company', companySchema());
  return {
    create: async (name, timeZone) => {
      const document = {
        _id: await ids.next(),
        name,
        timeZone,
        limits: DEFAULT_LIMITS,
        version: 1,
        createdAt: new Date(),
      };
      await model.create(document);
      return companyOf(document);
    },
    list: async () => (await model.find().sort({ _id: 1 }).lean()).map(companyOf),
    find: async (id) => {
      const document = await model.findById(id).lean();
      return document ? { ...companyOf(document), version: document.version } : undefined;
    },
    timeZonesOf: async (ids) => {
      const found = await model.find({ _id: trusted({ $in: ids }) }, { timeZone: 1 }).lean();
      return new Map(found.map(({ _id, timeZone }) => [_id, timeZone]));
    },
    idsAfter: async (id, limit) => {
      const found = await model
        .find({ _id: trusted({ $gt: id }) }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean();
      return found.map(({ _id }) => _id);
    },
    setLimits: (id, limits, alongside) => {
      const set = Object.fromEntries(Object.entries(limits).map(([type, limit]) => [`limits.${type}`, limit]));
      return inTransaction(connection, async (session) => {
        const document = await model
          .findByIdAndUpdate(id, { $set: set, $inc: { version: 1 } }, { returnDocument: 'before', session })
          .lean();
        if (!document) throw companyNotFound(id);
        const before = companyOf(document);
        const changed = { ...before, limits: { ...before.limits, ...limits }, version: document.version + 1 };
        await alongside?.(changed, before, session);
        return changed;
      });
    },
    raiseVersion: async (id, session) => {
      const document = await model
        .findByIdAndUpdate(id, { $inc: { version: 1 } }, { returnDocument: 'after', session })
        .lean();
      if (!document) throw companyNotFound(id);
      return document.version;
    },
  };
}

function companySchema(): Schema<CompanyDocument> {
  return new Schema<CompanyDocument>(
    {
      _id: Number,
      name: String,
      timeZone: String,
      limits: { standard: Number, intensive: Number },
      version: Number,
      createdAt: Date,
    },
    { collection: 'companies', versionKey: false },
  );
}

function companyOf({ _id, name, timeZone, limits }: CompanyDocument): Company {
  return { id: _id, name, timeZone, limits: { standard: limits.standard, intensive: limits.intensive } };
}
