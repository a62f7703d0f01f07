import { VitaeError } from '@vitae/kit/errors';
import { isDuplicateKey } from '@vitae/kit/mongo-errors';
import { createSequence } from '@vitae/kit/sequence';
import { findFreeSlug } from '@vitae/kit/slug';
import { inTransaction } from '@vitae/kit/transaction';
import { type Connection, type Model, Schema, trusted } from 'mongoose';
import type { Limits } from '../quota/quota-types.ts';
import {
  type Company,
  type CompanyStore,
  companyNotFound,
  DEFAULT_LIMITS,
  defaultSlug,
  requireSlug,
  type VersionedCompany,
  type WithCompany,
} from './company-store.ts';

type CompanyDocument = {
  _id: number;
  name: string;
  slug?: string;
  timeZone: string;
  limits: Limits;
  version: number;
  createdAt: Date;
};

export function createCompanyStore(connection: Connection): CompanyStore {
  const ids = createSequence(connection, 'company');
  const model = connection.model<CompanyDocument>('Company', companySchema());
  const change = (id: number, set: Record<string, unknown>, alongside?: WithCompany): Promise<VersionedCompany> =>
    inTransaction(connection, async (session) => {
      const update = { $set: set, $inc: { version: 1 } };
      const before = await model.findById(id, null, { session }).lean();
      const document = await model.findByIdAndUpdate(id, update, { returnDocument: 'after', session }).lean();
      if (!before || !document) throw companyNotFound(id);
      const changed = { ...companyOf(document), version: document.version };
      await alongside?.(changed, companyOf(before), session);
      return changed;
    });
  return {
    create: async (name, timeZone, slug) => {
      if (slug !== undefined) requireSlug(slug);
      const _id = await ids.next();
      const fields = { _id, name, timeZone, limits: DEFAULT_LIMITS, version: 1, createdAt: new Date() };
      const insert = async (chosen: string) => {
        const document = { ...fields, slug: chosen };
        await model.create(document);
        return companyOf(document);
      };
      return slug === undefined
        ? withFreeSlug(model, { id: _id, name }, insert)
        : insert(slug).catch((error: unknown) => rejectTakenSlug(error, slug));
    },
    list: async () => (await model.find().sort({ _id: 1 }).lean()).map(companyOf),
    find: async (id) => {
      const document = await model.findById(id).lean();
      return document ? { ...companyOf(document), version: document.version } : undefined;
    },
    findByAddress: async (address) => {
      const isId = /^[1-9]\d{0,14}$/.test(address);
      const document = await model.findOne(isId ? { _id: Number(address) } : { slug: address.toLowerCase() }).lean();
      return document ? companyOf(document) : undefined;
    },
    timeZonesOf: async (ids) => {
      const found = await model.find({ _id: trusted({ $in: ids }) }, { timeZone: 1 }).lean();
      return new Map(found.map(({ _id, timeZone }) => [_id, timeZone]));
    },
    setSlug: async (id, slug, alongside) =>
      change(id, { slug: requireSlug(slug) }, alongside).catch((error: unknown) => rejectTakenSlug(error, slug)),
    setLimits: (id, limits, alongside) => {
      const set = Object.fromEntries(Object.entries(limits).map(([type, limit]) => [`limits.${type}`, limit]));
      return change(id, set, alongside);
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

const BATCH = 500;

/** Assigns slugs to the companies of earlier versions. Reads only these. Several processes may do so at the same time. */
export async function assignSlugs(model: Model<CompanyDocument>): Promise<void> {
  for (let last = 0; ; ) {
    const batch = await model
      .find({ _id: trusted({ $gt: last }), slug: null }, { name: 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean();
    for (const { _id, name } of batch)
      await withFreeSlug(model, { id: _id, name }, async (slug) => {
        await model.updateOne({ _id, slug: null }, { $set: { slug } });
      });
    const end = batch.at(-1);
    if (!end) return;
    last = end._id;
  }
}

/** Stores a free slug, and another one if a concurrent write takes it before. */
async function withFreeSlug<T>(
  model: Model<CompanyDocument>,
  company: Pick<Company, 'id' | 'name'>,
  store: (slug: string) => Promise<T>,
): Promise<T> {
  for (;;) {
    const slug = await findFreeSlug(defaultSlug(company), async (slugs) => {
      const taken = await model.find({ slug: trusted({ $in: slugs }) }, { slug: 1 }).lean();
      return new Set(taken.map((one) => one.slug ?? ''));
    });
    try {
      return await store(slug);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

function rejectTakenSlug(error: unknown, slug: string): never {
  if (!isDuplicateKey(error)) throw error;
  throw new VitaeError('ALREADY_EXISTS', 'slug_taken', `Another company has the slug ${slug}. Choose another one.`, {
    cause: error,
  });
}

function companySchema(): Schema<CompanyDocument> {
  const schema = new Schema<CompanyDocument>(
    {
      _id: Number,
      name: String,
      slug: String,
      timeZone: String,
      limits: { standard: Number, intensive: Number },
      version: Number,
      createdAt: Date,
    },
    { collection: 'companies', versionKey: false },
  );
  schema.index({ slug: 1 }, { unique: true, partialFilterExpression: { slug: { $exists: true } } });
  // Companies of earlier versions (assignSlugs). Otherwise empty.
  schema.index({ _id: 1, slug: 1 }, { partialFilterExpression: { slug: null } });
  return schema;
}

function companyOf({ _id, name, slug, timeZone, limits }: CompanyDocument): Company {
  return { id: _id, name, slug, timeZone, limits: { standard: limits.standard, intensive: limits.intensive } };
}
