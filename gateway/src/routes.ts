import {
  type CommentDependencies,
  createComment,
  getLatestComment,
  listComments,
  updateLatestComment,
} from './features/comments/comments.ts';
import { listCvs, listCvsByStatus } from './features/cvs/cv-lists.ts';
import { type ProtectionDependencies, protectCv, unprotectCv } from './features/cvs/cv-protection.ts';
import { deleteCv, getCv, getCvPdfLink, replaceCv, setCvStatus } from './features/cvs/cvs.ts';
import {
  getMobileDisplay,
  getPrintDisplay,
  getWebDisplay,
  listDisplays,
  replaceMobileDisplay,
  replacePrintDisplay,
  replaceWebDisplay,
} from './features/cvs/displays.ts';
import { createCv, listUserCvs } from './features/cvs/user-cvs.ts';
import { createBatch } from './features/exports/batches.ts';
import type { ExportDependencies } from './features/exports/export-status.ts';
import { deleteExport, exportCv, getExport, getExportFile, getExportReceipt } from './features/exports/exports.ts';
import { rebuildArchive } from './features/exports/rebuild-archive.ts';
import {
  assignMetadata,
  getMetadata,
  type MetadataDependencies,
  searchMetadata,
  unassignMetadata,
  updateMetadata,
} from './features/metadata/metadata.ts';
import { issueAccessToken } from './features/oauth-tokens/access-token.ts';
import type { OAuthRoute } from './features/oauth-tokens/oauth-router.ts';
import { issueRequestToken } from './features/oauth-tokens/request-token.ts';
import {
  deleteCvPhoto,
  deleteLogo,
  getCvPhoto,
  getLogo,
  replaceCvPhoto,
  replaceLogo,
} from './features/pictures/pictures.ts';
import {
  getUserPreferences,
  listPreferences,
  type PreferenceDependencies,
  replaceUserPreferences,
} from './features/preferences/preferences.ts';
import { getCodeTables, getRateLimit } from './features/reference-data/reference-data.ts';
import { getUserStatistics, type StatisticsDependencies } from './features/statistics/statistics.ts';
import { createTag, deleteTag, getTag, listTags, listTagUsers, updateTag } from './features/tags/tags.ts';
import { addUserTags, listUserTags, removeUserTags, setUserKind, setUserManager } from './features/tags/user-tags.ts';
import { listCreatedUsers, listDeletedUsers, listUpdatedUsers } from './features/users/changed-users.ts';
import { getOwnProfile, getUserProfile } from './features/users/profile.ts';
import {
  createInvitation,
  createPasswordReset,
  createSignInLink,
  withdrawInvitation,
} from './features/users/user-links.ts';
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  searchUsers,
  type UserDependencies,
  updateUser,
} from './features/users/users.ts';
import type { Route, UserRoute } from './http/route-table.ts';

/** What the operations of both APIs need. */
export type ApiDependencies = UserDependencies &
  StatisticsDependencies &
  CommentDependencies &
  ProtectionDependencies &
  PreferenceDependencies &
  MetadataDependencies &
  ExportDependencies;

/** The company API. */
// biome-ignore format: one route per line
export const companyRoutes: readonly Route<ApiDependencies>[] = [
  // Users
  { method: 'GET', paths: ['/api/v1/users'], quota: 'standard', name: 'users.list', operation: listUsers },
  { method: 'POST', paths: ['/api/v1/users'], quota: 'standard', name: 'users.create', operation: createUser },
  { method: 'GET', paths: ['/api/v1/users/search'], quota: 'intensive', name: 'users.search', operation: searchUsers },
  { method: 'GET', paths: ['/api/v1/users/created', '/api/v1/svc/users/created', '/api/v1/dyb/users/created'], quota: 'standard', name: 'users.created', operation: listCreatedUsers },
  { method: 'GET', paths: ['/api/v1/users/updated', '/api/v1/svc/users/updated', '/api/v1/dyb/users/updated', '/api/v1/users/lastupdate', '/api/v1/svc/users/lastupdate', '/api/v1/dyb/users/lastupdate'], quota: 'standard', name: 'users.updated', operation: listUpdatedUsers },
  { method: 'GET', paths: ['/api/v1/users/lastdelete', '/api/v1/svc/users/lastdelete', '/api/v1/dyb/users/lastdelete'], quota: 'standard', name: 'users.lastdelete', operation: listDeletedUsers },
  { method: 'GET', paths: ['/api/v1/users/:id'], quota: 'standard', name: 'users.read', operation: getUser },
  { method: 'PUT', paths: ['/api/v1/users/:id'], quota: 'intensive', name: 'users.update', operation: updateUser },
  { method: 'DELETE', paths: ['/api/v1/users/:id'], quota: 'intensive', name: 'users.delete', operation: deleteUser },
  { method: 'POST', paths: ['/api/v1/users/:id/invitation'], quota: 'standard', name: 'users.invitation.create', operation: createInvitation },
  { method: 'DELETE', paths: ['/api/v1/users/:id/invitation'], quota: 'standard', name: 'users.invitation.delete', operation: withdrawInvitation },
  { method: 'POST', paths: ['/api/v1/users/:id/password-reset'], quota: 'standard', name: 'users.password-reset', operation: createPasswordReset },
  { method: 'POST', paths: ['/api/v1/users/:id/sign-in-link'], quota: 'standard', name: 'users.sign-in-link', operation: createSignInLink },
  { method: 'GET', paths: ['/api/v1/svc/user/:id', '/api/v1/dyb/user/:id'], quota: 'standard', name: 'user.read', operation: getUserProfile },
  { method: 'GET', paths: ['/api/v1/svc/user/stats', '/api/v1/dyb/user/stats'], quota: 'standard', name: 'user.stats', operation: getUserStatistics },
  // CVs of a user
  { method: 'GET', paths: ['/api/v1/users/:id/cv'], quota: 'standard', name: 'users.cv.list', operation: listUserCvs },
  { method: 'POST', paths: ['/api/v1/users/:id/cv'], quota: 'standard', name: 'users.cv.create', operation: createCv },
  // Tags, kind and manager of a user
  { method: 'GET', paths: ['/api/v1/users/:id/tags'], quota: 'standard', name: 'users.tags.list', operation: listUserTags },
  { method: 'PUT', paths: ['/api/v1/users/:id/associateTags'], quota: 'standard', name: 'users.tags.associate', operation: addUserTags },
  { method: 'PUT', paths: ['/api/v1/users/:id/dissociateTags'], quota: 'standard', name: 'users.tags.dissociate', operation: removeUserTags },
  { method: 'PUT', paths: ['/api/v1/users/:id/kind'], quota: 'standard', name: 'users.kind', operation: setUserKind },
  { method: 'PUT', paths: ['/api/v1/users/:id/manager'], quota: 'standard', name: 'users.manager', operation: setUserManager },
  // Comments
  { method: 'GET', paths: ['/api/v1/users/:id/comment'], quota: 'standard', name: 'users.comment.read', operation: getLatestComment },
  { method: 'POST', paths: ['/api/v1/users/:id/comment'], quota: 'standard', name: 'users.comment.create', operation: createComment },
  { method: 'PUT', paths: ['/api/v1/users/:id/comment'], quota: 'standard', name: 'users.comment.update', operation: updateLatestComment },
  { method: 'POST', paths: ['/api/v1/comments', '/api/v1/svc/comments', '/api/v1/dyb/comments'], quota: 'standard', name: 'comments.list', isRead: true, operation: listComments },
  // Tags
  { method: 'GET', paths: ['/api/v1/tags'], quota: 'standard', name: 'tags.list', operation: listTags },
  { method: 'POST', paths: ['/api/v1/tags'], quota: 'standard', name: 'tags.create', operation: createTag },
  { method: 'GET', paths: ['/api/v1/tags/:id'], quota: 'standard', name: 'tags.read', operation: getTag },
  { method: 'PUT', paths: ['/api/v1/tags/:id'], quota: 'standard', name: 'tags.update', operation: updateTag },
  { method: 'DELETE', paths: ['/api/v1/tags/:id'], quota: 'standard', name: 'tags.delete', operation: deleteTag },
  { method: 'GET', paths: ['/api/v1/tags/:id/users'], quota: 'intensive', name: 'tags.users', operation: listTagUsers },
  // CVs
  { method: 'GET', paths: ['/api/v1/cv/:id', '/api/v1/svc/cv/:id', '/api/v1/dyb/cv/:id'], quota: 'standard', name: 'cv.read', operation: getCv },
  { method: 'PUT', paths: ['/api/v1/cv/:id'], quota: 'standard', name: 'cv.replace', operation: replaceCv },
  { method: 'DELETE', paths: ['/api/v1/cv/:id'], quota: 'standard', name: 'cv.delete', operation: deleteCv },
  { method: 'PUT', paths: ['/api/v1/cv/:id/status'], quota: 'standard', name: 'cv.status', operation: setCvStatus },
  { method: 'GET', paths: ['/api/v1/cv/:id/pdf', '/api/v1/svc/cv/:id/pdf', '/api/v1/dyb/cv/:id/pdf'], quota: 'standard', name: 'cv.pdf', operation: getCvPdfLink },
  { method: 'GET', paths: ['/api/v1/cv/:id/display/web', '/api/v1/svc/cv/:id/display/web', '/api/v1/dyb/cv/:id/display/web'], quota: 'standard', name: 'cv.display.web', operation: getWebDisplay },
  { method: 'PUT', paths: ['/api/v1/cv/:id/display/web'], quota: 'standard', name: 'cv.display.web.replace', operation: replaceWebDisplay },
  { method: 'GET', paths: ['/api/v1/cv/:id/display/mobile', '/api/v1/svc/cv/:id/display/mobile', '/api/v1/dyb/cv/:id/display/mobile'], quota: 'standard', name: 'cv.display.mobile', operation: getMobileDisplay },
  { method: 'PUT', paths: ['/api/v1/cv/:id/display/mobile'], quota: 'standard', name: 'cv.display.mobile.replace', operation: replaceMobileDisplay },
  { method: 'GET', paths: ['/api/v1/cv/:id/display/print', '/api/v1/svc/cv/:id/display/print', '/api/v1/dyb/cv/:id/display/print'], quota: 'standard', name: 'cv.display.print', operation: getPrintDisplay },
  { method: 'PUT', paths: ['/api/v1/cv/:id/display/print'], quota: 'standard', name: 'cv.display.print.replace', operation: replacePrintDisplay },
  { method: 'GET', paths: ['/api/v1/cv/:id/photo'], quota: 'standard', name: 'cv.photo', operation: getCvPhoto },
  { method: 'PUT', paths: ['/api/v1/cv/:id/photo'], quota: 'standard', name: 'cv.photo.replace', operation: replaceCvPhoto },
  { method: 'DELETE', paths: ['/api/v1/cv/:id/photo'], quota: 'standard', name: 'cv.photo.delete', operation: deleteCvPhoto },
  { method: 'GET', paths: ['/api/v1/cv/:id/logos/:experienceId'], quota: 'standard', name: 'cv.logo', operation: getLogo },
  { method: 'PUT', paths: ['/api/v1/cv/:id/logos/:experienceId'], quota: 'standard', name: 'cv.logo.replace', operation: replaceLogo },
  { method: 'DELETE', paths: ['/api/v1/cv/:id/logos/:experienceId'], quota: 'standard', name: 'cv.logo.delete', operation: deleteLogo },
  { method: 'PUT', paths: ['/api/v1/cv/:id/protection'], quota: 'standard', name: 'cv.protection.replace', operation: protectCv },
  { method: 'DELETE', paths: ['/api/v1/cv/:id/protection'], quota: 'standard', name: 'cv.protection.delete', operation: unprotectCv },
  { method: 'POST', paths: ['/api/v1/cv/list', '/api/v1/svc/cv/list', '/api/v1/dyb/cv/list'], quota: 'standard', name: 'cv.list', isRead: true, operation: listCvs },
  { method: 'GET', paths: ['/api/v1/cv/status/:status', '/api/v1/svc/cv/status/:status', '/api/v1/dyb/cv/status/:status'], quota: 'standard', name: 'cv.list-by-status', operation: listCvsByStatus },
  // Employment preferences
  { method: 'GET', paths: ['/api/v1/svc/employmentpreferences', '/api/v1/dyb/employmentpreferences'], quota: 'standard', name: 'preferences.list', operation: listPreferences },
  { method: 'GET', paths: ['/api/v1/users/:id/employmentpreferences', '/api/v1/svc/employmentpreferences/:id', '/api/v1/dyb/employmentpreferences/:id'], quota: 'standard', name: 'preferences.read', operation: getUserPreferences },
  { method: 'PUT', paths: ['/api/v1/users/:id/employmentpreferences'], quota: 'standard', name: 'preferences.replace', operation: replaceUserPreferences },
  // Metadata
  { method: 'POST', paths: ['/api/v1/svc/metadata/update', '/api/v1/dyb/metadata/update'], quota: 'standard', name: 'metadata.update', operation: updateMetadata },
  { method: 'POST', paths: ['/api/v1/svc/metadata/assign', '/api/v1/dyb/metadata/assign'], quota: 'standard', name: 'metadata.assign', operation: assignMetadata },
  { method: 'POST', paths: ['/api/v1/svc/metadata/unassign', '/api/v1/dyb/metadata/unassign'], quota: 'standard', name: 'metadata.unassign', operation: unassignMetadata },
  { method: 'GET', paths: ['/api/v1/svc/metadata/search', '/api/v1/dyb/metadata/search'], quota: 'standard', name: 'metadata.search', operation: searchMetadata },
  { method: 'GET', paths: ['/api/v1/svc/metadata', '/api/v1/dyb/metadata'], quota: 'standard', name: 'metadata.read', operation: getMetadata },
  // Exports
  { method: 'GET', paths: ['/api/v1/cv/:id/export/:format'], quota: 'intensive', name: 'cv.export', operation: exportCv },
  { method: 'POST', paths: ['/api/v1/exports'], quota: 'standard', name: 'exports.create', operation: createBatch },
  { method: 'POST', paths: ['/api/v1/exports/:id/archive'], quota: 'standard', name: 'exports.rebuild', operation: rebuildArchive },
  { method: 'DELETE', paths: ['/api/v1/exports/:id'], quota: 'standard', name: 'exports.delete', operation: deleteExport },
  { method: 'GET', paths: ['/api/v1/exports/:id'], quota: 'standard', name: 'exports.read', operation: getExport },
  { method: 'GET', paths: ['/api/v1/exports/:id/receipt'], quota: 'standard', name: 'exports.receipt', operation: getExportReceipt },
  { method: 'GET', paths: ['/api/v1/exports/:id/file'], quota: 'standard', name: 'exports.file', operation: getExportFile },
  // Reference data
  { method: 'GET', paths: ['/api/v1/baseslist', '/api/v1/svc/baseslist', '/api/v1/dyb/baseslist'], quota: 'standard', name: 'baseslist.read', operation: getCodeTables },
  { method: 'GET', paths: ['/api/v1/displays'], quota: 'standard', name: 'displays.list', operation: listDisplays },
  { method: 'GET', paths: ['/api/v1/rate-limit'], quota: 'free', name: 'rate-limit.read', operation: getRateLimit },
];

/**
 * The user API. `requires` is the access that the owner must have granted. `apiKeyAlone` marks routes that an application's
 * server may use without an access token.
 */
// biome-ignore format: one route per line
export const userRoutes: readonly UserRoute<ApiDependencies>[] = [
  { method: 'GET', paths: ['/user'], quota: 'standard', name: 'own.user', requires: 'profile', operation: getOwnProfile },
  { method: 'GET', paths: ['/user/stats'], quota: 'standard', name: 'own.user.stats', requires: 'statistics', operation: getUserStatistics },
  { method: 'POST', paths: ['/comments'], quota: 'standard', name: 'own.comments.list', requires: 'comments', apiKeyAlone: true, operation: listComments },
  { method: 'GET', paths: ['/cv/:id'], quota: 'standard', name: 'own.cv.read', requires: 'cv', operation: getCv },
  { method: 'GET', paths: ['/cv/:id/pdf'], quota: 'standard', name: 'own.cv.pdf', requires: 'cv', operation: getCvPdfLink },
  { method: 'GET', paths: ['/cv/:id/display/web'], quota: 'standard', name: 'own.cv.display.web', requires: 'cv', operation: getWebDisplay },
  { method: 'GET', paths: ['/cv/:id/display/mobile'], quota: 'standard', name: 'own.cv.display.mobile', requires: 'cv', operation: getMobileDisplay },
  { method: 'GET', paths: ['/cv/:id/display/print'], quota: 'standard', name: 'own.cv.display.print', requires: 'cv', operation: getPrintDisplay },
  { method: 'POST', paths: ['/cv/list'], quota: 'standard', name: 'own.cv.list', requires: 'cv list', operation: listCvs },
  { method: 'GET', paths: ['/cv/status/:status', '/cv/list/status/:status'], quota: 'standard', name: 'own.cv.list-by-status', requires: 'cv list', operation: listCvsByStatus },
  { method: 'GET', paths: ['/employmentpreferences'], quota: 'standard', name: 'own.preferences.list', requires: 'preferences', apiKeyAlone: true, operation: listPreferences },
  { method: 'POST', paths: ['/metadata/update'], quota: 'standard', name: 'own.metadata.update', requires: 'labels', apiKeyAlone: true, operation: updateMetadata },
  { method: 'POST', paths: ['/metadata/assign'], quota: 'standard', name: 'own.metadata.assign', requires: 'labels', apiKeyAlone: true, operation: assignMetadata },
  { method: 'POST', paths: ['/metadata/unassign'], quota: 'standard', name: 'own.metadata.unassign', requires: 'labels', apiKeyAlone: true, operation: unassignMetadata },
  { method: 'GET', paths: ['/metadata/search'], quota: 'standard', name: 'own.metadata.search', requires: 'labels', apiKeyAlone: true, operation: searchMetadata },
  { method: 'GET', paths: ['/metadata'], quota: 'standard', name: 'own.metadata.read', requires: 'labels', apiKeyAlone: true, operation: getMetadata },
  { method: 'GET', paths: ['/baseslist'], quota: 'standard', name: 'own.baseslist.read', requires: 'nothing', operation: getCodeTables },
];

/** The OAuth token endpoints, by GET and POST. They are not charged to a quota. */
export const oauthRoutes: readonly OAuthRoute[] = [
  { path: '/:locale/oauth/requestToken', name: 'oauth.request-token', issue: issueRequestToken },
  { path: '/:locale/oauth/accessToken', name: 'oauth.access-token', issue: issueAccessToken },
];
