import { answerBatch } from '@vitae/kit/batch-answer';
import { parseBoundedJson } from '@vitae/kit/bounded-json';
import { requireCompany } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import type { Handlers } from '@vitae/kit/grpc-server';
import { validate } from '@vitae/kit/validate';
import { contracts } from '@vitae/proto/contract';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import { userInput, userPatch } from '@vitae/proto/user-record';
import type { ResumeDeps } from './deps.ts';
import { createCv } from './use-cases/create-cv.ts';
import { createUser } from './use-cases/create-user.ts';
import { getExportSource } from './use-cases/export-source.ts';
import { readCvs } from './use-cases/read-cvs.ts';
import { readUsers } from './use-cases/read-users.ts';
import { replaceCv } from './use-cases/replace-cv.ts';
import { updateUser } from './use-cases/update-user.ts';
import {
  createCvRequest,
  createdCvMessage,
  createUserRequest,
  cvRef,
  documentMessage,
  exportSourceMessage,
  exportSourceRequest,
  renderedMessage,
  replaceCvRequest,
  updateUserRequest,
  userRef,
} from './wire.ts';

export function createHandlers(deps: ResumeDeps): Handlers<ResumeServiceDefinition> {
  const run = {
    readCvs: readCvs(deps),
    readUsers: readUsers(deps),
    createUser: createUser(deps),
    updateUser: updateUser(deps),
    createCv: createCv(deps),
    replaceCv: replaceCv(deps),
    getExportSource: getExportSource(deps),
  };
  return {
    ...notYet(),
    BatchGetCvs: ({ items }) =>
      answerBatch(
        items,
        (item, caller) => ({ caller, key: validate(cvRef, item) }),
        async (reads) => (await run.readCvs(reads)).map((cv) => (cv instanceof VitaeError ? cv : { document: renderedMessage(cv) })),
      ),

    BatchGetUsers: ({ items }) =>
      answerBatch(
        items,
        (item, caller) => ({ caller, key: validate(userRef, item.user ?? {}) }),
        async (reads) => (await run.readUsers(reads)).map((user) => (user instanceof VitaeError ? user : { document: documentMessage(user) })),
      ),

    GetExportSource: async (request, { caller }) => {
      const { id, addressOnly } = validate(exportSourceRequest, request);
      return exportSourceMessage(await run.getExportSource(requireCompany(caller), id, addressOnly));
    },

    CreateUser: async (request, { caller }) => {
      const { user, idempotencyKey } = validate(createUserRequest, request);
      return documentMessage(await run.createUser(requireCompany(caller), validate(userInput, parseBoundedJson(user)), idempotencyKey));
    },

    UpdateUser: async (request, { caller }) => {
      const { user, patch } = validate(updateUserRequest, request);
      return documentMessage(await run.updateUser(requireCompany(caller), user, validate(userPatch, parseBoundedJson(patch))));
    },

    CreateCv: async (request, { caller }) => createdCvMessage(await run.createCv(requireCompany(caller), validate(createCvRequest, request))),

    ReplaceCv: async (request, { caller }) => documentMessage(await run.replaceCv(requireCompany(caller), validate(replaceCvRequest, request))),
  };
}

function notYet(): Handlers<ResumeServiceDefinition> {
  return new Proxy({} as Handlers<ResumeServiceDefinition>, {
    ownKeys: () => Object.keys(contracts.resume().definition),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    get: () => () => Promise.reject(new VitaeError('UNIMPLEMENTED', 'not_implemented', 'Not there yet.')),
  });
}
