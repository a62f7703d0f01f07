import type { CommentsClient } from '../clients/comments-client.ts';
import type { ResumeClient } from '../clients/resume-client.ts';
import type { DeleteUser } from '../erasure/delete-user.ts';
import type { DocumentedRoute } from './call-words.ts';
import type { CommentAuthor } from './comment-author.ts';
import { commentCalls } from './comments.ts';
import { cvListCalls } from './cv-lists.ts';
import { cvCalls } from './cvs.ts';
import { exportCalls } from './export-calls.ts';
import type { ExportRouteDependencies } from './exports.ts';
import { referenceCalls } from './reference-data.ts';
import { tagCalls } from './tags.ts';
import { userCvCalls } from './user-cvs.ts';
import { userTagCalls } from './user-tags.ts';
import { userCalls } from './users.ts';

export type CompanyRouteDependencies = {
  resume: ResumeClient;
  comments: CommentsClient;
  author: CommentAuthor;
  deleteUser: DeleteUser;
  exports: ExportRouteDependencies;
};

/** Every call of the company API: one row each, with all that its reference shows. */
export function companyRoutes({
  resume,
  comments,
  author,
  deleteUser,
  exports,
}: CompanyRouteDependencies): DocumentedRoute[] {
  return [
    ...userCalls({ resume, deleteUser }),
    ...userCvCalls(resume),
    ...userTagCalls(resume),
    ...commentCalls({ resume, comments, author }),
    ...tagCalls(resume),
    ...cvCalls(resume),
    ...cvListCalls(resume),
    ...exportCalls(exports),
    ...referenceCalls(),
  ];
}
