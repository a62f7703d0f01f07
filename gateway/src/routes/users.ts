import { invalid } from '@vitae/kit/errors';
import type { ResumeClient, UserKey } from '../clients/resume-client.ts';
import { documentAnswer } from '../http/answer.ts';
import { type Call, type Handler, idParameter, queryFlag } from './call.ts';

export function readUser({ user }: ResumeClient): Handler {
  return async (call) => {
    const { json, revision } = await user(userKey(call), call.caller);
    return documentAnswer(json, revision, call.request.headers['if-none-match']);
  };
}

const MAX_ID_ORIGIN = 255;

/** `{id}` of a users path: ours, or with `isIdOrigin=1` the company's own. */
export function userKey(call: Call): UserKey {
  if (!queryFlag(call, 'isIdOrigin')) return { id: String(idParameter(call, 'id')), byIdOrigin: false };
  const id = call.params.id ?? '';
  if (id.length <= MAX_ID_ORIGIN) return { id, byIdOrigin: true };
  throw invalid(`id: must be at most ${MAX_ID_ORIGIN} characters`, [{ field: 'id', message: `must be at most ${MAX_ID_ORIGIN} characters` }]);
}
