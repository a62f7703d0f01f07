import type { OwnerReads } from '../clients/owner-reads.ts';
import type { Services } from '../clients/services.ts';
import type { LoginAddresses } from '../credentials/login-addresses.ts';
import type { DeleteUser } from '../erasure/delete-user.ts';
import type { DocumentedRoute } from './call-words.ts';
import type { CommentAuthor } from './comment-author.ts';
import { commentCalls } from './comments.ts';
import { cvListCalls } from './cv-lists.ts';
import { protectionCalls } from './cv-protection.ts';
import { cvCalls } from './cvs.ts';
import { displayCalls } from './displays.ts';
import { exportCalls } from './export-calls.ts';
import type { ExportRouteDependencies } from './exports.ts';
import { metadataCalls } from './metadata.ts';
import type { MetadataSearch } from './metadata-search.ts';
import { atOwnerAddresses } from './owner-addresses.ts';
import { pictureCalls } from './pictures.ts';
import { preferenceCalls } from './preferences.ts';
import { profileCalls } from './profile.ts';
import type { Reach } from './reach.ts';
import { referenceCalls } from './reference-data.ts';
import { statisticsCalls } from './statistics.ts';
import { tagCalls } from './tags.ts';
import { userCvCalls } from './user-cvs.ts';
import { userTagCalls } from './user-tags.ts';
import { userCalls } from './users.ts';

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
