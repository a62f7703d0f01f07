import { withinCompanies } from '@vitae/kit/company-scope';
import { queryOptions } from '@vitae/kit/mongo';
import type { MetadataDocument, MetadataModel } from './mongo/schemas.ts';
import { keyFilter, searchUsersByKey, USER_IDS } from './mongo/search.ts';
import { createMongoUpdate } from './mongo/update.ts';
import type { MetadataStore } from './store.ts';

export function createMongoStore(model: MetadataModel): MetadataStore {
  const filterCandidates = async (
    companyId: number,
    candidates: readonly number[],
    condition: Record<string, unknown>,
    signal: AbortSignal | undefined,
  ) => {
    const filter = { companyId, userId: { $in: [...candidates] }, ...condition };
    const options = { ...USER_IDS, hint: { companyId: 1, userId: 1 }, batchSize: candidates.length + 1 };
    const found = model.collection.find<MetadataDocument>(filter as never, { ...options, ...queryOptions(signal) });
    const documents = await found.toArray();
    return documents.map(({ userId }) => userId);
  };

  return {
    find: async (users) => {
      const ids = users.map(({ companyId, userId }) => ({ companyId, id: userId }));
      return model.find(withinCompanies('userId', ids), { _id: 0, companyId: 1, userId: 1, keys: 1 }).lean();
    },
    update: createMongoUpdate(model),
    search: (companyId, pattern, page, signal) => searchUsersByKey(model, companyId, pattern, page, signal),
    holders: (companyId, pattern, candidates, signal) =>
      filterCandidates(companyId, candidates, { hidden: false, ...keyFilter(pattern) }, signal),
    holdersOrHidden: (companyId, pattern, candidates, signal) =>
      filterCandidates(companyId, candidates, { $or: [{ hidden: true }, keyFilter(pattern)] }, signal),
    hide: async (user) => {
      await model.updateOne(user, { $set: { hidden: true, exact: [], namespaces: [] } });
    },
    erase: async (user) => {
      await model.deleteOne(user);
    },
  };
}
