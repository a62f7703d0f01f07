import { changedAnswer, documentAnswer, noContent } from '@vitae/kit/http/answer';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { tag, tagInput, tagPatch } from '@vitae/proto/tag';
import { userRecord } from '@vitae/proto/user-record';
import { z } from 'zod';
import { defineCall } from '../../http/define-route.ts';
import { listAnswer } from '../../http/list-response.ts';
import { pageRequest, pagingQuery } from '../../http/paging.ts';
import { asMismatch, idempotencyKey, ifMatch } from '../../http/preconditions.ts';
import type { DocumentedRoute } from '../../http/route-docs.ts';

const tagPath = z.object({ id: z.int().positive() });
const listQuery = z.object(pagingQuery(20, 100));

/** The tags of the company. */
export function tagCalls({ call: rpc }: ResumeClient): DocumentedRoute[] {
  return [
    defineCall({
      name: 'tags.list',
      method: 'GET',
      paths: ['/api/v1/tags'],
      quota: 'standard',
      group: 'Tags',
      summary: 'Lists tags',
      query: listQuery,
      answers: { 200: { description: 'Tags', schema: z.array(tag), headers: ['Link', 'X-Total-Count'] } },
      errors: ['invalid_cursor'],
      handle: async (call) =>
        listAnswer(call, listQuery, await rpc.ListTags({ page: pageRequest(call.query) }, { caller: call.caller })),
    }),
    defineCall({
      name: 'tags.create',
      method: 'POST',
      paths: ['/api/v1/tags'],
      quota: 'standard',
      group: 'Tags',
      summary: 'Creates a tag',
      body: { schema: tagInput },
      idempotent: true,
      answers: { 201: { description: 'The tag', schema: tag, headers: ['Location', 'ETag'] } },
      errors: ['id_origin_taken', 'idempotency_key_reused'],
      handle: async (call) => {
        const created = await rpc.CreateTag(
          { tag: Buffer.from(JSON.stringify(call.body)), idempotencyKey: idempotencyKey(call) },
          { caller: call.caller },
        );
        return changedAnswer(created, 201, { Location: `/api/v1/tags/${created.id}` });
      },
    }),
    defineCall({
      name: 'tags.read',
      method: 'GET',
      paths: ['/api/v1/tags/:id'],
      quota: 'standard',
      group: 'Tags',
      summary: 'Reads a tag',
      path: tagPath,
      answers: { 200: { description: 'The tag', schema: tag, headers: ['ETag'] } },
      errors: ['tag_not_found'],
      handle: async (call) => {
        const { json, revision } = await rpc.GetTag(call.path, { caller: call.caller });
        return documentAnswer(json, revision, call.request.headers['if-none-match']);
      },
    }),
    defineCall({
      name: 'tags.update',
      method: 'PUT',
      paths: ['/api/v1/tags/:id'],
      quota: 'standard',
      group: 'Tags',
      summary: 'Changes a tag',
      description: 'Changes the fields that the body names; the others stay.',
      path: tagPath,
      body: { schema: tagPatch },
      conditional: true,
      answers: { 200: { description: 'The tag as it is now', schema: tag, headers: ['ETag'] } },
      errors: ['tag_not_found', 'id_origin_taken', 'revision_mismatch', 'revision_conflict'],
      handle: async (call) => {
        const { caller, path } = call;
        const ifRevision = await ifMatch(call, () => rpc.GetTag(path, { caller }));
        return changedAnswer(
          await rpc
            .UpdateTag({ id: path.id, patch: Buffer.from(JSON.stringify(call.body)), ifRevision }, { caller })
            .catch(asMismatch(ifRevision)),
        );
      },
    }),
    defineCall({
      name: 'tags.delete',
      method: 'DELETE',
      paths: ['/api/v1/tags/:id'],
      quota: 'standard',
      group: 'Tags',
      summary: 'Deletes a tag',
      description: 'It is taken from every user.',
      path: tagPath,
      conditional: true,
      answers: { 204: { description: 'Deleted' } },
      errors: ['tag_not_found', 'revision_mismatch'],
      handle: async (call) => {
        const { caller, path } = call;
        const ifRevision = await ifMatch(call, () => rpc.GetTag(path, { caller }));
        await rpc.DeleteTag({ id: path.id, ifRevision }, { caller }).catch(asMismatch(ifRevision));
        return noContent();
      },
    }),
    defineCall({
      name: 'tags.users',
      method: 'GET',
      paths: ['/api/v1/tags/:id/users'],
      quota: 'intensive',
      group: 'Tags',
      summary: 'Lists the users who have a tag',
      path: tagPath,
      query: listQuery,
      answers: { 200: { description: 'Users', schema: z.array(userRecord), headers: ['Link', 'X-Total-Count'] } },
      errors: ['tag_not_found', 'invalid_cursor'],
      handle: async (call) => {
        const page = await rpc.ListTagUsers(
          { id: call.path.id, page: pageRequest(call.query) },
          { caller: call.caller },
        );
        return listAnswer(call, listQuery, page);
      },
    }),
  ];
}
