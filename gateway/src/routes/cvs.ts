import type { ResumeClient } from '../clients/resume-client.ts';
import { documentAnswer } from '../http/answer.ts';
import { type Handler, idParameter } from './call.ts';

export function readCv({ cv }: ResumeClient): Handler {
  return async (call) => {
    const { json, revision } = await cv(idParameter(call, 'id'), call.caller);
    return documentAnswer(json, revision, call.request.headers['if-none-match']);
  };
}
