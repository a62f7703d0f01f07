import { notFound } from '@vitae/kit/errors';
import { createSequence } from '@vitae/kit/sequence';
import { inTransaction } from '@vitae/kit/transaction';
import { type ClientSession, type Connection, Schema } from 'mongoose';
import type { Limits } from '../keys/api-key.ts';

export type Company = { id: number; name: string; timeZone: string; limits: Limits };

/** The company with the version of its keys and limits. */
export type VersionedCompany = Company & { version: number };

/** What is written in the transaction of a change, such as its entry in the audit log. */
export type WithCompany = (after: VersionedCompany, before: Company, session: ClientSession) => Promise<void>;

export type CompanyStore = {
  create(name: string, timeZone: string): Promise<Company>;
  list(): Promise<Company[]>;
  find(id: number): Promise<VersionedCompany | undefined>;
  setLimits(id: number, limits: Partial<Limits>, alongside?: WithCompany): Promise<VersionedCompany>;
  /** Raises the version with a change of the company's keys, in the same transaction. */
  raiseVersion(id: number, session: ClientSession): Promise<number>;
};

export const DEFAULT_LIMITS: Limits = { standard: 250, intensive: 10 };
export const DEFAULT_TIME_ZONE = 'Europe/Paris';

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
    setLimits: (id, limits, alongside) => {
      const set = Object.fromEntries(Object.entries(limits).map(([type, limit]) => [`limits.${type}`, limit]));
      return inTransaction(connection, async (session) => {
        const found = await model
          .findByIdAndUpdate(id, { $set: set, $inc: { version: 1 } }, { returnDocument: 'before', session })
          .lean();
        if (!found) throw companyNotFound(id);
        const before = companyOf(found);
        const changed = { ...before, limits: { ...before.limits, ...limits }, version: found.version + 1 };
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

export function companyNotFound(id: number) {
  return notFound('company_not_found', `There is no company ${id}.`);
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
