import { handleBatch } from '@vitae/kit/batch-handler';
import { type Caller, requireCompany, userInScope } from '@vitae/kit/caller';
import { invalid } from '@vitae/kit/errors';
import type { Handlers } from '@vitae/kit/grpc-server';
import { validate } from '@vitae/kit/validate';
import type { MetadataServiceDefinition } from '@vitae/proto/gen/cv/metadata/v1/MetadataService';
import type { MetadataStore } from './store.ts';
import type { createGetMetadata } from './use-cases/get-metadata.ts';
import type { createMatchUsers } from './use-cases/match-users.ts';
import type { createSearchUsers } from './use-cases/search-users.ts';
import type { createUpdateMetadata } from './use-cases/update-metadata.ts';
import { matchRequest, searchRequest, updateRequest, userRef } from './wire.ts';

export type UseCases = {
  getMetadata: ReturnType<typeof createGetMetadata>;
  updateMetadata: ReturnType<typeof createUpdateMetadata>;
  searchUsers: ReturnType<typeof createSearchUsers>;
  matchUsers: ReturnType<typeof createMatchUsers>;
  hideUser: MetadataStore['hide'];
  eraseUser: MetadataStore['erase'];
};

export function createHandlers(useCases: UseCases): Handlers<MetadataServiceDefinition> {
  return {
    BatchGetMetadata: ({ items }) =>
      handleBatch(
        items,
        (item, caller) => userInScope(caller, validate(userRef, item).userId),
        async (users) => (await useCases.getMetadata(users)).map((keys) => ({ keys })),
      ),

    UpdateMetadata: async (request, { caller, signal }) => {
      const { changes } = validate(updateRequest, request);
      for (const userId of changes.flatMap((change) => change.userIds)) userInScope(caller, userId);
      return { users: await useCases.updateMetadata({ companyId: requireCompany(caller).companyId, changes, signal }) };
    },

    SearchUsers: async (request, { caller }) => {
      const { companyId } = wholeCompany(caller);
      const { query, limit, cursor } = validate(searchRequest, request);
      return useCases.searchUsers({ companyId, pattern: query.pattern, limit, cursor });
    },

    MatchUsers: async (request, { caller }) => {
      const { query, candidates } = validate(matchRequest, request);
      for (const userId of candidates) userInScope(caller, userId);
      return {
        userIds: await useCases.matchUsers({ companyId: requireCompany(caller).companyId, ...query, candidates }),
      };
    },

    HideUser: async (request, { caller }) => {
      await useCases.hideUser(userInScope(caller, validate(userRef, request).userId));
      return {};
    },
    EraseUser: async (request, { caller }) => {
      await useCases.eraseUser(userInScope(caller, validate(userRef, request).userId));
      return {};
    },
  };
}

/** An application sees only users who let it: it has to say which, so it cannot search them all. */
function wholeCompany(caller: Caller): Caller {
  if (caller.userId === 0 && caller.applicationId === 0) return requireCompany(caller);
  throw invalid('An application matches the users that it may see; it does not search a company.');
}
