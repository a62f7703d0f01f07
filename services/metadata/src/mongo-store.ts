import { withinCompanies } from '@vitae/kit/company-scope';
import type { MetadataModel } from './model.ts';
import { holding, searchIn } from './mongo-search.ts';
import { createMongoUpdate } from './mongo-update.ts';
import type { MetadataStore } from './store.ts';

export function createMongoStore(model: MetadataModel): MetadataStore {
  const idsAmong = async (companyId: number, candidates: readonly number[], condition: object) => {
    const filter = { companyId, userId: { $in: [...candidates] }, ...condition };
    const documents = await model.collection.find(filter, { projection: { _id: 0, userId: 1 }, hint: { companyId: 1, userId: 1 } }).toArray();
    return documents.map((one) => one.userId as number);
  };

  return {
    find: async (users) => {
      const ids = users.map(({ companyId, userId }) => ({ companyId, id: userId }));
      return model.find(withinCompanies('userId', ids), { _id: 0, companyId: 1, userId: 1, keys: 1 }).lean();
    },
    update: createMongoUpdate(model),
    search: (companyId, pattern, page) => searchIn(model, companyId, pattern, page),
    holders: (companyId, pattern, candidates) => idsAmong(companyId, candidates, { hidden: false, ...holding(pattern) }),
    holdersOrHidden: (companyId, pattern, candidates) => idsAmong(companyId, candidates, { $or: [{ hidden: true }, holding(pattern)] }),
    hide: async (user) => {
      await model.updateOne(user, { $set: { hidden: true } });
    },
    erase: async (user) => {
      await model.deleteOne(user);
    },
  };
}
