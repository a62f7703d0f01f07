import { handleBatch } from '@vitae/kit/batch-handler';
import { type Caller, requireCompany, userInScope } from '@vitae/kit/caller';
import { invalid } from '@vitae/kit/errors';
import type { Handlers } from '@vitae/kit/grpc-server';
import { validate } from '@vitae/kit/validate';
import type { MetadataServiceDefinition } from '@vitae/proto/gen/cv/metadata/v1/MetadataService';
import type { MetadataDeps } from './store.ts';
import { getMetadata } from './use-cases/get-metadata.ts';
import { matchUsers } from './use-cases/match-users.ts';
import { searchUsers } from './use-cases/search-users.ts';
import { updateMetadata } from './use-cases/update-metadata.ts';
import { matchRequest, searchRequest, updateRequest, userRef } from './wire.ts';

export function createHandlers(deps: MetadataDeps): Handlers<MetadataServiceDefinition> {
  const get = getMetadata(deps);
  const update = updateMetadata(deps);
  const search = searchUsers(deps);
  const match = matchUsers(deps);
  return {
    BatchGetMetadata: ({ items }) =>
      handleBatch(
        items,
        (item, caller) => userInScope(caller, validate(userRef, item).userId),
        async (users) => (await get(users)).map((keys) => ({ keys })),
      ),

    UpdateMetadata: async (request, { caller, signal, releaseSlot }) => {
      const { changes } = validate(updateRequest, request);
      for (const userId of changes.flatMap((change) => change.userIds)) userInScope(caller, userId);
      releaseSlot(); // updates of a company share one transaction, so they use one connection
      return { users: await update({ companyId: requireCompany(caller).companyId, changes, signal }) };
    },

    SearchUsers: async (request, { caller, signal }) => {
      const { companyId } = requireCompanyScope(caller);
      const { query, limit, cursor } = validate(searchRequest, request);
      return search({ companyId, pattern: query.pattern, limit, cursor, signal });
    },

    MatchUsers: async (request, { caller, signal }) => {
      const { query, candidates } = validate(matchRequest, request);
      for (const userId of candidates) userInScope(caller, userId);
      return { userIds: await match({ companyId: requireCompany(caller).companyId, ...query, candidates, signal }) };
    },

    HideUser: async (request, { caller }) => {
      await deps.store.hide(userInScope(caller, validate(userRef, request).userId));
      return {};
    },
    EraseUser: async (request, { caller }) => {
      await deps.store.erase(userInScope(caller, validate(userRef, request).userId));
      return {};
    },
  };
}

/** Applications can access only users who authorized them, so they cannot search all users of a company. */
function requireCompanyScope(caller: Caller): Caller {
  if (caller.userId === 0 && caller.applicationId === 0) return requireCompany(caller);
  throw invalid('An application cannot search all users of a company. Match the users that it can access instead.');
}
