import { documentResponse, noContent, savedDocumentResponse } from '@vitae/kit/http/response';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { tag, tagInput, tagPatch } from '@vitae/proto/tag';
import { userRecord } from '@vitae/proto/user-record';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { listResponse } from '../../http/list-response.ts';
import { listCall, listHeaders, pageRequest, pagingQuery } from '../../http/paging.ts';
import { idempotencyKey, ifMatch } from '../../http/preconditions.ts';

const tagPath = z.object({ id: z.int().positive() });
const listQuery = z.object(pagingQuery(20, 100));

export const listTags = defineOperation({
  group: 'Tags',
  summary: 'List tags',
  query: listQuery,
  responses: { 200: { description: 'A page of tags', schema: z.array(tag), headers: listHeaders } },
  errors: ['invalid_cursor'],
  handle: async (context, { resume }: { resume: ResumeClient }) =>
    listResponse(
      context,
      listQuery,
      await resume.call.ListTags({ page: pageRequest(context.query) }, listCall(context)),
    ),
});

export const createTag = defineOperation({
  group: 'Tags',
  summary: 'Create a tag',
  body: { schema: tagInput },
  idempotent: true,
  responses: { 201: { description: 'The new tag', schema: tag, headers: ['Location', 'ETag'] } },
  errors: ['id_origin_taken', 'idempotency_key_reused'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const created = await resume.call.CreateTag(
      { tag: Buffer.from(JSON.stringify(context.body)), idempotencyKey: idempotencyKey(context) },
      { caller: context.caller },
    );
    return savedDocumentResponse(created, 201, { Location: `/api/v1/tags/${created.id}` });
  },
});

export const getTag = defineOperation({
  group: 'Tags',
  summary: 'Get a tag',
  path: tagPath,
  responses: { 200: { description: 'The tag', schema: tag, headers: ['ETag'] } },
  errors: ['tag_not_found'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const { json, revision } = await resume.call.GetTag(context.path, { caller: context.caller });
    return documentResponse(json, revision, context.request.headers['if-none-match']);
  },
});

export const updateTag = defineOperation({
  group: 'Tags',
  summary: 'Update a tag',
  description: 'Updates the fields in the request body. Other fields remain unchanged.',
  path: tagPath,
  body: { schema: tagPatch },
  conditional: true,
  responses: { 200: { description: 'The updated tag', schema: tag, headers: ['ETag'] } },
  errors: ['tag_not_found', 'id_origin_taken', 'revision_mismatch', 'revision_conflict'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const { caller, path } = context;
    const ifRevision = await ifMatch(context, () => resume.call.GetTag(path, { caller }));
    const patch = Buffer.from(JSON.stringify(context.body));
    return savedDocumentResponse(await resume.call.UpdateTag({ id: path.id, patch, ifRevision }, { caller }));
  },
});

export const deleteTag = defineOperation({
  group: 'Tags',
  summary: 'Delete a tag',
  description: 'Deletes the tag and removes it from all users.',
  path: tagPath,
  conditional: true,
  responses: { 204: { description: 'Deleted' } },
  errors: ['tag_not_found', 'revision_mismatch'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const { caller, path } = context;
    const ifRevision = await ifMatch(context, () => resume.call.GetTag(path, { caller }));
    await resume.call.DeleteTag({ id: path.id, ifRevision }, { caller });
    return noContent();
  },
});

export const listTagUsers = defineOperation({
  group: 'Tags',
  summary: 'List the users with a tag',
  path: tagPath,
  query: listQuery,
  responses: {
    200: { description: 'A page of users', schema: z.array(userRecord), headers: listHeaders },
  },
  errors: ['tag_not_found', 'invalid_cursor'],
  handle: async (context, { resume }: { resume: ResumeClient }) => {
    const page = await resume.call.ListTagUsers(
      { id: context.path.id, page: pageRequest(context.query) },
      listCall(context),
    );
    return listResponse(context, listQuery, page);
  },
});
