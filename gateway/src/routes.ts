import type { LoginAddresses } from '@vitae/accounts/credentials/login-addresses';
import type { DeleteUser } from '@vitae/accounts/erasure/delete-user';
import type { Services } from '@vitae/proto/clients/services';
import type { CommentAuthor } from './features/comments/comment-author.ts';
import { commentCalls } from './features/comments/comments.ts';
import { cvListCalls } from './features/cvs/cv-lists.ts';
import { protectionCalls } from './features/cvs/cv-protection.ts';
import { cvCalls } from './features/cvs/cvs.ts';
import { displayCalls } from './features/cvs/displays.ts';
import { userCvCalls } from './features/cvs/user-cvs.ts';
import { exportCalls } from './features/exports/export-calls.ts';
import type { ExportRouteDependencies } from './features/exports/exports.ts';
import { metadataCalls } from './features/metadata/metadata.ts';
import type { MetadataSearch } from './features/metadata/metadata-search.ts';
import type { OwnerReads } from './features/owner-reads.ts';
import { pictureCalls } from './features/pictures/pictures.ts';
import { preferenceCalls } from './features/preferences/preferences.ts';
import { referenceCalls } from './features/reference-data/reference-data.ts';
import { statisticsCalls } from './features/statistics/statistics.ts';
import { tagCalls } from './features/tags/tags.ts';
import { userTagCalls } from './features/tags/user-tags.ts';
import { profileCalls } from './features/users/profile.ts';
import type { Reach } from './features/users/reach.ts';
import { userCalls } from './features/users/users.ts';
import type { DocumentedRoute } from './http/route-docs.ts';
import { atOwnerAddresses } from './user-api-routes.ts';

export type CompanyRouteDependencies = {
  services: Services;
  reads: OwnerReads;
  reach: Reach;
  search: MetadataSearch;
  author: CommentAuthor;
  deleteUser: DeleteUser;
  loginAddresses: Pick<LoginAddresses, 'follow'>;
  exports: ExportRouteDependencies;
};

/** Every call of the company API: one row each, with all that its reference shows. */
export function companyRoutes({
  services,
  reads,
  reach,
  search,
  author,
  deleteUser,
  loginAddresses,
  exports,
}: CompanyRouteDependencies): DocumentedRoute[] {
  const { resume, comments, preferences, metadata } = services;
  return [
    ...userCalls({ resume, deleteUser, loginAddresses }),
    ...profileCalls(resume),
    ...statisticsCalls({ resume, reads, reach }),
    ...userCvCalls(resume),
    ...userTagCalls(resume),
    ...commentCalls({ resume, comments, author, reach }),
    ...tagCalls(resume),
    ...cvCalls(resume),
    ...displayCalls(resume),
    ...pictureCalls(resume),
    ...protectionCalls(resume),
    ...cvListCalls(resume),
    ...preferenceCalls({ resume, preferences, reads, reach }),
    ...metadataCalls({ metadata, reads, reach, search }),
    ...exportCalls(exports),
    ...referenceCalls(),
  ].map(atOwnerAddresses);
}
