import {
  comment,
  commentAuthor,
  commentFilter,
  commentQuery,
  commentSort,
  comparator,
  userComment,
} from '@vitae/proto/comment';
import { cvData, cvInput } from '@vitae/proto/cv-data';
import { culture } from '@vitae/proto/cv-fields';
import {
  contact,
  education,
  educationInput,
  experience,
  experienceInput,
  interest,
  link,
  linkInput,
  portfolio,
  portfolioContent,
  portfolioInput,
  skill,
} from '@vitae/proto/cv-items';
import { cvFilter, cvListQuery, cvSort } from '@vitae/proto/cv-list-query';
import { displayConfig, displayInputs, displayList, printDisplay, webDisplay } from '@vitae/proto/display';
import {
  employmentPreferences,
  employmentPreferencesInput,
  preferencesListResponse,
  userPreferencesResponse,
} from '@vitae/proto/employment-preferences';
import { exportReceipt } from '@vitae/proto/export-receipt';
import { metadataAssign, metadataResponse, metadataUnassign, metadataUpdate } from '@vitae/proto/metadata-request';
import { resumeListItem, resumeStatusItem } from '@vitae/proto/resume-list-item';
import { resumeStatus } from '@vitae/proto/resume-status';
import { tag, tagInput, tagPatch } from '@vitae/proto/tag';
import { userKind, userPatch, userRecord } from '@vitae/proto/user-record';
import { userStatistics } from '@vitae/proto/user-statistics';
import type { z } from 'zod';
import { cvContent, jsonResume } from '../features/cvs/user-cvs.ts';
import { exportView } from '../features/exports/export-view.ts';
import { pictureUpload } from '../features/pictures/picture-upload.ts';
import { preferencesChange, wrappedPreferences } from '../features/preferences/preferences.ts';
import { baseLists } from '../features/reference-data/base-lists.ts';
import { userProfile } from '../features/users/profile.ts';
import { invitation, passwordReset } from '../features/users/user-links.ts';
import { createdUser, userCreation } from '../features/users/users.ts';
import { responseFormat } from '../http/define-operation.ts';

/** Schemas with a name in the document. Others are inlined. */
export const namedSchemas: Readonly<Record<string, z.ZodType>> = {
  User: userRecord,
  NewUser: userCreation,
  CreatedUser: createdUser,
  UserKind: userKind,
  UserProfile: userProfile,
  UserStatistics: userStatistics,
  Invitation: invitation,
  PasswordReset: passwordReset,
  UserChange: userPatch,
  Tag: tag,
  NewTag: tagInput,
  TagChange: tagPatch,
  Cv: cvData,
  CvContent: cvInput,
  // Some generators lose the fields of a body without a name that is one of several types.
  NewCv: cvContent,
  JsonResume: jsonResume,
  CvStatus: resumeStatus,
  Culture: culture,
  Contact: contact,
  Education: education,
  NewEducation: educationInput,
  Experience: experience,
  NewExperience: experienceInput,
  Interest: interest,
  Link: link,
  NewLink: linkInput,
  PersonalData: cvData.shape.userInformation.unwrap(),
  DriversLicence: cvData.shape.userInformation.unwrap().shape.DriversLicence.unwrap(),
  PortfolioItem: portfolio,
  NewPortfolioItem: portfolioInput,
  PortfolioContent: portfolioContent,
  Skill: skill,
  CvListItem: resumeListItem,
  CvStatusItem: resumeStatusItem,
  CvFilter: cvFilter,
  CvQuery: cvListQuery,
  CvSort: cvSort,
  Display: webDisplay,
  DisplayChange: displayInputs.web,
  DisplayList: displayList,
  PrintDisplay: printDisplay,
  PrintDisplayChange: displayInputs.print,
  PrintedParts: displayConfig,
  Picture: pictureUpload,
  Comment: comment,
  CommentAuthor: commentAuthor,
  CommentFilter: commentFilter,
  CommentQuery: commentQuery,
  CommentSort: commentSort,
  Comparator: comparator,
  UserComment: userComment,
  EmploymentPreferences: employmentPreferences,
  NewEmploymentPreferences: employmentPreferencesInput,
  PreferencesChange: preferencesChange,
  WrappedPreferences: wrappedPreferences,
  PreferencesOfUser: userPreferencesResponse,
  PreferencesOfUsers: preferencesListResponse,
  MetadataKeys: metadataResponse,
  MetadataUpdate: metadataUpdate,
  MetadataAssignment: metadataAssign,
  MetadataUnassignment: metadataUnassign,
  Export: exportView,
  ExportReceipt: exportReceipt,
  CodeTables: baseLists,
  ResponseFormat: responseFormat,
};
