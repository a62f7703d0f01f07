import { withinCompanies } from '@vitae/kit/company-scope';
import { trusted } from 'mongoose';
import type { MetadataModel } from './mongo/schemas.ts';
import { keyFilter, searchUsersByKey } from './mongo/search.ts';
import { createMongoUpdate } from './mongo/update.ts';
import type { MetadataStore } from './store.ts';

export function createMongoStore(model: MetadataModel): MetadataStore {
  const filterCandidates = async (
    companyId: number,
    candidates: readonly number[],
    condition: Record<string, unknown>,
  ) => {
    const filter = { companyId, userId: trusted({ $in: [...candidates] }), ...condition };
    const documents = await model
      .find(filter, { _id: 0, userId: 1 })
      .hint({ companyId: 1, userId: 1 })
      .batchSize(candidates.length + 1)
      .lean();
    return documents.map(({ userId }) => userId);
  };

  return {
    find: async (users) => {
      const ids = users.map(({ companyId, userId }) => ({ companyId, id: userId }));
      return model.find(withinCompanies('userId', ids), { _id: 0, companyId: 1, userId: 1, keys: 1 }).lean();
    },
    update: createMongoUpdate(model),
    search: (companyId, pattern, page) => searchUsersByKey(model, companyId, pattern, page),
    holders: (companyId, pattern, candidates) =>
      filterCandidates(companyId, candidates, { hidden: false, ...keyFilter(pattern) }),
    holdersOrHidden: (companyId, pattern, candidates) =>
      filterCandidates(companyId, candidates, { $or: [{ hidden: true }, keyFilter(pattern)] }),
    hide: async (user) => {
      await model.updateOne(user, { $set: { hidden: true, exact: [], namespaces: [] } });
    },
    erase: async (user) => {
      await model.deleteOne(user);
    },
  };
}
