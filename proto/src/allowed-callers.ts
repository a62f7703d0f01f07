import type { Calls } from '@vitae/kit/grpc-client';
import type { CommentsServiceDefinition } from './gen/cv/comments/v1/CommentsService.ts';
import type { MetadataServiceDefinition } from './gen/cv/metadata/v1/MetadataService.ts';
import type { PreferencesServiceDefinition } from './gen/cv/preferences/v1/PreferencesService.ts';
import type { ResumeServiceDefinition } from './gen/cv/resume/v1/ResumeService.ts';
import type { StatsServiceDefinition } from './gen/cv/stats/v1/StatsService.ts';

/** The processes that call services. The command line runs with the key and the name of the gateway. */
export type CallingProcess = 'gateway' | 'site' | 'export';

type CallersOf<D> = Record<keyof Calls<D>, readonly CallingProcess[]>;

const resume: CallersOf<ResumeServiceDefinition> = {
  BatchGetCvs: ['gateway', 'site'],
  BatchGetUsers: ['gateway', 'site'],
  BatchGetExportHeads: ['gateway', 'site'],
  GetExportSource: ['site', 'export'],
  CreateUser: ['gateway'],
  UpdateUser: ['gateway', 'site'],
  ChangeUsername: ['site'],
  SetUserSlug: ['site'],
  ReleaseUserSlug: ['site'],
  GetUserSlugs: ['site'],
  DeleteUser: ['gateway', 'site'],
  ListDeletedUsers: ['gateway'],
  EraseUser: ['gateway'],
  EraseDeletedCvs: ['gateway'],
  GetUserProfile: ['gateway'],
  ListUsers: ['gateway', 'site'],
  SearchUsers: ['gateway', 'site'],
  ListChangedUsers: ['gateway'],
  SetUserManager: ['gateway'],
  CreateCv: ['gateway', 'site'],
  CopyCv: ['site'],
  ReplaceCv: ['gateway', 'site'],
  GetCvResumeSections: ['site'],
  SetCvVisibility: ['site'],
  DeleteCv: ['gateway', 'site'],
  ListDeletedCvs: ['site'],
  GetDeletedCv: ['site'],
  GetDeletedCvAppearance: ['site'],
  GetDeletedCvResume: ['site'],
  GetDeletedCvPicture: ['site'],
  RestoreCv: ['site'],
  ListCvVersions: ['site'],
  GetCvVersionPicture: ['site'],
  CountFormerPictures: ['site'],
  EraseFormerPictures: ['site'],
  GetCvVersion: ['site'],
  RestoreCvVersion: ['site'],
  SetCvStatus: ['gateway'],
  ListUserCvs: ['gateway', 'site'],
  ListCvs: ['gateway'],
  ListCvsByStatus: ['gateway'],
  GetCvDisplay: ['gateway', 'site'],
  SetCvDisplay: ['gateway', 'site'],
  SetCvPageLimit: ['site'],
  SetCvDocumentLanguage: ['site'],
  SetCvSectionOrder: ['site'],
  ResolveCv: ['site'],
  GetApplicationLinkKey: ['gateway'],
  GetCvSharing: ['site'],
  AddCvLink: ['site'],
  RevokeCvLink: ['site'],
  ReplacePrivateLink: ['site'],
  SetCvSlug: ['site'],
  SetCvLinkPreview: ['site'],
  SetCvPicture: ['gateway', 'site'],
  GetCvPicture: ['gateway', 'site'],
  RemoveCvPicture: ['gateway', 'site'],
  SetPortfolioPicture: ['site'],
  GetPortfolioPicture: ['site'],
  RemovePortfolioPicture: ['site'],
  GetPublicPicture: ['site'],
  MovePictures: ['gateway'],
  SetCvPassword: ['gateway', 'site'],
  GetCvPassword: ['site'],
  ListTags: ['gateway'],
  GetTag: ['gateway'],
  CreateTag: ['gateway'],
  UpdateTag: ['gateway'],
  DeleteTag: ['gateway'],
  ListTagUsers: ['gateway'],
  ListUserTags: ['gateway', 'site'],
  AssociateTags: ['gateway'],
  DissociateTags: ['gateway'],
};

const preferences: CallersOf<PreferencesServiceDefinition> = {
  BatchGetPreferences: ['gateway', 'site'],
  SetPreferences: ['gateway', 'site'],
  EraseUser: ['gateway'],
};

const metadata: CallersOf<MetadataServiceDefinition> = {
  BatchGetMetadata: ['gateway'],
  UpdateMetadata: ['gateway'],
  SearchUsers: ['gateway'],
  MatchUsers: ['gateway'],
  HideUser: ['gateway', 'site'],
  EraseUser: ['gateway'],
};

const comments: CallersOf<CommentsServiceDefinition> = {
  BatchGetComments: ['gateway'],
  BatchGetUserComments: ['gateway'],
  CreateComment: ['gateway'],
  UpdateComment: ['gateway'],
  ListComments: ['gateway', 'site'],
  HideUser: ['gateway', 'site'],
  EraseUser: ['gateway'],
};

const stats: CallersOf<StatsServiceDefinition> = {
  BatchGetStats: ['gateway'],
  GetDailyVisits: ['site'],
  RecordVisit: ['site'],
  // No process calls this method yet.
  SetOffer: [],
  EraseUser: ['gateway'],
};

/** The processes that may call each gRPC method. All other calls are rejected. */
export const allowedCallers = { resume, preferences, metadata, comments, stats };
