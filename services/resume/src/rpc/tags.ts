import { parseBoundedJson } from '@vitae/kit/bounded-json';
import { requireCompany } from '@vitae/kit/caller';
import type { Handlers } from '@vitae/kit/grpc-server';
import { validate } from '@vitae/kit/validate';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import { tagInput, tagPatch } from '@vitae/proto/tag';
import type { ResumeDeps } from '../use-cases/deps.ts';
import { listTagUsers } from '../use-cases/list-users.ts';
import { createTag, deleteTag, getTag, listTags, updateTag } from '../use-cases/tags.ts';
import { associateTags, dissociateTags, listUserTags } from '../use-cases/user-tags.ts';
import * as wire from '../wire.ts';

export function tagHandlers(deps: ResumeDeps) {
  const list = listTags(deps);
  const get = getTag(deps);
  const create = createTag(deps);
  const update = updateTag(deps);
  const remove = deleteTag(deps);
  const listUsers = listTagUsers(deps);
  const listOfUser = listUserTags(deps);
  const associate = associateTags(deps);
  const dissociate = dissociateTags(deps);
  return {
    ListTags: async (request, { caller, signal }) => {
      const { page } = validate(wire.listTagsRequest, request);
      return wire.pageMessage(await list(requireCompany(caller), { ...page, signal }));
    },

    GetTag: async (request, { caller }) =>
      wire.documentMessage(await get(requireCompany(caller), validate(wire.ref, request).id)),

    CreateTag: async (request, { caller }) => {
      const { tag, idempotencyKey } = validate(wire.createTagRequest, request);
      return wire.documentMessage(
        await create(requireCompany(caller), validate(tagInput, parseBoundedJson(tag)), idempotencyKey),
      );
    },

    UpdateTag: async (request, { caller }) => {
      const { id, patch, ifRevision } = validate(wire.updateTagRequest, request);
      return wire.documentMessage(
        await update(requireCompany(caller), id, validate(tagPatch, parseBoundedJson(patch)), ifRevision),
      );
    },

    DeleteTag: async (request, { caller }) => {
      const { id, ifRevision } = validate(wire.conditionalRef, request);
      await remove(requireCompany(caller), id, ifRevision);
      return { id };
    },

    ListTagUsers: async (request, { caller, signal }) => {
      const { id, page } = validate(wire.listTagUsersRequest, request);
      return wire.pageMessage(await listUsers(requireCompany(caller), id, { ...page, signal }));
    },

    ListUserTags: async (request, { caller }) => {
      const { page } = validate(wire.pageOfUser, request);
      return wire.pageMessage(await listOfUser(requireCompany(caller), validate(wire.userRef, request), page));
    },

    AssociateTags: async (request, { caller }) =>
      wire.singlePageMessage(await associate(requireCompany(caller), validate(wire.changeTagsRequest, request))),

    DissociateTags: async (request, { caller }) =>
      wire.singlePageMessage(await dissociate(requireCompany(caller), validate(wire.changeTagsRequest, request))),
  } satisfies Partial<Handlers<ResumeServiceDefinition>>;
}
