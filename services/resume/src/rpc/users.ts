import { handleBatch } from '@vitae/kit/batch-handler';
import { parseBoundedJson } from '@vitae/kit/bounded-json';
import { requireCompany } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { Handlers } from '@vitae/kit/grpc-server';
import { validate } from '@vitae/kit/validate';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import { userInput, userPatch } from '@vitae/proto/user-record';
import { listChangedUsers } from '../use-cases/changed-users.ts';
import { createUser } from '../use-cases/create-user.ts';
import { deleteUser, eraseDeletedCvs, eraseUser, listDeletedUsers } from '../use-cases/delete-user.ts';
import type { ResumeDeps } from '../use-cases/deps.ts';
import { listUsers, searchUsers } from '../use-cases/list-users.ts';
import { readUsers } from '../use-cases/read-users.ts';
import { setUserManager } from '../use-cases/set-user-manager.ts';
import { changeUsername, updateUser } from '../use-cases/update-user.ts';
import { getUserProfile } from '../use-cases/user-profile.ts';
import { getUserSlugs, releaseUserSlug, setUserSlug } from '../use-cases/user-slug.ts';
import * as wire from '../wire.ts';

export function userHandlers(deps: ResumeDeps) {
  const read = readUsers(deps);
  const create = createUser(deps);
  const update = updateUser(deps);
  const rename = changeUsername(deps);
  const setSlug = setUserSlug(deps);
  const releaseSlug = releaseUserSlug(deps);
  const getSlugs = getUserSlugs(deps);
  const remove = deleteUser(deps);
  const list = listUsers(deps);
  const search = searchUsers(deps);
  const listChanged = listChangedUsers(deps);
  const setManager = setUserManager(deps);
  const getProfile = getUserProfile(deps);
  return {
    BatchGetUsers: ({ items }) =>
      handleBatch(
        items,
        (item, caller) => ({ caller, key: validate(wire.userRef, item.user ?? {}) }),
        async (reads) =>
          (await read(reads)).map((user) =>
            user instanceof VitaeError ? user : { document: wire.documentMessage(user) },
          ),
      ),

    CreateUser: async (request, { caller }) => {
      const { user, idempotencyKey } = validate(wire.createUserRequest, request);
      return wire.documentMessage(
        await create(requireCompany(caller), validate(userInput, parseBoundedJson(user)), idempotencyKey),
      );
    },

    UpdateUser: async (request, { caller }) => {
      const { user: ref, patch, ifRevision } = validate(wire.updateUserRequest, request);
      return wire.documentMessage(
        await update(requireCompany(caller), ref, validate(userPatch, parseBoundedJson(patch)), ifRevision),
      );
    },

    ChangeUsername: async (request, { caller }) => {
      const { user, username } = validate(wire.changeUsernameRequest, request);
      return wire.documentMessage(await rename(requireCompany(caller), user, username));
    },

    SetUserSlug: async (request, { caller }) => {
      const { user, slug } = validate(wire.userSlugRequest, request);
      return wire.documentMessage(await setSlug(requireCompany(caller), user, slug));
    },

    ReleaseUserSlug: async (request, { caller }) => {
      const { user, slug } = validate(wire.userSlugRequest, request);
      return { released: await releaseSlug(requireCompany(caller), user, slug) };
    },

    GetUserSlugs: (request, { caller }) => getSlugs(requireCompany(caller), validate(wire.userRef, request)),

    DeleteUser: async (request, { caller }) => {
      const { ifRevision } = validate(wire.condition, request);
      return remove(requireCompany(caller), validate(wire.userRef, request), ifRevision);
    },

    ListUsers: async (request, { caller, signal }) => {
      const { kinds, page } = validate(wire.listUsersRequest, request);
      return wire.pageMessage(await list(requireCompany(caller), kinds, { ...page, signal }));
    },

    SearchUsers: async (request, { caller, signal }) => {
      const { term, page } = validate(wire.searchUsersRequest, request);
      return wire.pageMessage(await search(requireCompany(caller), term, { ...page, signal }));
    },

    ListChangedUsers: async (request, { caller, signal }) =>
      listChanged(requireCompany(caller), { ...validate(wire.listChangedUsersRequest, request), signal }),

    SetUserManager: async (request, { caller }) => {
      const { user, managerId, ifRevision } = validate(wire.setUserManagerRequest, request);
      return wire.documentMessage(await setManager(requireCompany(caller), user, managerId, ifRevision));
    },

    GetUserProfile: async (request, { caller }) =>
      wire.documentMessage(await getProfile(requireCompany(caller), validate(wire.userRef, request))),
  } satisfies Partial<Handlers<ResumeServiceDefinition>>;
}

/** Handlers for the erasure of deleted data of all companies. */
export function erasureHandlers(deps: ResumeDeps) {
  const listDeleted = listDeletedUsers(deps);
  const erase = eraseUser(deps);
  const eraseCvs = eraseDeletedCvs(deps);
  return {
    ListDeletedUsers: async (request) => {
      const { deletedBefore, limit } = validate(wire.deletedBeforeRequest, request);
      const users = await listDeleted(deletedBefore, limit);
      return { users: users.map((user) => ({ ...user, deletedAt: user.deletedAt.getTime() })) };
    },

    EraseUser: (request) => {
      const { companyId, id } = validate(wire.eraseUserRequest, request);
      return erase(companyId, id);
    },

    EraseDeletedCvs: async (request) => {
      const { deletedBefore, limit } = validate(wire.deletedBeforeRequest, request);
      return { cvIds: await eraseCvs(deletedBefore, limit) };
    },
  } satisfies Partial<Handlers<ResumeServiceDefinition>>;
}
