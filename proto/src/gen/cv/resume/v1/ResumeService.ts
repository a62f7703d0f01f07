// Original file: cv/resume/v1/resume.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AddCvLinkRequestInput as _cv_resume_v1_AddCvLinkRequestInput, AddCvLinkRequest as _cv_resume_v1_AddCvLinkRequest } from '../../../cv/resume/v1/AddCvLinkRequest.ts';
import type { ApplicationLinkKeyInput as _cv_resume_v1_ApplicationLinkKeyInput, ApplicationLinkKey as _cv_resume_v1_ApplicationLinkKey } from '../../../cv/resume/v1/ApplicationLinkKey.ts';
import type { BatchGetCvsRequestInput as _cv_resume_v1_BatchGetCvsRequestInput, BatchGetCvsRequest as _cv_resume_v1_BatchGetCvsRequest } from '../../../cv/resume/v1/BatchGetCvsRequest.ts';
import type { BatchGetCvsResponseInput as _cv_resume_v1_BatchGetCvsResponseInput, BatchGetCvsResponse as _cv_resume_v1_BatchGetCvsResponse } from '../../../cv/resume/v1/BatchGetCvsResponse.ts';
import type { BatchGetExportHeadsRequestInput as _cv_resume_v1_BatchGetExportHeadsRequestInput, BatchGetExportHeadsRequest as _cv_resume_v1_BatchGetExportHeadsRequest } from '../../../cv/resume/v1/BatchGetExportHeadsRequest.ts';
import type { BatchGetExportHeadsResponseInput as _cv_resume_v1_BatchGetExportHeadsResponseInput, BatchGetExportHeadsResponse as _cv_resume_v1_BatchGetExportHeadsResponse } from '../../../cv/resume/v1/BatchGetExportHeadsResponse.ts';
import type { BatchGetUsersRequestInput as _cv_resume_v1_BatchGetUsersRequestInput, BatchGetUsersRequest as _cv_resume_v1_BatchGetUsersRequest } from '../../../cv/resume/v1/BatchGetUsersRequest.ts';
import type { BatchGetUsersResponseInput as _cv_resume_v1_BatchGetUsersResponseInput, BatchGetUsersResponse as _cv_resume_v1_BatchGetUsersResponse } from '../../../cv/resume/v1/BatchGetUsersResponse.ts';
import type { ChangeTagsRequestInput as _cv_resume_v1_ChangeTagsRequestInput, ChangeTagsRequest as _cv_resume_v1_ChangeTagsRequest } from '../../../cv/resume/v1/ChangeTagsRequest.ts';
import type { ChangeUsernameRequestInput as _cv_resume_v1_ChangeUsernameRequestInput, ChangeUsernameRequest as _cv_resume_v1_ChangeUsernameRequest } from '../../../cv/resume/v1/ChangeUsernameRequest.ts';
import type { CopyCvRequestInput as _cv_resume_v1_CopyCvRequestInput, CopyCvRequest as _cv_resume_v1_CopyCvRequest } from '../../../cv/resume/v1/CopyCvRequest.ts';
import type { CreateCvRequestInput as _cv_resume_v1_CreateCvRequestInput, CreateCvRequest as _cv_resume_v1_CreateCvRequest } from '../../../cv/resume/v1/CreateCvRequest.ts';
import type { CreateCvResponseInput as _cv_resume_v1_CreateCvResponseInput, CreateCvResponse as _cv_resume_v1_CreateCvResponse } from '../../../cv/resume/v1/CreateCvResponse.ts';
import type { CreateTagRequestInput as _cv_resume_v1_CreateTagRequestInput, CreateTagRequest as _cv_resume_v1_CreateTagRequest } from '../../../cv/resume/v1/CreateTagRequest.ts';
import type { CreateUserRequestInput as _cv_resume_v1_CreateUserRequestInput, CreateUserRequest as _cv_resume_v1_CreateUserRequest } from '../../../cv/resume/v1/CreateUserRequest.ts';
import type { CvAddressInput as _cv_resume_v1_CvAddressInput, CvAddress as _cv_resume_v1_CvAddress } from '../../../cv/resume/v1/CvAddress.ts';
import type { CvDisplayRefInput as _cv_resume_v1_CvDisplayRefInput, CvDisplayRef as _cv_resume_v1_CvDisplayRef } from '../../../cv/resume/v1/CvDisplayRef.ts';
import type { CvLinkInput as _cv_resume_v1_CvLinkInput, CvLink as _cv_resume_v1_CvLink } from '../../../cv/resume/v1/CvLink.ts';
import type { CvLocationInput as _cv_resume_v1_CvLocationInput, CvLocation as _cv_resume_v1_CvLocation } from '../../../cv/resume/v1/CvLocation.ts';
import type { CvPasswordInput as _cv_resume_v1_CvPasswordInput, CvPassword as _cv_resume_v1_CvPassword } from '../../../cv/resume/v1/CvPassword.ts';
import type { CvPictureInput as _cv_resume_v1_CvPictureInput, CvPicture as _cv_resume_v1_CvPicture } from '../../../cv/resume/v1/CvPicture.ts';
import type { CvPictureRefInput as _cv_resume_v1_CvPictureRefInput, CvPictureRef as _cv_resume_v1_CvPictureRef } from '../../../cv/resume/v1/CvPictureRef.ts';
import type { CvRefInput as _cv_resume_v1_CvRefInput, CvRef as _cv_resume_v1_CvRef } from '../../../cv/resume/v1/CvRef.ts';
import type { CvSharingInput as _cv_resume_v1_CvSharingInput, CvSharing as _cv_resume_v1_CvSharing } from '../../../cv/resume/v1/CvSharing.ts';
import type { CvVersionPictureRefInput as _cv_resume_v1_CvVersionPictureRefInput, CvVersionPictureRef as _cv_resume_v1_CvVersionPictureRef } from '../../../cv/resume/v1/CvVersionPictureRef.ts';
import type { CvVersionRefInput as _cv_resume_v1_CvVersionRefInput, CvVersionRef as _cv_resume_v1_CvVersionRef } from '../../../cv/resume/v1/CvVersionRef.ts';
import type { DeleteCvRequestInput as _cv_resume_v1_DeleteCvRequestInput, DeleteCvRequest as _cv_resume_v1_DeleteCvRequest } from '../../../cv/resume/v1/DeleteCvRequest.ts';
import type { DeleteTagRequestInput as _cv_resume_v1_DeleteTagRequestInput, DeleteTagRequest as _cv_resume_v1_DeleteTagRequest } from '../../../cv/resume/v1/DeleteTagRequest.ts';
import type { DeleteUserRequestInput as _cv_resume_v1_DeleteUserRequestInput, DeleteUserRequest as _cv_resume_v1_DeleteUserRequest } from '../../../cv/resume/v1/DeleteUserRequest.ts';
import type { DeletedInput as _cv_resume_v1_DeletedInput, Deleted as _cv_resume_v1_Deleted } from '../../../cv/resume/v1/Deleted.ts';
import type { DeletedCvPictureRefInput as _cv_resume_v1_DeletedCvPictureRefInput, DeletedCvPictureRef as _cv_resume_v1_DeletedCvPictureRef } from '../../../cv/resume/v1/DeletedCvPictureRef.ts';
import type { DocumentInput as _cv_resume_v1_DocumentInput, Document as _cv_resume_v1_Document } from '../../../cv/resume/v1/Document.ts';
import type { EraseDeletedCvsRequestInput as _cv_resume_v1_EraseDeletedCvsRequestInput, EraseDeletedCvsRequest as _cv_resume_v1_EraseDeletedCvsRequest } from '../../../cv/resume/v1/EraseDeletedCvsRequest.ts';
import type { EraseDeletedCvsResponseInput as _cv_resume_v1_EraseDeletedCvsResponseInput, EraseDeletedCvsResponse as _cv_resume_v1_EraseDeletedCvsResponse } from '../../../cv/resume/v1/EraseDeletedCvsResponse.ts';
import type { EraseUserRequestInput as _cv_resume_v1_EraseUserRequestInput, EraseUserRequest as _cv_resume_v1_EraseUserRequest } from '../../../cv/resume/v1/EraseUserRequest.ts';
import type { ExportSourceInput as _cv_resume_v1_ExportSourceInput, ExportSource as _cv_resume_v1_ExportSource } from '../../../cv/resume/v1/ExportSource.ts';
import type { FormerPicturesInput as _cv_resume_v1_FormerPicturesInput, FormerPictures as _cv_resume_v1_FormerPictures } from '../../../cv/resume/v1/FormerPictures.ts';
import type { FormerPicturesRequestInput as _cv_resume_v1_FormerPicturesRequestInput, FormerPicturesRequest as _cv_resume_v1_FormerPicturesRequest } from '../../../cv/resume/v1/FormerPicturesRequest.ts';
import type { GetApplicationLinkKeyRequestInput as _cv_resume_v1_GetApplicationLinkKeyRequestInput, GetApplicationLinkKeyRequest as _cv_resume_v1_GetApplicationLinkKeyRequest } from '../../../cv/resume/v1/GetApplicationLinkKeyRequest.ts';
import type { GetExportSourceRequestInput as _cv_resume_v1_GetExportSourceRequestInput, GetExportSourceRequest as _cv_resume_v1_GetExportSourceRequest } from '../../../cv/resume/v1/GetExportSourceRequest.ts';
import type { ListChangedUsersRequestInput as _cv_resume_v1_ListChangedUsersRequestInput, ListChangedUsersRequest as _cv_resume_v1_ListChangedUsersRequest } from '../../../cv/resume/v1/ListChangedUsersRequest.ts';
import type { ListChangedUsersResponseInput as _cv_resume_v1_ListChangedUsersResponseInput, ListChangedUsersResponse as _cv_resume_v1_ListChangedUsersResponse } from '../../../cv/resume/v1/ListChangedUsersResponse.ts';
import type { ListCvVersionsResponseInput as _cv_resume_v1_ListCvVersionsResponseInput, ListCvVersionsResponse as _cv_resume_v1_ListCvVersionsResponse } from '../../../cv/resume/v1/ListCvVersionsResponse.ts';
import type { ListCvsByStatusRequestInput as _cv_resume_v1_ListCvsByStatusRequestInput, ListCvsByStatusRequest as _cv_resume_v1_ListCvsByStatusRequest } from '../../../cv/resume/v1/ListCvsByStatusRequest.ts';
import type { ListCvsRequestInput as _cv_resume_v1_ListCvsRequestInput, ListCvsRequest as _cv_resume_v1_ListCvsRequest } from '../../../cv/resume/v1/ListCvsRequest.ts';
import type { ListDeletedCvsRequestInput as _cv_resume_v1_ListDeletedCvsRequestInput, ListDeletedCvsRequest as _cv_resume_v1_ListDeletedCvsRequest } from '../../../cv/resume/v1/ListDeletedCvsRequest.ts';
import type { ListDeletedCvsResponseInput as _cv_resume_v1_ListDeletedCvsResponseInput, ListDeletedCvsResponse as _cv_resume_v1_ListDeletedCvsResponse } from '../../../cv/resume/v1/ListDeletedCvsResponse.ts';
import type { ListDeletedUsersRequestInput as _cv_resume_v1_ListDeletedUsersRequestInput, ListDeletedUsersRequest as _cv_resume_v1_ListDeletedUsersRequest } from '../../../cv/resume/v1/ListDeletedUsersRequest.ts';
import type { ListDeletedUsersResponseInput as _cv_resume_v1_ListDeletedUsersResponseInput, ListDeletedUsersResponse as _cv_resume_v1_ListDeletedUsersResponse } from '../../../cv/resume/v1/ListDeletedUsersResponse.ts';
import type { ListOfUserRequestInput as _cv_resume_v1_ListOfUserRequestInput, ListOfUserRequest as _cv_resume_v1_ListOfUserRequest } from '../../../cv/resume/v1/ListOfUserRequest.ts';
import type { ListTagUsersRequestInput as _cv_resume_v1_ListTagUsersRequestInput, ListTagUsersRequest as _cv_resume_v1_ListTagUsersRequest } from '../../../cv/resume/v1/ListTagUsersRequest.ts';
import type { ListTagsRequestInput as _cv_resume_v1_ListTagsRequestInput, ListTagsRequest as _cv_resume_v1_ListTagsRequest } from '../../../cv/resume/v1/ListTagsRequest.ts';
import type { ListUsersRequestInput as _cv_resume_v1_ListUsersRequestInput, ListUsersRequest as _cv_resume_v1_ListUsersRequest } from '../../../cv/resume/v1/ListUsersRequest.ts';
import type { MovePicturesRequestInput as _cv_resume_v1_MovePicturesRequestInput, MovePicturesRequest as _cv_resume_v1_MovePicturesRequest } from '../../../cv/resume/v1/MovePicturesRequest.ts';
import type { MovePicturesResponseInput as _cv_resume_v1_MovePicturesResponseInput, MovePicturesResponse as _cv_resume_v1_MovePicturesResponse } from '../../../cv/resume/v1/MovePicturesResponse.ts';
import type { PageInput as _cv_resume_v1_PageInput, Page as _cv_resume_v1_Page } from '../../../cv/resume/v1/Page.ts';
import type { PortfolioPictureRefInput as _cv_resume_v1_PortfolioPictureRefInput, PortfolioPictureRef as _cv_resume_v1_PortfolioPictureRef } from '../../../cv/resume/v1/PortfolioPictureRef.ts';
import type { PublicPictureRefInput as _cv_resume_v1_PublicPictureRefInput, PublicPictureRef as _cv_resume_v1_PublicPictureRef } from '../../../cv/resume/v1/PublicPictureRef.ts';
import type { ReleaseUserSlugRequestInput as _cv_resume_v1_ReleaseUserSlugRequestInput, ReleaseUserSlugRequest as _cv_resume_v1_ReleaseUserSlugRequest } from '../../../cv/resume/v1/ReleaseUserSlugRequest.ts';
import type { ReleaseUserSlugResponseInput as _cv_resume_v1_ReleaseUserSlugResponseInput, ReleaseUserSlugResponse as _cv_resume_v1_ReleaseUserSlugResponse } from '../../../cv/resume/v1/ReleaseUserSlugResponse.ts';
import type { RemoveCvPictureRequestInput as _cv_resume_v1_RemoveCvPictureRequestInput, RemoveCvPictureRequest as _cv_resume_v1_RemoveCvPictureRequest } from '../../../cv/resume/v1/RemoveCvPictureRequest.ts';
import type { ReplaceCvRequestInput as _cv_resume_v1_ReplaceCvRequestInput, ReplaceCvRequest as _cv_resume_v1_ReplaceCvRequest } from '../../../cv/resume/v1/ReplaceCvRequest.ts';
import type { RestoreCvVersionRequestInput as _cv_resume_v1_RestoreCvVersionRequestInput, RestoreCvVersionRequest as _cv_resume_v1_RestoreCvVersionRequest } from '../../../cv/resume/v1/RestoreCvVersionRequest.ts';
import type { RevokeCvLinkRequestInput as _cv_resume_v1_RevokeCvLinkRequestInput, RevokeCvLinkRequest as _cv_resume_v1_RevokeCvLinkRequest } from '../../../cv/resume/v1/RevokeCvLinkRequest.ts';
import type { SearchUsersRequestInput as _cv_resume_v1_SearchUsersRequestInput, SearchUsersRequest as _cv_resume_v1_SearchUsersRequest } from '../../../cv/resume/v1/SearchUsersRequest.ts';
import type { SetCvDisplayRequestInput as _cv_resume_v1_SetCvDisplayRequestInput, SetCvDisplayRequest as _cv_resume_v1_SetCvDisplayRequest } from '../../../cv/resume/v1/SetCvDisplayRequest.ts';
import type { SetCvDocumentLanguageRequestInput as _cv_resume_v1_SetCvDocumentLanguageRequestInput, SetCvDocumentLanguageRequest as _cv_resume_v1_SetCvDocumentLanguageRequest } from '../../../cv/resume/v1/SetCvDocumentLanguageRequest.ts';
import type { SetCvLinkPreviewRequestInput as _cv_resume_v1_SetCvLinkPreviewRequestInput, SetCvLinkPreviewRequest as _cv_resume_v1_SetCvLinkPreviewRequest } from '../../../cv/resume/v1/SetCvLinkPreviewRequest.ts';
import type { SetCvPageLimitRequestInput as _cv_resume_v1_SetCvPageLimitRequestInput, SetCvPageLimitRequest as _cv_resume_v1_SetCvPageLimitRequest } from '../../../cv/resume/v1/SetCvPageLimitRequest.ts';
import type { SetCvPasswordRequestInput as _cv_resume_v1_SetCvPasswordRequestInput, SetCvPasswordRequest as _cv_resume_v1_SetCvPasswordRequest } from '../../../cv/resume/v1/SetCvPasswordRequest.ts';
import type { SetCvPictureRequestInput as _cv_resume_v1_SetCvPictureRequestInput, SetCvPictureRequest as _cv_resume_v1_SetCvPictureRequest } from '../../../cv/resume/v1/SetCvPictureRequest.ts';
import type { SetCvSectionOrderRequestInput as _cv_resume_v1_SetCvSectionOrderRequestInput, SetCvSectionOrderRequest as _cv_resume_v1_SetCvSectionOrderRequest } from '../../../cv/resume/v1/SetCvSectionOrderRequest.ts';
import type { SetCvSlugRequestInput as _cv_resume_v1_SetCvSlugRequestInput, SetCvSlugRequest as _cv_resume_v1_SetCvSlugRequest } from '../../../cv/resume/v1/SetCvSlugRequest.ts';
import type { SetCvStatusRequestInput as _cv_resume_v1_SetCvStatusRequestInput, SetCvStatusRequest as _cv_resume_v1_SetCvStatusRequest } from '../../../cv/resume/v1/SetCvStatusRequest.ts';
import type { SetCvVisibilityRequestInput as _cv_resume_v1_SetCvVisibilityRequestInput, SetCvVisibilityRequest as _cv_resume_v1_SetCvVisibilityRequest } from '../../../cv/resume/v1/SetCvVisibilityRequest.ts';
import type { SetPortfolioPictureRequestInput as _cv_resume_v1_SetPortfolioPictureRequestInput, SetPortfolioPictureRequest as _cv_resume_v1_SetPortfolioPictureRequest } from '../../../cv/resume/v1/SetPortfolioPictureRequest.ts';
import type { SetUserManagerRequestInput as _cv_resume_v1_SetUserManagerRequestInput, SetUserManagerRequest as _cv_resume_v1_SetUserManagerRequest } from '../../../cv/resume/v1/SetUserManagerRequest.ts';
import type { SetUserSlugRequestInput as _cv_resume_v1_SetUserSlugRequestInput, SetUserSlugRequest as _cv_resume_v1_SetUserSlugRequest } from '../../../cv/resume/v1/SetUserSlugRequest.ts';
import type { TagRefInput as _cv_resume_v1_TagRefInput, TagRef as _cv_resume_v1_TagRef } from '../../../cv/resume/v1/TagRef.ts';
import type { UpdateTagRequestInput as _cv_resume_v1_UpdateTagRequestInput, UpdateTagRequest as _cv_resume_v1_UpdateTagRequest } from '../../../cv/resume/v1/UpdateTagRequest.ts';
import type { UpdateUserRequestInput as _cv_resume_v1_UpdateUserRequestInput, UpdateUserRequest as _cv_resume_v1_UpdateUserRequest } from '../../../cv/resume/v1/UpdateUserRequest.ts';
import type { UserRefInput as _cv_resume_v1_UserRefInput, UserRef as _cv_resume_v1_UserRef } from '../../../cv/resume/v1/UserRef.ts';
import type { UserSlugsInput as _cv_resume_v1_UserSlugsInput, UserSlugs as _cv_resume_v1_UserSlugs } from '../../../cv/resume/v1/UserSlugs.ts';

export interface ResumeServiceClient extends grpc.Client {
  /**
   * Adds a private link with a name. FAILED_PRECONDITION "too_many_links" if the CV has 20.
   */
  AddCvLink(argument: _cv_resume_v1_AddCvLinkRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvLink>): grpc.ClientUnaryCall;
  AddCvLink(argument: _cv_resume_v1_AddCvLinkRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvLink>): grpc.ClientUnaryCall;
  AddCvLink(argument: _cv_resume_v1_AddCvLinkRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvLink>): grpc.ClientUnaryCall;
  AddCvLink(argument: _cv_resume_v1_AddCvLinkRequestInput, callback: grpc.requestCallback<_cv_resume_v1_CvLink>): grpc.ClientUnaryCall;
  /**
   * Adds a private link with a name. FAILED_PRECONDITION "too_many_links" if the CV has 20.
   */
  addCvLink(argument: _cv_resume_v1_AddCvLinkRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvLink>): grpc.ClientUnaryCall;
  addCvLink(argument: _cv_resume_v1_AddCvLinkRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvLink>): grpc.ClientUnaryCall;
  addCvLink(argument: _cv_resume_v1_AddCvLinkRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvLink>): grpc.ClientUnaryCall;
  addCvLink(argument: _cv_resume_v1_AddCvLinkRequestInput, callback: grpc.requestCallback<_cv_resume_v1_CvLink>): grpc.ClientUnaryCall;
  
  /**
   * Adds tags in one transaction, after removing all others if reset is set.
   */
  AssociateTags(argument: _cv_resume_v1_ChangeTagsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  AssociateTags(argument: _cv_resume_v1_ChangeTagsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  AssociateTags(argument: _cv_resume_v1_ChangeTagsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  AssociateTags(argument: _cv_resume_v1_ChangeTagsRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  /**
   * Adds tags in one transaction, after removing all others if reset is set.
   */
  associateTags(argument: _cv_resume_v1_ChangeTagsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  associateTags(argument: _cv_resume_v1_ChangeTagsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  associateTags(argument: _cv_resume_v1_ChangeTagsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  associateTags(argument: _cv_resume_v1_ChangeTagsRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  
  /**
   * Gets CVs by id, at most 64. Each item has its own caller and its own status;
   * results are in request order. The other batches work the same way.
   */
  BatchGetCvs(argument: _cv_resume_v1_BatchGetCvsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_BatchGetCvsResponse>): grpc.ClientUnaryCall;
  BatchGetCvs(argument: _cv_resume_v1_BatchGetCvsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_BatchGetCvsResponse>): grpc.ClientUnaryCall;
  BatchGetCvs(argument: _cv_resume_v1_BatchGetCvsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_BatchGetCvsResponse>): grpc.ClientUnaryCall;
  BatchGetCvs(argument: _cv_resume_v1_BatchGetCvsRequestInput, callback: grpc.requestCallback<_cv_resume_v1_BatchGetCvsResponse>): grpc.ClientUnaryCall;
  /**
   * Gets CVs by id, at most 64. Each item has its own caller and its own status;
   * results are in request order. The other batches work the same way.
   */
  batchGetCvs(argument: _cv_resume_v1_BatchGetCvsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_BatchGetCvsResponse>): grpc.ClientUnaryCall;
  batchGetCvs(argument: _cv_resume_v1_BatchGetCvsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_BatchGetCvsResponse>): grpc.ClientUnaryCall;
  batchGetCvs(argument: _cv_resume_v1_BatchGetCvsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_BatchGetCvsResponse>): grpc.ClientUnaryCall;
  batchGetCvs(argument: _cv_resume_v1_BatchGetCvsRequestInput, callback: grpc.requestCallback<_cv_resume_v1_BatchGetCvsResponse>): grpc.ClientUnaryCall;
  
  BatchGetExportHeads(argument: _cv_resume_v1_BatchGetExportHeadsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_BatchGetExportHeadsResponse>): grpc.ClientUnaryCall;
  BatchGetExportHeads(argument: _cv_resume_v1_BatchGetExportHeadsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_BatchGetExportHeadsResponse>): grpc.ClientUnaryCall;
  BatchGetExportHeads(argument: _cv_resume_v1_BatchGetExportHeadsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_BatchGetExportHeadsResponse>): grpc.ClientUnaryCall;
  BatchGetExportHeads(argument: _cv_resume_v1_BatchGetExportHeadsRequestInput, callback: grpc.requestCallback<_cv_resume_v1_BatchGetExportHeadsResponse>): grpc.ClientUnaryCall;
  batchGetExportHeads(argument: _cv_resume_v1_BatchGetExportHeadsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_BatchGetExportHeadsResponse>): grpc.ClientUnaryCall;
  batchGetExportHeads(argument: _cv_resume_v1_BatchGetExportHeadsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_BatchGetExportHeadsResponse>): grpc.ClientUnaryCall;
  batchGetExportHeads(argument: _cv_resume_v1_BatchGetExportHeadsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_BatchGetExportHeadsResponse>): grpc.ClientUnaryCall;
  batchGetExportHeads(argument: _cv_resume_v1_BatchGetExportHeadsRequestInput, callback: grpc.requestCallback<_cv_resume_v1_BatchGetExportHeadsResponse>): grpc.ClientUnaryCall;
  
  BatchGetUsers(argument: _cv_resume_v1_BatchGetUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_BatchGetUsersResponse>): grpc.ClientUnaryCall;
  BatchGetUsers(argument: _cv_resume_v1_BatchGetUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_BatchGetUsersResponse>): grpc.ClientUnaryCall;
  BatchGetUsers(argument: _cv_resume_v1_BatchGetUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_BatchGetUsersResponse>): grpc.ClientUnaryCall;
  BatchGetUsers(argument: _cv_resume_v1_BatchGetUsersRequestInput, callback: grpc.requestCallback<_cv_resume_v1_BatchGetUsersResponse>): grpc.ClientUnaryCall;
  batchGetUsers(argument: _cv_resume_v1_BatchGetUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_BatchGetUsersResponse>): grpc.ClientUnaryCall;
  batchGetUsers(argument: _cv_resume_v1_BatchGetUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_BatchGetUsersResponse>): grpc.ClientUnaryCall;
  batchGetUsers(argument: _cv_resume_v1_BatchGetUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_BatchGetUsersResponse>): grpc.ClientUnaryCall;
  batchGetUsers(argument: _cv_resume_v1_BatchGetUsersRequestInput, callback: grpc.requestCallback<_cv_resume_v1_BatchGetUsersResponse>): grpc.ClientUnaryCall;
  
  /**
   * Changes the username. Only users themselves can, so it is not part of UpdateUser, which companies call. The addresses
   * of public pages do not change. ALREADY_EXISTS if the username is taken.
   */
  ChangeUsername(argument: _cv_resume_v1_ChangeUsernameRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  ChangeUsername(argument: _cv_resume_v1_ChangeUsernameRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  ChangeUsername(argument: _cv_resume_v1_ChangeUsernameRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  ChangeUsername(argument: _cv_resume_v1_ChangeUsernameRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Changes the username. Only users themselves can, so it is not part of UpdateUser, which companies call. The addresses
   * of public pages do not change. ALREADY_EXISTS if the username is taken.
   */
  changeUsername(argument: _cv_resume_v1_ChangeUsernameRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  changeUsername(argument: _cv_resume_v1_ChangeUsernameRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  changeUsername(argument: _cv_resume_v1_ChangeUsernameRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  changeUsername(argument: _cv_resume_v1_ChangeUsernameRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Copies a CV with its imported fields, pictures and appearance to an unpublished one. Versions, links and the password
   * are not copied.
   */
  CopyCv(argument: _cv_resume_v1_CopyCvRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  CopyCv(argument: _cv_resume_v1_CopyCvRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  CopyCv(argument: _cv_resume_v1_CopyCvRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  CopyCv(argument: _cv_resume_v1_CopyCvRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Copies a CV with its imported fields, pictures and appearance to an unpublished one. Versions, links and the password
   * are not copied.
   */
  copyCv(argument: _cv_resume_v1_CopyCvRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  copyCv(argument: _cv_resume_v1_CopyCvRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  copyCv(argument: _cv_resume_v1_CopyCvRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  copyCv(argument: _cv_resume_v1_CopyCvRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Counts the pictures that earlier versions of a CV have at a place, and that the CV no longer has.
   */
  CountFormerPictures(argument: _cv_resume_v1_FormerPicturesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_FormerPictures>): grpc.ClientUnaryCall;
  CountFormerPictures(argument: _cv_resume_v1_FormerPicturesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_FormerPictures>): grpc.ClientUnaryCall;
  CountFormerPictures(argument: _cv_resume_v1_FormerPicturesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_FormerPictures>): grpc.ClientUnaryCall;
  CountFormerPictures(argument: _cv_resume_v1_FormerPicturesRequestInput, callback: grpc.requestCallback<_cv_resume_v1_FormerPictures>): grpc.ClientUnaryCall;
  /**
   * Counts the pictures that earlier versions of a CV have at a place, and that the CV no longer has.
   */
  countFormerPictures(argument: _cv_resume_v1_FormerPicturesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_FormerPictures>): grpc.ClientUnaryCall;
  countFormerPictures(argument: _cv_resume_v1_FormerPicturesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_FormerPictures>): grpc.ClientUnaryCall;
  countFormerPictures(argument: _cv_resume_v1_FormerPicturesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_FormerPictures>): grpc.ClientUnaryCall;
  countFormerPictures(argument: _cv_resume_v1_FormerPicturesRequestInput, callback: grpc.requestCallback<_cv_resume_v1_FormerPictures>): grpc.ClientUnaryCall;
  
  /**
   * Creates a CV from JSON Resume or CV data, and reports the outcome of each field.
   */
  CreateCv(argument: _cv_resume_v1_CreateCvRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CreateCvResponse>): grpc.ClientUnaryCall;
  CreateCv(argument: _cv_resume_v1_CreateCvRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CreateCvResponse>): grpc.ClientUnaryCall;
  CreateCv(argument: _cv_resume_v1_CreateCvRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CreateCvResponse>): grpc.ClientUnaryCall;
  CreateCv(argument: _cv_resume_v1_CreateCvRequestInput, callback: grpc.requestCallback<_cv_resume_v1_CreateCvResponse>): grpc.ClientUnaryCall;
  /**
   * Creates a CV from JSON Resume or CV data, and reports the outcome of each field.
   */
  createCv(argument: _cv_resume_v1_CreateCvRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CreateCvResponse>): grpc.ClientUnaryCall;
  createCv(argument: _cv_resume_v1_CreateCvRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CreateCvResponse>): grpc.ClientUnaryCall;
  createCv(argument: _cv_resume_v1_CreateCvRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CreateCvResponse>): grpc.ClientUnaryCall;
  createCv(argument: _cv_resume_v1_CreateCvRequestInput, callback: grpc.requestCallback<_cv_resume_v1_CreateCvResponse>): grpc.ClientUnaryCall;
  
  CreateTag(argument: _cv_resume_v1_CreateTagRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  CreateTag(argument: _cv_resume_v1_CreateTagRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  CreateTag(argument: _cv_resume_v1_CreateTagRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  CreateTag(argument: _cv_resume_v1_CreateTagRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  createTag(argument: _cv_resume_v1_CreateTagRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  createTag(argument: _cv_resume_v1_CreateTagRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  createTag(argument: _cv_resume_v1_CreateTagRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  createTag(argument: _cv_resume_v1_CreateTagRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  CreateUser(argument: _cv_resume_v1_CreateUserRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  CreateUser(argument: _cv_resume_v1_CreateUserRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  CreateUser(argument: _cv_resume_v1_CreateUserRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  CreateUser(argument: _cv_resume_v1_CreateUserRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  createUser(argument: _cv_resume_v1_CreateUserRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  createUser(argument: _cv_resume_v1_CreateUserRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  createUser(argument: _cv_resume_v1_CreateUserRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  createUser(argument: _cv_resume_v1_CreateUserRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Hides the CV. Its owner can restore it until it is erased.
   */
  DeleteCv(argument: _cv_resume_v1_DeleteCvRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteCv(argument: _cv_resume_v1_DeleteCvRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteCv(argument: _cv_resume_v1_DeleteCvRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteCv(argument: _cv_resume_v1_DeleteCvRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  /**
   * Hides the CV. Its owner can restore it until it is erased.
   */
  deleteCv(argument: _cv_resume_v1_DeleteCvRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  deleteCv(argument: _cv_resume_v1_DeleteCvRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  deleteCv(argument: _cv_resume_v1_DeleteCvRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  deleteCv(argument: _cv_resume_v1_DeleteCvRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  
  DeleteTag(argument: _cv_resume_v1_DeleteTagRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteTag(argument: _cv_resume_v1_DeleteTagRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteTag(argument: _cv_resume_v1_DeleteTagRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteTag(argument: _cv_resume_v1_DeleteTagRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  deleteTag(argument: _cv_resume_v1_DeleteTagRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  deleteTag(argument: _cv_resume_v1_DeleteTagRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  deleteTag(argument: _cv_resume_v1_DeleteTagRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  deleteTag(argument: _cv_resume_v1_DeleteTagRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  
  /**
   * Hides the user from all reads and lists and unpublishes the CVs. The data is erased after the
   * retention period.
   */
  DeleteUser(argument: _cv_resume_v1_DeleteUserRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteUser(argument: _cv_resume_v1_DeleteUserRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteUser(argument: _cv_resume_v1_DeleteUserRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteUser(argument: _cv_resume_v1_DeleteUserRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  /**
   * Hides the user from all reads and lists and unpublishes the CVs. The data is erased after the
   * retention period.
   */
  deleteUser(argument: _cv_resume_v1_DeleteUserRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  deleteUser(argument: _cv_resume_v1_DeleteUserRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  deleteUser(argument: _cv_resume_v1_DeleteUserRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  deleteUser(argument: _cv_resume_v1_DeleteUserRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  
  DissociateTags(argument: _cv_resume_v1_ChangeTagsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  DissociateTags(argument: _cv_resume_v1_ChangeTagsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  DissociateTags(argument: _cv_resume_v1_ChangeTagsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  DissociateTags(argument: _cv_resume_v1_ChangeTagsRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  dissociateTags(argument: _cv_resume_v1_ChangeTagsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  dissociateTags(argument: _cv_resume_v1_ChangeTagsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  dissociateTags(argument: _cv_resume_v1_ChangeTagsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  dissociateTags(argument: _cv_resume_v1_ChangeTagsRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  
  /**
   * Permanently erases CVs of all companies that were deleted individually before a time, and
   * returns their ids.
   */
  EraseDeletedCvs(argument: _cv_resume_v1_EraseDeletedCvsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_EraseDeletedCvsResponse>): grpc.ClientUnaryCall;
  EraseDeletedCvs(argument: _cv_resume_v1_EraseDeletedCvsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_EraseDeletedCvsResponse>): grpc.ClientUnaryCall;
  EraseDeletedCvs(argument: _cv_resume_v1_EraseDeletedCvsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_EraseDeletedCvsResponse>): grpc.ClientUnaryCall;
  EraseDeletedCvs(argument: _cv_resume_v1_EraseDeletedCvsRequestInput, callback: grpc.requestCallback<_cv_resume_v1_EraseDeletedCvsResponse>): grpc.ClientUnaryCall;
  /**
   * Permanently erases CVs of all companies that were deleted individually before a time, and
   * returns their ids.
   */
  eraseDeletedCvs(argument: _cv_resume_v1_EraseDeletedCvsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_EraseDeletedCvsResponse>): grpc.ClientUnaryCall;
  eraseDeletedCvs(argument: _cv_resume_v1_EraseDeletedCvsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_EraseDeletedCvsResponse>): grpc.ClientUnaryCall;
  eraseDeletedCvs(argument: _cv_resume_v1_EraseDeletedCvsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_EraseDeletedCvsResponse>): grpc.ClientUnaryCall;
  eraseDeletedCvs(argument: _cv_resume_v1_EraseDeletedCvsRequestInput, callback: grpc.requestCallback<_cv_resume_v1_EraseDeletedCvsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Erases these pictures. The versions stay, and are restored without them. The CV gets a new revision, unless there is
   * nothing to erase.
   */
  EraseFormerPictures(argument: _cv_resume_v1_FormerPicturesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_FormerPictures>): grpc.ClientUnaryCall;
  EraseFormerPictures(argument: _cv_resume_v1_FormerPicturesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_FormerPictures>): grpc.ClientUnaryCall;
  EraseFormerPictures(argument: _cv_resume_v1_FormerPicturesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_FormerPictures>): grpc.ClientUnaryCall;
  EraseFormerPictures(argument: _cv_resume_v1_FormerPicturesRequestInput, callback: grpc.requestCallback<_cv_resume_v1_FormerPictures>): grpc.ClientUnaryCall;
  /**
   * Erases these pictures. The versions stay, and are restored without them. The CV gets a new revision, unless there is
   * nothing to erase.
   */
  eraseFormerPictures(argument: _cv_resume_v1_FormerPicturesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_FormerPictures>): grpc.ClientUnaryCall;
  eraseFormerPictures(argument: _cv_resume_v1_FormerPicturesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_FormerPictures>): grpc.ClientUnaryCall;
  eraseFormerPictures(argument: _cv_resume_v1_FormerPicturesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_FormerPictures>): grpc.ClientUnaryCall;
  eraseFormerPictures(argument: _cv_resume_v1_FormerPicturesRequestInput, callback: grpc.requestCallback<_cv_resume_v1_FormerPictures>): grpc.ClientUnaryCall;
  
  /**
   * Permanently erases the data of a deleted user. Idempotent; ignores users that are not deleted.
   */
  EraseUser(argument: _cv_resume_v1_EraseUserRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_resume_v1_EraseUserRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_resume_v1_EraseUserRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  EraseUser(argument: _cv_resume_v1_EraseUserRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  /**
   * Permanently erases the data of a deleted user. Idempotent; ignores users that are not deleted.
   */
  eraseUser(argument: _cv_resume_v1_EraseUserRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_resume_v1_EraseUserRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_resume_v1_EraseUserRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  eraseUser(argument: _cv_resume_v1_EraseUserRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Deleted>): grpc.ClientUnaryCall;
  
  /**
   * Gets the key of the links of applications (proto/src/application-link.ts). Needs no caller.
   */
  GetApplicationLinkKey(argument: _cv_resume_v1_GetApplicationLinkKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ApplicationLinkKey>): grpc.ClientUnaryCall;
  GetApplicationLinkKey(argument: _cv_resume_v1_GetApplicationLinkKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_ApplicationLinkKey>): grpc.ClientUnaryCall;
  GetApplicationLinkKey(argument: _cv_resume_v1_GetApplicationLinkKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ApplicationLinkKey>): grpc.ClientUnaryCall;
  GetApplicationLinkKey(argument: _cv_resume_v1_GetApplicationLinkKeyRequestInput, callback: grpc.requestCallback<_cv_resume_v1_ApplicationLinkKey>): grpc.ClientUnaryCall;
  /**
   * Gets the key of the links of applications (proto/src/application-link.ts). Needs no caller.
   */
  getApplicationLinkKey(argument: _cv_resume_v1_GetApplicationLinkKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ApplicationLinkKey>): grpc.ClientUnaryCall;
  getApplicationLinkKey(argument: _cv_resume_v1_GetApplicationLinkKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_ApplicationLinkKey>): grpc.ClientUnaryCall;
  getApplicationLinkKey(argument: _cv_resume_v1_GetApplicationLinkKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ApplicationLinkKey>): grpc.ClientUnaryCall;
  getApplicationLinkKey(argument: _cv_resume_v1_GetApplicationLinkKeyRequestInput, callback: grpc.requestCallback<_cv_resume_v1_ApplicationLinkKey>): grpc.ClientUnaryCall;
  
  /**
   * Gets the display configuration of one variant: web, mobile or print.
   */
  GetCvDisplay(argument: _cv_resume_v1_CvDisplayRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetCvDisplay(argument: _cv_resume_v1_CvDisplayRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetCvDisplay(argument: _cv_resume_v1_CvDisplayRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetCvDisplay(argument: _cv_resume_v1_CvDisplayRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Gets the display configuration of one variant: web, mobile or print.
   */
  getCvDisplay(argument: _cv_resume_v1_CvDisplayRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getCvDisplay(argument: _cv_resume_v1_CvDisplayRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getCvDisplay(argument: _cv_resume_v1_CvDisplayRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getCvDisplay(argument: _cv_resume_v1_CvDisplayRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  GetCvPassword(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPassword>): grpc.ClientUnaryCall;
  GetCvPassword(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvPassword>): grpc.ClientUnaryCall;
  GetCvPassword(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPassword>): grpc.ClientUnaryCall;
  GetCvPassword(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_CvPassword>): grpc.ClientUnaryCall;
  getCvPassword(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPassword>): grpc.ClientUnaryCall;
  getCvPassword(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvPassword>): grpc.ClientUnaryCall;
  getCvPassword(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPassword>): grpc.ClientUnaryCall;
  getCvPassword(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_CvPassword>): grpc.ClientUnaryCall;
  
  /**
   * Gets a picture with its content. NOT_FOUND "picture_not_found" if there is none.
   */
  GetCvPicture(argument: _cv_resume_v1_CvPictureRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  GetCvPicture(argument: _cv_resume_v1_CvPictureRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  GetCvPicture(argument: _cv_resume_v1_CvPictureRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  GetCvPicture(argument: _cv_resume_v1_CvPictureRefInput, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  /**
   * Gets a picture with its content. NOT_FOUND "picture_not_found" if there is none.
   */
  getCvPicture(argument: _cv_resume_v1_CvPictureRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  getCvPicture(argument: _cv_resume_v1_CvPictureRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  getCvPicture(argument: _cv_resume_v1_CvPictureRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  getCvPicture(argument: _cv_resume_v1_CvPictureRefInput, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  
  /**
   * Gets the sections of JSON Resume that CV data does not have, as documents show them, with the revision of the CV.
   */
  GetCvResumeSections(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetCvResumeSections(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetCvResumeSections(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetCvResumeSections(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Gets the sections of JSON Resume that CV data does not have, as documents show them, with the revision of the CV.
   */
  getCvResumeSections(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getCvResumeSections(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getCvResumeSections(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getCvResumeSections(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Gets the addresses and private links of a CV, for its owner.
   */
  GetCvSharing(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvSharing>): grpc.ClientUnaryCall;
  GetCvSharing(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvSharing>): grpc.ClientUnaryCall;
  GetCvSharing(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvSharing>): grpc.ClientUnaryCall;
  GetCvSharing(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_CvSharing>): grpc.ClientUnaryCall;
  /**
   * Gets the addresses and private links of a CV, for its owner.
   */
  getCvSharing(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvSharing>): grpc.ClientUnaryCall;
  getCvSharing(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvSharing>): grpc.ClientUnaryCall;
  getCvSharing(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvSharing>): grpc.ClientUnaryCall;
  getCvSharing(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_CvSharing>): grpc.ClientUnaryCall;
  
  /**
   * Gets the CV as it would be if a version was restored, with the sections of GetCvResumeSections as
   * `resumeSections`, and `photoChange` (added, changed or removed) unless the photo would stay. NOT_FOUND "version_not_found" if there is none.
   */
  GetCvVersion(argument: _cv_resume_v1_CvVersionRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetCvVersion(argument: _cv_resume_v1_CvVersionRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetCvVersion(argument: _cv_resume_v1_CvVersionRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetCvVersion(argument: _cv_resume_v1_CvVersionRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Gets the CV as it would be if a version was restored, with the sections of GetCvResumeSections as
   * `resumeSections`, and `photoChange` (added, changed or removed) unless the photo would stay. NOT_FOUND "version_not_found" if there is none.
   */
  getCvVersion(argument: _cv_resume_v1_CvVersionRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getCvVersion(argument: _cv_resume_v1_CvVersionRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getCvVersion(argument: _cv_resume_v1_CvVersionRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getCvVersion(argument: _cv_resume_v1_CvVersionRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Gets a picture that a CV or one of its versions has. NOT_FOUND "picture_not_found" if there is none.
   */
  GetCvVersionPicture(argument: _cv_resume_v1_CvVersionPictureRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  GetCvVersionPicture(argument: _cv_resume_v1_CvVersionPictureRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  GetCvVersionPicture(argument: _cv_resume_v1_CvVersionPictureRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  GetCvVersionPicture(argument: _cv_resume_v1_CvVersionPictureRefInput, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  /**
   * Gets a picture that a CV or one of its versions has. NOT_FOUND "picture_not_found" if there is none.
   */
  getCvVersionPicture(argument: _cv_resume_v1_CvVersionPictureRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  getCvVersionPicture(argument: _cv_resume_v1_CvVersionPictureRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  getCvVersionPicture(argument: _cv_resume_v1_CvVersionPictureRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  getCvVersionPicture(argument: _cv_resume_v1_CvVersionPictureRefInput, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  
  /**
   * Gets a CV that was deleted individually, as it was.
   */
  GetDeletedCv(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetDeletedCv(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetDeletedCv(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetDeletedCv(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Gets a CV that was deleted individually, as it was.
   */
  getDeletedCv(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getDeletedCv(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getDeletedCv(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getDeletedCv(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Gets the appearance of a deleted CV: {display: {web, mobile, print}, maxPages, language, sectionOrder, linkPreview}. maxPages is null without a limit.
   * language is missing if it is detected, sectionOrder if it is that of the template.
   */
  GetDeletedCvAppearance(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetDeletedCvAppearance(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetDeletedCvAppearance(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetDeletedCvAppearance(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Gets the appearance of a deleted CV: {display: {web, mobile, print}, maxPages, language, sectionOrder, linkPreview}. maxPages is null without a limit.
   * language is missing if it is detected, sectionOrder if it is that of the template.
   */
  getDeletedCvAppearance(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getDeletedCvAppearance(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getDeletedCvAppearance(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getDeletedCvAppearance(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Gets a picture of a deleted CV. NOT_FOUND "picture_not_found" if there is none.
   */
  GetDeletedCvPicture(argument: _cv_resume_v1_DeletedCvPictureRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  GetDeletedCvPicture(argument: _cv_resume_v1_DeletedCvPictureRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  GetDeletedCvPicture(argument: _cv_resume_v1_DeletedCvPictureRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  GetDeletedCvPicture(argument: _cv_resume_v1_DeletedCvPictureRefInput, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  /**
   * Gets a picture of a deleted CV. NOT_FOUND "picture_not_found" if there is none.
   */
  getDeletedCvPicture(argument: _cv_resume_v1_DeletedCvPictureRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  getDeletedCvPicture(argument: _cv_resume_v1_DeletedCvPictureRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  getDeletedCvPicture(argument: _cv_resume_v1_DeletedCvPictureRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  getDeletedCvPicture(argument: _cv_resume_v1_DeletedCvPictureRefInput, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  
  /**
   * Gets a deleted CV as JSON Resume without its photo, with the fields that only its import has.
   */
  GetDeletedCvResume(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetDeletedCvResume(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetDeletedCvResume(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetDeletedCvResume(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Gets a deleted CV as JSON Resume without its photo, with the fields that only its import has.
   */
  getDeletedCvResume(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getDeletedCvResume(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getDeletedCvResume(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getDeletedCvResume(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Gets everything an export is rendered from: the CV, its print display and imported sections.
   */
  GetExportSource(argument: _cv_resume_v1_GetExportSourceRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ExportSource>): grpc.ClientUnaryCall;
  GetExportSource(argument: _cv_resume_v1_GetExportSourceRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_ExportSource>): grpc.ClientUnaryCall;
  GetExportSource(argument: _cv_resume_v1_GetExportSourceRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ExportSource>): grpc.ClientUnaryCall;
  GetExportSource(argument: _cv_resume_v1_GetExportSourceRequestInput, callback: grpc.requestCallback<_cv_resume_v1_ExportSource>): grpc.ClientUnaryCall;
  /**
   * Gets everything an export is rendered from: the CV, its print display and imported sections.
   */
  getExportSource(argument: _cv_resume_v1_GetExportSourceRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ExportSource>): grpc.ClientUnaryCall;
  getExportSource(argument: _cv_resume_v1_GetExportSourceRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_ExportSource>): grpc.ClientUnaryCall;
  getExportSource(argument: _cv_resume_v1_GetExportSourceRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ExportSource>): grpc.ClientUnaryCall;
  getExportSource(argument: _cv_resume_v1_GetExportSourceRequestInput, callback: grpc.requestCallback<_cv_resume_v1_ExportSource>): grpc.ClientUnaryCall;
  
  GetPortfolioPicture(argument: _cv_resume_v1_PortfolioPictureRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  GetPortfolioPicture(argument: _cv_resume_v1_PortfolioPictureRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  GetPortfolioPicture(argument: _cv_resume_v1_PortfolioPictureRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  GetPortfolioPicture(argument: _cv_resume_v1_PortfolioPictureRefInput, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  getPortfolioPicture(argument: _cv_resume_v1_PortfolioPictureRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  getPortfolioPicture(argument: _cv_resume_v1_PortfolioPictureRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  getPortfolioPicture(argument: _cv_resume_v1_PortfolioPictureRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  getPortfolioPicture(argument: _cv_resume_v1_PortfolioPictureRefInput, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  
  /**
   * Gets the logo at a public path, if an existing CV shows it now. Needs no caller. Photos have no
   * public path.
   */
  GetPublicPicture(argument: _cv_resume_v1_PublicPictureRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  GetPublicPicture(argument: _cv_resume_v1_PublicPictureRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  GetPublicPicture(argument: _cv_resume_v1_PublicPictureRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  GetPublicPicture(argument: _cv_resume_v1_PublicPictureRefInput, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  /**
   * Gets the logo at a public path, if an existing CV shows it now. Needs no caller. Photos have no
   * public path.
   */
  getPublicPicture(argument: _cv_resume_v1_PublicPictureRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  getPublicPicture(argument: _cv_resume_v1_PublicPictureRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  getPublicPicture(argument: _cv_resume_v1_PublicPictureRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  getPublicPicture(argument: _cv_resume_v1_PublicPictureRefInput, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  
  GetTag(argument: _cv_resume_v1_TagRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetTag(argument: _cv_resume_v1_TagRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetTag(argument: _cv_resume_v1_TagRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetTag(argument: _cv_resume_v1_TagRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getTag(argument: _cv_resume_v1_TagRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getTag(argument: _cv_resume_v1_TagRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getTag(argument: _cv_resume_v1_TagRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getTag(argument: _cv_resume_v1_TagRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Gets the profile that OAuth clients read first: {user: {id, lastname, firstname, slug,
   * registeredAt, premium, email, resumes}}.
   */
  GetUserProfile(argument: _cv_resume_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetUserProfile(argument: _cv_resume_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetUserProfile(argument: _cv_resume_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  GetUserProfile(argument: _cv_resume_v1_UserRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Gets the profile that OAuth clients read first: {user: {id, lastname, firstname, slug,
   * registeredAt, premium, email, resumes}}.
   */
  getUserProfile(argument: _cv_resume_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getUserProfile(argument: _cv_resume_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getUserProfile(argument: _cv_resume_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  getUserProfile(argument: _cv_resume_v1_UserRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Gets the user's part of the public addresses, and its former values. They are not part of the user in the API.
   */
  GetUserSlugs(argument: _cv_resume_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_UserSlugs>): grpc.ClientUnaryCall;
  GetUserSlugs(argument: _cv_resume_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_UserSlugs>): grpc.ClientUnaryCall;
  GetUserSlugs(argument: _cv_resume_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_UserSlugs>): grpc.ClientUnaryCall;
  GetUserSlugs(argument: _cv_resume_v1_UserRefInput, callback: grpc.requestCallback<_cv_resume_v1_UserSlugs>): grpc.ClientUnaryCall;
  /**
   * Gets the user's part of the public addresses, and its former values. They are not part of the user in the API.
   */
  getUserSlugs(argument: _cv_resume_v1_UserRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_UserSlugs>): grpc.ClientUnaryCall;
  getUserSlugs(argument: _cv_resume_v1_UserRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_UserSlugs>): grpc.ClientUnaryCall;
  getUserSlugs(argument: _cv_resume_v1_UserRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_UserSlugs>): grpc.ClientUnaryCall;
  getUserSlugs(argument: _cv_resume_v1_UserRefInput, callback: grpc.requestCallback<_cv_resume_v1_UserSlugs>): grpc.ClientUnaryCall;
  
  /**
   * Lists the ids of users that were created, updated or deleted since a time, the earliest change first. Deleted users
   * are listed until their data is erased.
   */
  ListChangedUsers(argument: _cv_resume_v1_ListChangedUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ListChangedUsersResponse>): grpc.ClientUnaryCall;
  ListChangedUsers(argument: _cv_resume_v1_ListChangedUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_ListChangedUsersResponse>): grpc.ClientUnaryCall;
  ListChangedUsers(argument: _cv_resume_v1_ListChangedUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ListChangedUsersResponse>): grpc.ClientUnaryCall;
  ListChangedUsers(argument: _cv_resume_v1_ListChangedUsersRequestInput, callback: grpc.requestCallback<_cv_resume_v1_ListChangedUsersResponse>): grpc.ClientUnaryCall;
  /**
   * Lists the ids of users that were created, updated or deleted since a time, the earliest change first. Deleted users
   * are listed until their data is erased.
   */
  listChangedUsers(argument: _cv_resume_v1_ListChangedUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ListChangedUsersResponse>): grpc.ClientUnaryCall;
  listChangedUsers(argument: _cv_resume_v1_ListChangedUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_ListChangedUsersResponse>): grpc.ClientUnaryCall;
  listChangedUsers(argument: _cv_resume_v1_ListChangedUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ListChangedUsersResponse>): grpc.ClientUnaryCall;
  listChangedUsers(argument: _cv_resume_v1_ListChangedUsersRequestInput, callback: grpc.requestCallback<_cv_resume_v1_ListChangedUsersResponse>): grpc.ClientUnaryCall;
  
  /**
   * Lists the last versions of a CV without their content, the newest first.
   */
  ListCvVersions(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ListCvVersionsResponse>): grpc.ClientUnaryCall;
  ListCvVersions(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_ListCvVersionsResponse>): grpc.ClientUnaryCall;
  ListCvVersions(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ListCvVersionsResponse>): grpc.ClientUnaryCall;
  ListCvVersions(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_ListCvVersionsResponse>): grpc.ClientUnaryCall;
  /**
   * Lists the last versions of a CV without their content, the newest first.
   */
  listCvVersions(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ListCvVersionsResponse>): grpc.ClientUnaryCall;
  listCvVersions(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_ListCvVersionsResponse>): grpc.ClientUnaryCall;
  listCvVersions(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ListCvVersionsResponse>): grpc.ClientUnaryCall;
  listCvVersions(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_ListCvVersionsResponse>): grpc.ClientUnaryCall;
  
  ListCvs(argument: _cv_resume_v1_ListCvsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListCvs(argument: _cv_resume_v1_ListCvsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListCvs(argument: _cv_resume_v1_ListCvsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListCvs(argument: _cv_resume_v1_ListCvsRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listCvs(argument: _cv_resume_v1_ListCvsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listCvs(argument: _cv_resume_v1_ListCvsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listCvs(argument: _cv_resume_v1_ListCvsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listCvs(argument: _cv_resume_v1_ListCvsRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  
  ListCvsByStatus(argument: _cv_resume_v1_ListCvsByStatusRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListCvsByStatus(argument: _cv_resume_v1_ListCvsByStatusRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListCvsByStatus(argument: _cv_resume_v1_ListCvsByStatusRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListCvsByStatus(argument: _cv_resume_v1_ListCvsByStatusRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listCvsByStatus(argument: _cv_resume_v1_ListCvsByStatusRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listCvsByStatus(argument: _cv_resume_v1_ListCvsByStatusRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listCvsByStatus(argument: _cv_resume_v1_ListCvsByStatusRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listCvsByStatus(argument: _cv_resume_v1_ListCvsByStatusRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  
  /**
   * Lists CVs that were deleted individually, the last deleted first.
   */
  ListDeletedCvs(argument: _cv_resume_v1_ListDeletedCvsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ListDeletedCvsResponse>): grpc.ClientUnaryCall;
  ListDeletedCvs(argument: _cv_resume_v1_ListDeletedCvsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_ListDeletedCvsResponse>): grpc.ClientUnaryCall;
  ListDeletedCvs(argument: _cv_resume_v1_ListDeletedCvsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ListDeletedCvsResponse>): grpc.ClientUnaryCall;
  ListDeletedCvs(argument: _cv_resume_v1_ListDeletedCvsRequestInput, callback: grpc.requestCallback<_cv_resume_v1_ListDeletedCvsResponse>): grpc.ClientUnaryCall;
  /**
   * Lists CVs that were deleted individually, the last deleted first.
   */
  listDeletedCvs(argument: _cv_resume_v1_ListDeletedCvsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ListDeletedCvsResponse>): grpc.ClientUnaryCall;
  listDeletedCvs(argument: _cv_resume_v1_ListDeletedCvsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_ListDeletedCvsResponse>): grpc.ClientUnaryCall;
  listDeletedCvs(argument: _cv_resume_v1_ListDeletedCvsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ListDeletedCvsResponse>): grpc.ClientUnaryCall;
  listDeletedCvs(argument: _cv_resume_v1_ListDeletedCvsRequestInput, callback: grpc.requestCallback<_cv_resume_v1_ListDeletedCvsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Lists users of all companies that were deleted before a time, oldest first. Needs no caller.
   * Data in other services is erased first, so that an interrupted erasure is resumed.
   */
  ListDeletedUsers(argument: _cv_resume_v1_ListDeletedUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ListDeletedUsersResponse>): grpc.ClientUnaryCall;
  ListDeletedUsers(argument: _cv_resume_v1_ListDeletedUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_ListDeletedUsersResponse>): grpc.ClientUnaryCall;
  ListDeletedUsers(argument: _cv_resume_v1_ListDeletedUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ListDeletedUsersResponse>): grpc.ClientUnaryCall;
  ListDeletedUsers(argument: _cv_resume_v1_ListDeletedUsersRequestInput, callback: grpc.requestCallback<_cv_resume_v1_ListDeletedUsersResponse>): grpc.ClientUnaryCall;
  /**
   * Lists users of all companies that were deleted before a time, oldest first. Needs no caller.
   * Data in other services is erased first, so that an interrupted erasure is resumed.
   */
  listDeletedUsers(argument: _cv_resume_v1_ListDeletedUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ListDeletedUsersResponse>): grpc.ClientUnaryCall;
  listDeletedUsers(argument: _cv_resume_v1_ListDeletedUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_ListDeletedUsersResponse>): grpc.ClientUnaryCall;
  listDeletedUsers(argument: _cv_resume_v1_ListDeletedUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ListDeletedUsersResponse>): grpc.ClientUnaryCall;
  listDeletedUsers(argument: _cv_resume_v1_ListDeletedUsersRequestInput, callback: grpc.requestCallback<_cv_resume_v1_ListDeletedUsersResponse>): grpc.ClientUnaryCall;
  
  ListTagUsers(argument: _cv_resume_v1_ListTagUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListTagUsers(argument: _cv_resume_v1_ListTagUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListTagUsers(argument: _cv_resume_v1_ListTagUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListTagUsers(argument: _cv_resume_v1_ListTagUsersRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listTagUsers(argument: _cv_resume_v1_ListTagUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listTagUsers(argument: _cv_resume_v1_ListTagUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listTagUsers(argument: _cv_resume_v1_ListTagUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listTagUsers(argument: _cv_resume_v1_ListTagUsersRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  
  ListTags(argument: _cv_resume_v1_ListTagsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListTags(argument: _cv_resume_v1_ListTagsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListTags(argument: _cv_resume_v1_ListTagsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListTags(argument: _cv_resume_v1_ListTagsRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listTags(argument: _cv_resume_v1_ListTagsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listTags(argument: _cv_resume_v1_ListTagsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listTags(argument: _cv_resume_v1_ListTagsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listTags(argument: _cv_resume_v1_ListTagsRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  
  ListUserCvs(argument: _cv_resume_v1_ListOfUserRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListUserCvs(argument: _cv_resume_v1_ListOfUserRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListUserCvs(argument: _cv_resume_v1_ListOfUserRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListUserCvs(argument: _cv_resume_v1_ListOfUserRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listUserCvs(argument: _cv_resume_v1_ListOfUserRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listUserCvs(argument: _cv_resume_v1_ListOfUserRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listUserCvs(argument: _cv_resume_v1_ListOfUserRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listUserCvs(argument: _cv_resume_v1_ListOfUserRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  
  ListUserTags(argument: _cv_resume_v1_ListOfUserRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListUserTags(argument: _cv_resume_v1_ListOfUserRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListUserTags(argument: _cv_resume_v1_ListOfUserRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListUserTags(argument: _cv_resume_v1_ListOfUserRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listUserTags(argument: _cv_resume_v1_ListOfUserRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listUserTags(argument: _cv_resume_v1_ListOfUserRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listUserTags(argument: _cv_resume_v1_ListOfUserRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listUserTags(argument: _cv_resume_v1_ListOfUserRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  
  ListUsers(argument: _cv_resume_v1_ListUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListUsers(argument: _cv_resume_v1_ListUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListUsers(argument: _cv_resume_v1_ListUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  ListUsers(argument: _cv_resume_v1_ListUsersRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listUsers(argument: _cv_resume_v1_ListUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listUsers(argument: _cv_resume_v1_ListUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listUsers(argument: _cv_resume_v1_ListUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  listUsers(argument: _cv_resume_v1_ListUsersRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  
  /**
   * Moves the next batch of pictures, of all companies, from MongoDB to the object storage. Needs no
   * caller. INVALID_ARGUMENT if new pictures are not stored there.
   */
  MovePictures(argument: _cv_resume_v1_MovePicturesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_MovePicturesResponse>): grpc.ClientUnaryCall;
  MovePictures(argument: _cv_resume_v1_MovePicturesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_MovePicturesResponse>): grpc.ClientUnaryCall;
  MovePictures(argument: _cv_resume_v1_MovePicturesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_MovePicturesResponse>): grpc.ClientUnaryCall;
  MovePictures(argument: _cv_resume_v1_MovePicturesRequestInput, callback: grpc.requestCallback<_cv_resume_v1_MovePicturesResponse>): grpc.ClientUnaryCall;
  /**
   * Moves the next batch of pictures, of all companies, from MongoDB to the object storage. Needs no
   * caller. INVALID_ARGUMENT if new pictures are not stored there.
   */
  movePictures(argument: _cv_resume_v1_MovePicturesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_MovePicturesResponse>): grpc.ClientUnaryCall;
  movePictures(argument: _cv_resume_v1_MovePicturesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_MovePicturesResponse>): grpc.ClientUnaryCall;
  movePictures(argument: _cv_resume_v1_MovePicturesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_MovePicturesResponse>): grpc.ClientUnaryCall;
  movePictures(argument: _cv_resume_v1_MovePicturesRequestInput, callback: grpc.requestCallback<_cv_resume_v1_MovePicturesResponse>): grpc.ClientUnaryCall;
  
  /**
   * Gives up a former slug of the user: other users can then have it. The user's part of the addresses does not change.
   */
  ReleaseUserSlug(argument: _cv_resume_v1_ReleaseUserSlugRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ReleaseUserSlugResponse>): grpc.ClientUnaryCall;
  ReleaseUserSlug(argument: _cv_resume_v1_ReleaseUserSlugRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_ReleaseUserSlugResponse>): grpc.ClientUnaryCall;
  ReleaseUserSlug(argument: _cv_resume_v1_ReleaseUserSlugRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ReleaseUserSlugResponse>): grpc.ClientUnaryCall;
  ReleaseUserSlug(argument: _cv_resume_v1_ReleaseUserSlugRequestInput, callback: grpc.requestCallback<_cv_resume_v1_ReleaseUserSlugResponse>): grpc.ClientUnaryCall;
  /**
   * Gives up a former slug of the user: other users can then have it. The user's part of the addresses does not change.
   */
  releaseUserSlug(argument: _cv_resume_v1_ReleaseUserSlugRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ReleaseUserSlugResponse>): grpc.ClientUnaryCall;
  releaseUserSlug(argument: _cv_resume_v1_ReleaseUserSlugRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_ReleaseUserSlugResponse>): grpc.ClientUnaryCall;
  releaseUserSlug(argument: _cv_resume_v1_ReleaseUserSlugRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_ReleaseUserSlugResponse>): grpc.ClientUnaryCall;
  releaseUserSlug(argument: _cv_resume_v1_ReleaseUserSlugRequestInput, callback: grpc.requestCallback<_cv_resume_v1_ReleaseUserSlugResponse>): grpc.ClientUnaryCall;
  
  /**
   * Removes a picture and returns the CV. NOT_FOUND "picture_not_found" if there is none.
   */
  RemoveCvPicture(argument: _cv_resume_v1_RemoveCvPictureRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  RemoveCvPicture(argument: _cv_resume_v1_RemoveCvPictureRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  RemoveCvPicture(argument: _cv_resume_v1_RemoveCvPictureRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  RemoveCvPicture(argument: _cv_resume_v1_RemoveCvPictureRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Removes a picture and returns the CV. NOT_FOUND "picture_not_found" if there is none.
   */
  removeCvPicture(argument: _cv_resume_v1_RemoveCvPictureRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  removeCvPicture(argument: _cv_resume_v1_RemoveCvPictureRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  removeCvPicture(argument: _cv_resume_v1_RemoveCvPictureRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  removeCvPicture(argument: _cv_resume_v1_RemoveCvPictureRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  RemovePortfolioPicture(argument: _cv_resume_v1_PortfolioPictureRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  RemovePortfolioPicture(argument: _cv_resume_v1_PortfolioPictureRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  RemovePortfolioPicture(argument: _cv_resume_v1_PortfolioPictureRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  RemovePortfolioPicture(argument: _cv_resume_v1_PortfolioPictureRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  removePortfolioPicture(argument: _cv_resume_v1_PortfolioPictureRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  removePortfolioPicture(argument: _cv_resume_v1_PortfolioPictureRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  removePortfolioPicture(argument: _cv_resume_v1_PortfolioPictureRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  removePortfolioPicture(argument: _cv_resume_v1_PortfolioPictureRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * FAILED_PRECONDITION "revision_mismatch" if if_revision is set and is not the current revision.
   */
  ReplaceCv(argument: _cv_resume_v1_ReplaceCvRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  ReplaceCv(argument: _cv_resume_v1_ReplaceCvRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  ReplaceCv(argument: _cv_resume_v1_ReplaceCvRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  ReplaceCv(argument: _cv_resume_v1_ReplaceCvRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * FAILED_PRECONDITION "revision_mismatch" if if_revision is set and is not the current revision.
   */
  replaceCv(argument: _cv_resume_v1_ReplaceCvRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  replaceCv(argument: _cv_resume_v1_ReplaceCvRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  replaceCv(argument: _cv_resume_v1_ReplaceCvRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  replaceCv(argument: _cv_resume_v1_ReplaceCvRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Replaces the permanent private link by a new one.
   */
  ReplacePrivateLink(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  ReplacePrivateLink(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  ReplacePrivateLink(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  ReplacePrivateLink(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Replaces the permanent private link by a new one.
   */
  replacePrivateLink(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  replacePrivateLink(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  replacePrivateLink(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  replacePrivateLink(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Finds the CV at a public address or private link, in any company. Needs no caller. NOT_FOUND
   * for a public address that is not published, and for links that are revoked or expired.
   */
  ResolveCv(argument: _cv_resume_v1_CvAddressInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvLocation>): grpc.ClientUnaryCall;
  ResolveCv(argument: _cv_resume_v1_CvAddressInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvLocation>): grpc.ClientUnaryCall;
  ResolveCv(argument: _cv_resume_v1_CvAddressInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvLocation>): grpc.ClientUnaryCall;
  ResolveCv(argument: _cv_resume_v1_CvAddressInput, callback: grpc.requestCallback<_cv_resume_v1_CvLocation>): grpc.ClientUnaryCall;
  /**
   * Finds the CV at a public address or private link, in any company. Needs no caller. NOT_FOUND
   * for a public address that is not published, and for links that are revoked or expired.
   */
  resolveCv(argument: _cv_resume_v1_CvAddressInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvLocation>): grpc.ClientUnaryCall;
  resolveCv(argument: _cv_resume_v1_CvAddressInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvLocation>): grpc.ClientUnaryCall;
  resolveCv(argument: _cv_resume_v1_CvAddressInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvLocation>): grpc.ClientUnaryCall;
  resolveCv(argument: _cv_resume_v1_CvAddressInput, callback: grpc.requestCallback<_cv_resume_v1_CvLocation>): grpc.ClientUnaryCall;
  
  /**
   * Restores a deleted CV as an unpublished one with a new private link. Idempotent. NOT_FOUND after it was erased.
   */
  RestoreCv(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  RestoreCv(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  RestoreCv(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  RestoreCv(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Restores a deleted CV as an unpublished one with a new private link. Idempotent. NOT_FOUND after it was erased.
   */
  restoreCv(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  restoreCv(argument: _cv_resume_v1_CvRefInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  restoreCv(argument: _cv_resume_v1_CvRefInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  restoreCv(argument: _cv_resume_v1_CvRefInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Restores the content of a version, and keeps the current content as a version. Settings that decide who can see the
   * CV do not change.
   */
  RestoreCvVersion(argument: _cv_resume_v1_RestoreCvVersionRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  RestoreCvVersion(argument: _cv_resume_v1_RestoreCvVersionRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  RestoreCvVersion(argument: _cv_resume_v1_RestoreCvVersionRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  RestoreCvVersion(argument: _cv_resume_v1_RestoreCvVersionRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Restores the content of a version, and keeps the current content as a version. Settings that decide who can see the
   * CV do not change.
   */
  restoreCvVersion(argument: _cv_resume_v1_RestoreCvVersionRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  restoreCvVersion(argument: _cv_resume_v1_RestoreCvVersionRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  restoreCvVersion(argument: _cv_resume_v1_RestoreCvVersionRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  restoreCvVersion(argument: _cv_resume_v1_RestoreCvVersionRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Revokes a link that was added. Idempotent.
   */
  RevokeCvLink(argument: _cv_resume_v1_RevokeCvLinkRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvSharing>): grpc.ClientUnaryCall;
  RevokeCvLink(argument: _cv_resume_v1_RevokeCvLinkRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvSharing>): grpc.ClientUnaryCall;
  RevokeCvLink(argument: _cv_resume_v1_RevokeCvLinkRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvSharing>): grpc.ClientUnaryCall;
  RevokeCvLink(argument: _cv_resume_v1_RevokeCvLinkRequestInput, callback: grpc.requestCallback<_cv_resume_v1_CvSharing>): grpc.ClientUnaryCall;
  /**
   * Revokes a link that was added. Idempotent.
   */
  revokeCvLink(argument: _cv_resume_v1_RevokeCvLinkRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvSharing>): grpc.ClientUnaryCall;
  revokeCvLink(argument: _cv_resume_v1_RevokeCvLinkRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvSharing>): grpc.ClientUnaryCall;
  revokeCvLink(argument: _cv_resume_v1_RevokeCvLinkRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvSharing>): grpc.ClientUnaryCall;
  revokeCvLink(argument: _cv_resume_v1_RevokeCvLinkRequestInput, callback: grpc.requestCallback<_cv_resume_v1_CvSharing>): grpc.ClientUnaryCall;
  
  /**
   * Searches first name, last name and email. Each word of the term must match the start of a word.
   */
  SearchUsers(argument: _cv_resume_v1_SearchUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  SearchUsers(argument: _cv_resume_v1_SearchUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  SearchUsers(argument: _cv_resume_v1_SearchUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  SearchUsers(argument: _cv_resume_v1_SearchUsersRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  /**
   * Searches first name, last name and email. Each word of the term must match the start of a word.
   */
  searchUsers(argument: _cv_resume_v1_SearchUsersRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  searchUsers(argument: _cv_resume_v1_SearchUsersRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  searchUsers(argument: _cv_resume_v1_SearchUsersRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  searchUsers(argument: _cv_resume_v1_SearchUsersRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Page>): grpc.ClientUnaryCall;
  
  SetCvDisplay(argument: _cv_resume_v1_SetCvDisplayRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvDisplay(argument: _cv_resume_v1_SetCvDisplayRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvDisplay(argument: _cv_resume_v1_SetCvDisplayRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvDisplay(argument: _cv_resume_v1_SetCvDisplayRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvDisplay(argument: _cv_resume_v1_SetCvDisplayRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvDisplay(argument: _cv_resume_v1_SetCvDisplayRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvDisplay(argument: _cv_resume_v1_SetCvDisplayRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvDisplay(argument: _cv_resume_v1_SetCvDisplayRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Sets the language of headings, dates and countries. It is not part of the display configuration.
   */
  SetCvDocumentLanguage(argument: _cv_resume_v1_SetCvDocumentLanguageRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvDocumentLanguage(argument: _cv_resume_v1_SetCvDocumentLanguageRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvDocumentLanguage(argument: _cv_resume_v1_SetCvDocumentLanguageRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvDocumentLanguage(argument: _cv_resume_v1_SetCvDocumentLanguageRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Sets the language of headings, dates and countries. It is not part of the display configuration.
   */
  setCvDocumentLanguage(argument: _cv_resume_v1_SetCvDocumentLanguageRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvDocumentLanguage(argument: _cv_resume_v1_SetCvDocumentLanguageRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvDocumentLanguage(argument: _cv_resume_v1_SetCvDocumentLanguageRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvDocumentLanguage(argument: _cv_resume_v1_SetCvDocumentLanguageRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Sets whether link previews show the owner's name and photo. Previews of an anonymized CV show neither.
   */
  SetCvLinkPreview(argument: _cv_resume_v1_SetCvLinkPreviewRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvLinkPreview(argument: _cv_resume_v1_SetCvLinkPreviewRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvLinkPreview(argument: _cv_resume_v1_SetCvLinkPreviewRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvLinkPreview(argument: _cv_resume_v1_SetCvLinkPreviewRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Sets whether link previews show the owner's name and photo. Previews of an anonymized CV show neither.
   */
  setCvLinkPreview(argument: _cv_resume_v1_SetCvLinkPreviewRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvLinkPreview(argument: _cv_resume_v1_SetCvLinkPreviewRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvLinkPreview(argument: _cv_resume_v1_SetCvLinkPreviewRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvLinkPreview(argument: _cv_resume_v1_SetCvLinkPreviewRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Sets the maximum number of pages of the printed CV. It is not part of the display configuration.
   */
  SetCvPageLimit(argument: _cv_resume_v1_SetCvPageLimitRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvPageLimit(argument: _cv_resume_v1_SetCvPageLimitRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvPageLimit(argument: _cv_resume_v1_SetCvPageLimitRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvPageLimit(argument: _cv_resume_v1_SetCvPageLimitRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Sets the maximum number of pages of the printed CV. It is not part of the display configuration.
   */
  setCvPageLimit(argument: _cv_resume_v1_SetCvPageLimitRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvPageLimit(argument: _cv_resume_v1_SetCvPageLimitRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvPageLimit(argument: _cv_resume_v1_SetCvPageLimitRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvPageLimit(argument: _cv_resume_v1_SetCvPageLimitRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Sets the password for visitors of a CV and protects the CV. An empty hash removes both. The
   * hash is opaque to this service; the gateway creates and checks it.
   */
  SetCvPassword(argument: _cv_resume_v1_SetCvPasswordRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvPassword(argument: _cv_resume_v1_SetCvPasswordRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvPassword(argument: _cv_resume_v1_SetCvPasswordRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvPassword(argument: _cv_resume_v1_SetCvPasswordRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Sets the password for visitors of a CV and protects the CV. An empty hash removes both. The
   * hash is opaque to this service; the gateway creates and checks it.
   */
  setCvPassword(argument: _cv_resume_v1_SetCvPasswordRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvPassword(argument: _cv_resume_v1_SetCvPasswordRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvPassword(argument: _cv_resume_v1_SetCvPasswordRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvPassword(argument: _cv_resume_v1_SetCvPasswordRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Sets the photo of a CV or the logo of one of its experiences. The picture is re-encoded:
   * scaled down and without metadata. INVALID_ARGUMENT "picture_type" or "picture_refused".
   * Without content, adjusts the stored photo. NOT_FOUND "picture_not_found" if there is none, ABORTED
   * "revision_conflict" if another request replaces it at the same time.
   */
  SetCvPicture(argument: _cv_resume_v1_SetCvPictureRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  SetCvPicture(argument: _cv_resume_v1_SetCvPictureRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  SetCvPicture(argument: _cv_resume_v1_SetCvPictureRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  SetCvPicture(argument: _cv_resume_v1_SetCvPictureRequestInput, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  /**
   * Sets the photo of a CV or the logo of one of its experiences. The picture is re-encoded:
   * scaled down and without metadata. INVALID_ARGUMENT "picture_type" or "picture_refused".
   * Without content, adjusts the stored photo. NOT_FOUND "picture_not_found" if there is none, ABORTED
   * "revision_conflict" if another request replaces it at the same time.
   */
  setCvPicture(argument: _cv_resume_v1_SetCvPictureRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  setCvPicture(argument: _cv_resume_v1_SetCvPictureRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  setCvPicture(argument: _cv_resume_v1_SetCvPictureRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  setCvPicture(argument: _cv_resume_v1_SetCvPictureRequestInput, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  
  /**
   * Sets the order of sections in documents. It is not part of the display configuration.
   */
  SetCvSectionOrder(argument: _cv_resume_v1_SetCvSectionOrderRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvSectionOrder(argument: _cv_resume_v1_SetCvSectionOrderRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvSectionOrder(argument: _cv_resume_v1_SetCvSectionOrderRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvSectionOrder(argument: _cv_resume_v1_SetCvSectionOrderRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Sets the order of sections in documents. It is not part of the display configuration.
   */
  setCvSectionOrder(argument: _cv_resume_v1_SetCvSectionOrderRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvSectionOrder(argument: _cv_resume_v1_SetCvSectionOrderRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvSectionOrder(argument: _cv_resume_v1_SetCvSectionOrderRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvSectionOrder(argument: _cv_resume_v1_SetCvSectionOrderRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Changes the last part of the public address. ALREADY_EXISTS "slug_taken" if another CV of the owner has it.
   */
  SetCvSlug(argument: _cv_resume_v1_SetCvSlugRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvSlug(argument: _cv_resume_v1_SetCvSlugRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvSlug(argument: _cv_resume_v1_SetCvSlugRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvSlug(argument: _cv_resume_v1_SetCvSlugRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Changes the last part of the public address. ALREADY_EXISTS "slug_taken" if another CV of the owner has it.
   */
  setCvSlug(argument: _cv_resume_v1_SetCvSlugRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvSlug(argument: _cv_resume_v1_SetCvSlugRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvSlug(argument: _cv_resume_v1_SetCvSlugRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvSlug(argument: _cv_resume_v1_SetCvSlugRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * ABORTED "status_transition" if the status cannot follow the current one.
   */
  SetCvStatus(argument: _cv_resume_v1_SetCvStatusRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvStatus(argument: _cv_resume_v1_SetCvStatusRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvStatus(argument: _cv_resume_v1_SetCvStatusRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvStatus(argument: _cv_resume_v1_SetCvStatusRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * ABORTED "status_transition" if the status cannot follow the current one.
   */
  setCvStatus(argument: _cv_resume_v1_SetCvStatusRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvStatus(argument: _cv_resume_v1_SetCvStatusRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvStatus(argument: _cv_resume_v1_SetCvStatusRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvStatus(argument: _cv_resume_v1_SetCvStatusRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Changes who can see a CV, without validating content that an earlier version stored.
   */
  SetCvVisibility(argument: _cv_resume_v1_SetCvVisibilityRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvVisibility(argument: _cv_resume_v1_SetCvVisibilityRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvVisibility(argument: _cv_resume_v1_SetCvVisibilityRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetCvVisibility(argument: _cv_resume_v1_SetCvVisibilityRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Changes who can see a CV, without validating content that an earlier version stored.
   */
  setCvVisibility(argument: _cv_resume_v1_SetCvVisibilityRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvVisibility(argument: _cv_resume_v1_SetCvVisibilityRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvVisibility(argument: _cv_resume_v1_SetCvVisibilityRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setCvVisibility(argument: _cv_resume_v1_SetCvVisibilityRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Sets the picture of a portfolio item. Not part of CvPictureRef, because earlier versions
   * ignore unknown fields and would change the photo. NOT_FOUND "portfolio_not_found".
   */
  SetPortfolioPicture(argument: _cv_resume_v1_SetPortfolioPictureRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  SetPortfolioPicture(argument: _cv_resume_v1_SetPortfolioPictureRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  SetPortfolioPicture(argument: _cv_resume_v1_SetPortfolioPictureRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  SetPortfolioPicture(argument: _cv_resume_v1_SetPortfolioPictureRequestInput, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  /**
   * Sets the picture of a portfolio item. Not part of CvPictureRef, because earlier versions
   * ignore unknown fields and would change the photo. NOT_FOUND "portfolio_not_found".
   */
  setPortfolioPicture(argument: _cv_resume_v1_SetPortfolioPictureRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  setPortfolioPicture(argument: _cv_resume_v1_SetPortfolioPictureRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  setPortfolioPicture(argument: _cv_resume_v1_SetPortfolioPictureRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  setPortfolioPicture(argument: _cv_resume_v1_SetPortfolioPictureRequestInput, callback: grpc.requestCallback<_cv_resume_v1_CvPicture>): grpc.ClientUnaryCall;
  
  SetUserManager(argument: _cv_resume_v1_SetUserManagerRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetUserManager(argument: _cv_resume_v1_SetUserManagerRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetUserManager(argument: _cv_resume_v1_SetUserManagerRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetUserManager(argument: _cv_resume_v1_SetUserManagerRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setUserManager(argument: _cv_resume_v1_SetUserManagerRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setUserManager(argument: _cv_resume_v1_SetUserManagerRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setUserManager(argument: _cv_resume_v1_SetUserManagerRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setUserManager(argument: _cv_resume_v1_SetUserManagerRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Changes the user's part of the public addresses of all CVs. The former addresses lead to the same CVs.
   * INVALID_ARGUMENT "slug_reserved", ALREADY_EXISTS "slug_taken", FAILED_PRECONDITION "too_many_addresses".
   */
  SetUserSlug(argument: _cv_resume_v1_SetUserSlugRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetUserSlug(argument: _cv_resume_v1_SetUserSlugRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetUserSlug(argument: _cv_resume_v1_SetUserSlugRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  SetUserSlug(argument: _cv_resume_v1_SetUserSlugRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Changes the user's part of the public addresses of all CVs. The former addresses lead to the same CVs.
   * INVALID_ARGUMENT "slug_reserved", ALREADY_EXISTS "slug_taken", FAILED_PRECONDITION "too_many_addresses".
   */
  setUserSlug(argument: _cv_resume_v1_SetUserSlugRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setUserSlug(argument: _cv_resume_v1_SetUserSlugRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setUserSlug(argument: _cv_resume_v1_SetUserSlugRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  setUserSlug(argument: _cv_resume_v1_SetUserSlugRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  UpdateTag(argument: _cv_resume_v1_UpdateTagRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  UpdateTag(argument: _cv_resume_v1_UpdateTagRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  UpdateTag(argument: _cv_resume_v1_UpdateTagRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  UpdateTag(argument: _cv_resume_v1_UpdateTagRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  updateTag(argument: _cv_resume_v1_UpdateTagRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  updateTag(argument: _cv_resume_v1_UpdateTagRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  updateTag(argument: _cv_resume_v1_UpdateTagRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  updateTag(argument: _cv_resume_v1_UpdateTagRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
  /**
   * Changes the fields in the patch. ALREADY_EXISTS if the email or id_origin is taken.
   * if_revision works as in ReplaceCv, in all requests that have it.
   */
  UpdateUser(argument: _cv_resume_v1_UpdateUserRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  UpdateUser(argument: _cv_resume_v1_UpdateUserRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  UpdateUser(argument: _cv_resume_v1_UpdateUserRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  UpdateUser(argument: _cv_resume_v1_UpdateUserRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  /**
   * Changes the fields in the patch. ALREADY_EXISTS if the email or id_origin is taken.
   * if_revision works as in ReplaceCv, in all requests that have it.
   */
  updateUser(argument: _cv_resume_v1_UpdateUserRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  updateUser(argument: _cv_resume_v1_UpdateUserRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  updateUser(argument: _cv_resume_v1_UpdateUserRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  updateUser(argument: _cv_resume_v1_UpdateUserRequestInput, callback: grpc.requestCallback<_cv_resume_v1_Document>): grpc.ClientUnaryCall;
  
}

export interface ResumeServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Adds a private link with a name. FAILED_PRECONDITION "too_many_links" if the CV has 20.
   */
  AddCvLink: grpc.handleUnaryCall<_cv_resume_v1_AddCvLinkRequest, _cv_resume_v1_CvLinkInput>;
  
  /**
   * Adds tags in one transaction, after removing all others if reset is set.
   */
  AssociateTags: grpc.handleUnaryCall<_cv_resume_v1_ChangeTagsRequest, _cv_resume_v1_PageInput>;
  
  /**
   * Gets CVs by id, at most 64. Each item has its own caller and its own status;
   * results are in request order. The other batches work the same way.
   */
  BatchGetCvs: grpc.handleUnaryCall<_cv_resume_v1_BatchGetCvsRequest, _cv_resume_v1_BatchGetCvsResponseInput>;
  
  BatchGetExportHeads: grpc.handleUnaryCall<_cv_resume_v1_BatchGetExportHeadsRequest, _cv_resume_v1_BatchGetExportHeadsResponseInput>;
  
  BatchGetUsers: grpc.handleUnaryCall<_cv_resume_v1_BatchGetUsersRequest, _cv_resume_v1_BatchGetUsersResponseInput>;
  
  /**
   * Changes the username. Only users themselves can, so it is not part of UpdateUser, which companies call. The addresses
   * of public pages do not change. ALREADY_EXISTS if the username is taken.
   */
  ChangeUsername: grpc.handleUnaryCall<_cv_resume_v1_ChangeUsernameRequest, _cv_resume_v1_DocumentInput>;
  
  /**
   * Copies a CV with its imported fields, pictures and appearance to an unpublished one. Versions, links and the password
   * are not copied.
   */
  CopyCv: grpc.handleUnaryCall<_cv_resume_v1_CopyCvRequest, _cv_resume_v1_DocumentInput>;
  
  /**
   * Counts the pictures that earlier versions of a CV have at a place, and that the CV no longer has.
   */
  CountFormerPictures: grpc.handleUnaryCall<_cv_resume_v1_FormerPicturesRequest, _cv_resume_v1_FormerPicturesInput>;
  
  /**
   * Creates a CV from JSON Resume or CV data, and reports the outcome of each field.
   */
  CreateCv: grpc.handleUnaryCall<_cv_resume_v1_CreateCvRequest, _cv_resume_v1_CreateCvResponseInput>;
  
  CreateTag: grpc.handleUnaryCall<_cv_resume_v1_CreateTagRequest, _cv_resume_v1_DocumentInput>;
  
  CreateUser: grpc.handleUnaryCall<_cv_resume_v1_CreateUserRequest, _cv_resume_v1_DocumentInput>;
  
  /**
   * Hides the CV. Its owner can restore it until it is erased.
   */
  DeleteCv: grpc.handleUnaryCall<_cv_resume_v1_DeleteCvRequest, _cv_resume_v1_DeletedInput>;
  
  DeleteTag: grpc.handleUnaryCall<_cv_resume_v1_DeleteTagRequest, _cv_resume_v1_DeletedInput>;
  
  /**
   * Hides the user from all reads and lists and unpublishes the CVs. The data is erased after the
   * retention period.
   */
  DeleteUser: grpc.handleUnaryCall<_cv_resume_v1_DeleteUserRequest, _cv_resume_v1_DeletedInput>;
  
  DissociateTags: grpc.handleUnaryCall<_cv_resume_v1_ChangeTagsRequest, _cv_resume_v1_PageInput>;
  
  /**
   * Permanently erases CVs of all companies that were deleted individually before a time, and
   * returns their ids.
   */
  EraseDeletedCvs: grpc.handleUnaryCall<_cv_resume_v1_EraseDeletedCvsRequest, _cv_resume_v1_EraseDeletedCvsResponseInput>;
  
  /**
   * Erases these pictures. The versions stay, and are restored without them. The CV gets a new revision, unless there is
   * nothing to erase.
   */
  EraseFormerPictures: grpc.handleUnaryCall<_cv_resume_v1_FormerPicturesRequest, _cv_resume_v1_FormerPicturesInput>;
  
  /**
   * Permanently erases the data of a deleted user. Idempotent; ignores users that are not deleted.
   */
  EraseUser: grpc.handleUnaryCall<_cv_resume_v1_EraseUserRequest, _cv_resume_v1_DeletedInput>;
  
  /**
   * Gets the key of the links of applications (proto/src/application-link.ts). Needs no caller.
   */
  GetApplicationLinkKey: grpc.handleUnaryCall<_cv_resume_v1_GetApplicationLinkKeyRequest, _cv_resume_v1_ApplicationLinkKeyInput>;
  
  /**
   * Gets the display configuration of one variant: web, mobile or print.
   */
  GetCvDisplay: grpc.handleUnaryCall<_cv_resume_v1_CvDisplayRef, _cv_resume_v1_DocumentInput>;
  
  GetCvPassword: grpc.handleUnaryCall<_cv_resume_v1_CvRef, _cv_resume_v1_CvPasswordInput>;
  
  /**
   * Gets a picture with its content. NOT_FOUND "picture_not_found" if there is none.
   */
  GetCvPicture: grpc.handleUnaryCall<_cv_resume_v1_CvPictureRef, _cv_resume_v1_CvPictureInput>;
  
  /**
   * Gets the sections of JSON Resume that CV data does not have, as documents show them, with the revision of the CV.
   */
  GetCvResumeSections: grpc.handleUnaryCall<_cv_resume_v1_CvRef, _cv_resume_v1_DocumentInput>;
  
  /**
   * Gets the addresses and private links of a CV, for its owner.
   */
  GetCvSharing: grpc.handleUnaryCall<_cv_resume_v1_CvRef, _cv_resume_v1_CvSharingInput>;
  
  /**
   * Gets the CV as it would be if a version was restored, with the sections of GetCvResumeSections as
   * `resumeSections`, and `photoChange` (added, changed or removed) unless the photo would stay. NOT_FOUND "version_not_found" if there is none.
   */
  GetCvVersion: grpc.handleUnaryCall<_cv_resume_v1_CvVersionRef, _cv_resume_v1_DocumentInput>;
  
  /**
   * Gets a picture that a CV or one of its versions has. NOT_FOUND "picture_not_found" if there is none.
   */
  GetCvVersionPicture: grpc.handleUnaryCall<_cv_resume_v1_CvVersionPictureRef, _cv_resume_v1_CvPictureInput>;
  
  /**
   * Gets a CV that was deleted individually, as it was.
   */
  GetDeletedCv: grpc.handleUnaryCall<_cv_resume_v1_CvRef, _cv_resume_v1_DocumentInput>;
  
  /**
   * Gets the appearance of a deleted CV: {display: {web, mobile, print}, maxPages, language, sectionOrder, linkPreview}. maxPages is null without a limit.
   * language is missing if it is detected, sectionOrder if it is that of the template.
   */
  GetDeletedCvAppearance: grpc.handleUnaryCall<_cv_resume_v1_CvRef, _cv_resume_v1_DocumentInput>;
  
  /**
   * Gets a picture of a deleted CV. NOT_FOUND "picture_not_found" if there is none.
   */
  GetDeletedCvPicture: grpc.handleUnaryCall<_cv_resume_v1_DeletedCvPictureRef, _cv_resume_v1_CvPictureInput>;
  
  /**
   * Gets a deleted CV as JSON Resume without its photo, with the fields that only its import has.
   */
  GetDeletedCvResume: grpc.handleUnaryCall<_cv_resume_v1_CvRef, _cv_resume_v1_DocumentInput>;
  
  /**
   * Gets everything an export is rendered from: the CV, its print display and imported sections.
   */
  GetExportSource: grpc.handleUnaryCall<_cv_resume_v1_GetExportSourceRequest, _cv_resume_v1_ExportSourceInput>;
  
  GetPortfolioPicture: grpc.handleUnaryCall<_cv_resume_v1_PortfolioPictureRef, _cv_resume_v1_CvPictureInput>;
  
  /**
   * Gets the logo at a public path, if an existing CV shows it now. Needs no caller. Photos have no
   * public path.
   */
  GetPublicPicture: grpc.handleUnaryCall<_cv_resume_v1_PublicPictureRef, _cv_resume_v1_CvPictureInput>;
  
  GetTag: grpc.handleUnaryCall<_cv_resume_v1_TagRef, _cv_resume_v1_DocumentInput>;
  
  /**
   * Gets the profile that OAuth clients read first: {user: {id, lastname, firstname, slug,
   * registeredAt, premium, email, resumes}}.
   */
  GetUserProfile: grpc.handleUnaryCall<_cv_resume_v1_UserRef, _cv_resume_v1_DocumentInput>;
  
  /**
   * Gets the user's part of the public addresses, and its former values. They are not part of the user in the API.
   */
  GetUserSlugs: grpc.handleUnaryCall<_cv_resume_v1_UserRef, _cv_resume_v1_UserSlugsInput>;
  
  /**
   * Lists the ids of users that were created, updated or deleted since a time, the earliest change first. Deleted users
   * are listed until their data is erased.
   */
  ListChangedUsers: grpc.handleUnaryCall<_cv_resume_v1_ListChangedUsersRequest, _cv_resume_v1_ListChangedUsersResponseInput>;
  
  /**
   * Lists the last versions of a CV without their content, the newest first.
   */
  ListCvVersions: grpc.handleUnaryCall<_cv_resume_v1_CvRef, _cv_resume_v1_ListCvVersionsResponseInput>;
  
  ListCvs: grpc.handleUnaryCall<_cv_resume_v1_ListCvsRequest, _cv_resume_v1_PageInput>;
  
  ListCvsByStatus: grpc.handleUnaryCall<_cv_resume_v1_ListCvsByStatusRequest, _cv_resume_v1_PageInput>;
  
  /**
   * Lists CVs that were deleted individually, the last deleted first.
   */
  ListDeletedCvs: grpc.handleUnaryCall<_cv_resume_v1_ListDeletedCvsRequest, _cv_resume_v1_ListDeletedCvsResponseInput>;
  
  /**
   * Lists users of all companies that were deleted before a time, oldest first. Needs no caller.
   * Data in other services is erased first, so that an interrupted erasure is resumed.
   */
  ListDeletedUsers: grpc.handleUnaryCall<_cv_resume_v1_ListDeletedUsersRequest, _cv_resume_v1_ListDeletedUsersResponseInput>;
  
  ListTagUsers: grpc.handleUnaryCall<_cv_resume_v1_ListTagUsersRequest, _cv_resume_v1_PageInput>;
  
  ListTags: grpc.handleUnaryCall<_cv_resume_v1_ListTagsRequest, _cv_resume_v1_PageInput>;
  
  ListUserCvs: grpc.handleUnaryCall<_cv_resume_v1_ListOfUserRequest, _cv_resume_v1_PageInput>;
  
  ListUserTags: grpc.handleUnaryCall<_cv_resume_v1_ListOfUserRequest, _cv_resume_v1_PageInput>;
  
  ListUsers: grpc.handleUnaryCall<_cv_resume_v1_ListUsersRequest, _cv_resume_v1_PageInput>;
  
  /**
   * Moves the next batch of pictures, of all companies, from MongoDB to the object storage. Needs no
   * caller. INVALID_ARGUMENT if new pictures are not stored there.
   */
  MovePictures: grpc.handleUnaryCall<_cv_resume_v1_MovePicturesRequest, _cv_resume_v1_MovePicturesResponseInput>;
  
  /**
   * Gives up a former slug of the user: other users can then have it. The user's part of the addresses does not change.
   */
  ReleaseUserSlug: grpc.handleUnaryCall<_cv_resume_v1_ReleaseUserSlugRequest, _cv_resume_v1_ReleaseUserSlugResponseInput>;
  
  /**
   * Removes a picture and returns the CV. NOT_FOUND "picture_not_found" if there is none.
   */
  RemoveCvPicture: grpc.handleUnaryCall<_cv_resume_v1_RemoveCvPictureRequest, _cv_resume_v1_DocumentInput>;
  
  RemovePortfolioPicture: grpc.handleUnaryCall<_cv_resume_v1_PortfolioPictureRef, _cv_resume_v1_DocumentInput>;
  
  /**
   * FAILED_PRECONDITION "revision_mismatch" if if_revision is set and is not the current revision.
   */
  ReplaceCv: grpc.handleUnaryCall<_cv_resume_v1_ReplaceCvRequest, _cv_resume_v1_DocumentInput>;
  
  /**
   * Replaces the permanent private link by a new one.
   */
  ReplacePrivateLink: grpc.handleUnaryCall<_cv_resume_v1_CvRef, _cv_resume_v1_DocumentInput>;
  
  /**
   * Finds the CV at a public address or private link, in any company. Needs no caller. NOT_FOUND
   * for a public address that is not published, and for links that are revoked or expired.
   */
  ResolveCv: grpc.handleUnaryCall<_cv_resume_v1_CvAddress, _cv_resume_v1_CvLocationInput>;
  
  /**
   * Restores a deleted CV as an unpublished one with a new private link. Idempotent. NOT_FOUND after it was erased.
   */
  RestoreCv: grpc.handleUnaryCall<_cv_resume_v1_CvRef, _cv_resume_v1_DocumentInput>;
  
  /**
   * Restores the content of a version, and keeps the current content as a version. Settings that decide who can see the
   * CV do not change.
   */
  RestoreCvVersion: grpc.handleUnaryCall<_cv_resume_v1_RestoreCvVersionRequest, _cv_resume_v1_DocumentInput>;
  
  /**
   * Revokes a link that was added. Idempotent.
   */
  RevokeCvLink: grpc.handleUnaryCall<_cv_resume_v1_RevokeCvLinkRequest, _cv_resume_v1_CvSharingInput>;
  
  /**
   * Searches first name, last name and email. Each word of the term must match the start of a word.
   */
  SearchUsers: grpc.handleUnaryCall<_cv_resume_v1_SearchUsersRequest, _cv_resume_v1_PageInput>;
  
  SetCvDisplay: grpc.handleUnaryCall<_cv_resume_v1_SetCvDisplayRequest, _cv_resume_v1_DocumentInput>;
  
  /**
   * Sets the language of headings, dates and countries. It is not part of the display configuration.
   */
  SetCvDocumentLanguage: grpc.handleUnaryCall<_cv_resume_v1_SetCvDocumentLanguageRequest, _cv_resume_v1_DocumentInput>;
  
  /**
   * Sets whether link previews show the owner's name and photo. Previews of an anonymized CV show neither.
   */
  SetCvLinkPreview: grpc.handleUnaryCall<_cv_resume_v1_SetCvLinkPreviewRequest, _cv_resume_v1_DocumentInput>;
  
  /**
   * Sets the maximum number of pages of the printed CV. It is not part of the display configuration.
   */
  SetCvPageLimit: grpc.handleUnaryCall<_cv_resume_v1_SetCvPageLimitRequest, _cv_resume_v1_DocumentInput>;
  
  /**
   * Sets the password for visitors of a CV and protects the CV. An empty hash removes both. The
   * hash is opaque to this service; the gateway creates and checks it.
   */
  SetCvPassword: grpc.handleUnaryCall<_cv_resume_v1_SetCvPasswordRequest, _cv_resume_v1_DocumentInput>;
  
  /**
   * Sets the photo of a CV or the logo of one of its experiences. The picture is re-encoded:
   * scaled down and without metadata. INVALID_ARGUMENT "picture_type" or "picture_refused".
   * Without content, adjusts the stored photo. NOT_FOUND "picture_not_found" if there is none, ABORTED
   * "revision_conflict" if another request replaces it at the same time.
   */
  SetCvPicture: grpc.handleUnaryCall<_cv_resume_v1_SetCvPictureRequest, _cv_resume_v1_CvPictureInput>;
  
  /**
   * Sets the order of sections in documents. It is not part of the display configuration.
   */
  SetCvSectionOrder: grpc.handleUnaryCall<_cv_resume_v1_SetCvSectionOrderRequest, _cv_resume_v1_DocumentInput>;
  
  /**
   * Changes the last part of the public address. ALREADY_EXISTS "slug_taken" if another CV of the owner has it.
   */
  SetCvSlug: grpc.handleUnaryCall<_cv_resume_v1_SetCvSlugRequest, _cv_resume_v1_DocumentInput>;
  
  /**
   * ABORTED "status_transition" if the status cannot follow the current one.
   */
  SetCvStatus: grpc.handleUnaryCall<_cv_resume_v1_SetCvStatusRequest, _cv_resume_v1_DocumentInput>;
  
  /**
   * Changes who can see a CV, without validating content that an earlier version stored.
   */
  SetCvVisibility: grpc.handleUnaryCall<_cv_resume_v1_SetCvVisibilityRequest, _cv_resume_v1_DocumentInput>;
  
  /**
   * Sets the picture of a portfolio item. Not part of CvPictureRef, because earlier versions
   * ignore unknown fields and would change the photo. NOT_FOUND "portfolio_not_found".
   */
  SetPortfolioPicture: grpc.handleUnaryCall<_cv_resume_v1_SetPortfolioPictureRequest, _cv_resume_v1_CvPictureInput>;
  
  SetUserManager: grpc.handleUnaryCall<_cv_resume_v1_SetUserManagerRequest, _cv_resume_v1_DocumentInput>;
  
  /**
   * Changes the user's part of the public addresses of all CVs. The former addresses lead to the same CVs.
   * INVALID_ARGUMENT "slug_reserved", ALREADY_EXISTS "slug_taken", FAILED_PRECONDITION "too_many_addresses".
   */
  SetUserSlug: grpc.handleUnaryCall<_cv_resume_v1_SetUserSlugRequest, _cv_resume_v1_DocumentInput>;
  
  UpdateTag: grpc.handleUnaryCall<_cv_resume_v1_UpdateTagRequest, _cv_resume_v1_DocumentInput>;
  
  /**
   * Changes the fields in the patch. ALREADY_EXISTS if the email or id_origin is taken.
   * if_revision works as in ReplaceCv, in all requests that have it.
   */
  UpdateUser: grpc.handleUnaryCall<_cv_resume_v1_UpdateUserRequest, _cv_resume_v1_DocumentInput>;
  
}

export interface ResumeServiceDefinition extends grpc.ServiceDefinition {
  AddCvLink: MethodDefinition<_cv_resume_v1_AddCvLinkRequestInput, _cv_resume_v1_CvLinkInput, _cv_resume_v1_AddCvLinkRequest, _cv_resume_v1_CvLink>
  AssociateTags: MethodDefinition<_cv_resume_v1_ChangeTagsRequestInput, _cv_resume_v1_PageInput, _cv_resume_v1_ChangeTagsRequest, _cv_resume_v1_Page>
  BatchGetCvs: MethodDefinition<_cv_resume_v1_BatchGetCvsRequestInput, _cv_resume_v1_BatchGetCvsResponseInput, _cv_resume_v1_BatchGetCvsRequest, _cv_resume_v1_BatchGetCvsResponse>
  BatchGetExportHeads: MethodDefinition<_cv_resume_v1_BatchGetExportHeadsRequestInput, _cv_resume_v1_BatchGetExportHeadsResponseInput, _cv_resume_v1_BatchGetExportHeadsRequest, _cv_resume_v1_BatchGetExportHeadsResponse>
  BatchGetUsers: MethodDefinition<_cv_resume_v1_BatchGetUsersRequestInput, _cv_resume_v1_BatchGetUsersResponseInput, _cv_resume_v1_BatchGetUsersRequest, _cv_resume_v1_BatchGetUsersResponse>
  ChangeUsername: MethodDefinition<_cv_resume_v1_ChangeUsernameRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_ChangeUsernameRequest, _cv_resume_v1_Document>
  CopyCv: MethodDefinition<_cv_resume_v1_CopyCvRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_CopyCvRequest, _cv_resume_v1_Document>
  CountFormerPictures: MethodDefinition<_cv_resume_v1_FormerPicturesRequestInput, _cv_resume_v1_FormerPicturesInput, _cv_resume_v1_FormerPicturesRequest, _cv_resume_v1_FormerPictures>
  CreateCv: MethodDefinition<_cv_resume_v1_CreateCvRequestInput, _cv_resume_v1_CreateCvResponseInput, _cv_resume_v1_CreateCvRequest, _cv_resume_v1_CreateCvResponse>
  CreateTag: MethodDefinition<_cv_resume_v1_CreateTagRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_CreateTagRequest, _cv_resume_v1_Document>
  CreateUser: MethodDefinition<_cv_resume_v1_CreateUserRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_CreateUserRequest, _cv_resume_v1_Document>
  DeleteCv: MethodDefinition<_cv_resume_v1_DeleteCvRequestInput, _cv_resume_v1_DeletedInput, _cv_resume_v1_DeleteCvRequest, _cv_resume_v1_Deleted>
  DeleteTag: MethodDefinition<_cv_resume_v1_DeleteTagRequestInput, _cv_resume_v1_DeletedInput, _cv_resume_v1_DeleteTagRequest, _cv_resume_v1_Deleted>
  DeleteUser: MethodDefinition<_cv_resume_v1_DeleteUserRequestInput, _cv_resume_v1_DeletedInput, _cv_resume_v1_DeleteUserRequest, _cv_resume_v1_Deleted>
  DissociateTags: MethodDefinition<_cv_resume_v1_ChangeTagsRequestInput, _cv_resume_v1_PageInput, _cv_resume_v1_ChangeTagsRequest, _cv_resume_v1_Page>
  EraseDeletedCvs: MethodDefinition<_cv_resume_v1_EraseDeletedCvsRequestInput, _cv_resume_v1_EraseDeletedCvsResponseInput, _cv_resume_v1_EraseDeletedCvsRequest, _cv_resume_v1_EraseDeletedCvsResponse>
  EraseFormerPictures: MethodDefinition<_cv_resume_v1_FormerPicturesRequestInput, _cv_resume_v1_FormerPicturesInput, _cv_resume_v1_FormerPicturesRequest, _cv_resume_v1_FormerPictures>
  EraseUser: MethodDefinition<_cv_resume_v1_EraseUserRequestInput, _cv_resume_v1_DeletedInput, _cv_resume_v1_EraseUserRequest, _cv_resume_v1_Deleted>
  GetApplicationLinkKey: MethodDefinition<_cv_resume_v1_GetApplicationLinkKeyRequestInput, _cv_resume_v1_ApplicationLinkKeyInput, _cv_resume_v1_GetApplicationLinkKeyRequest, _cv_resume_v1_ApplicationLinkKey>
  GetCvDisplay: MethodDefinition<_cv_resume_v1_CvDisplayRefInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_CvDisplayRef, _cv_resume_v1_Document>
  GetCvPassword: MethodDefinition<_cv_resume_v1_CvRefInput, _cv_resume_v1_CvPasswordInput, _cv_resume_v1_CvRef, _cv_resume_v1_CvPassword>
  GetCvPicture: MethodDefinition<_cv_resume_v1_CvPictureRefInput, _cv_resume_v1_CvPictureInput, _cv_resume_v1_CvPictureRef, _cv_resume_v1_CvPicture>
  GetCvResumeSections: MethodDefinition<_cv_resume_v1_CvRefInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_CvRef, _cv_resume_v1_Document>
  GetCvSharing: MethodDefinition<_cv_resume_v1_CvRefInput, _cv_resume_v1_CvSharingInput, _cv_resume_v1_CvRef, _cv_resume_v1_CvSharing>
  GetCvVersion: MethodDefinition<_cv_resume_v1_CvVersionRefInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_CvVersionRef, _cv_resume_v1_Document>
  GetCvVersionPicture: MethodDefinition<_cv_resume_v1_CvVersionPictureRefInput, _cv_resume_v1_CvPictureInput, _cv_resume_v1_CvVersionPictureRef, _cv_resume_v1_CvPicture>
  GetDeletedCv: MethodDefinition<_cv_resume_v1_CvRefInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_CvRef, _cv_resume_v1_Document>
  GetDeletedCvAppearance: MethodDefinition<_cv_resume_v1_CvRefInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_CvRef, _cv_resume_v1_Document>
  GetDeletedCvPicture: MethodDefinition<_cv_resume_v1_DeletedCvPictureRefInput, _cv_resume_v1_CvPictureInput, _cv_resume_v1_DeletedCvPictureRef, _cv_resume_v1_CvPicture>
  GetDeletedCvResume: MethodDefinition<_cv_resume_v1_CvRefInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_CvRef, _cv_resume_v1_Document>
  GetExportSource: MethodDefinition<_cv_resume_v1_GetExportSourceRequestInput, _cv_resume_v1_ExportSourceInput, _cv_resume_v1_GetExportSourceRequest, _cv_resume_v1_ExportSource>
  GetPortfolioPicture: MethodDefinition<_cv_resume_v1_PortfolioPictureRefInput, _cv_resume_v1_CvPictureInput, _cv_resume_v1_PortfolioPictureRef, _cv_resume_v1_CvPicture>
  GetPublicPicture: MethodDefinition<_cv_resume_v1_PublicPictureRefInput, _cv_resume_v1_CvPictureInput, _cv_resume_v1_PublicPictureRef, _cv_resume_v1_CvPicture>
  GetTag: MethodDefinition<_cv_resume_v1_TagRefInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_TagRef, _cv_resume_v1_Document>
  GetUserProfile: MethodDefinition<_cv_resume_v1_UserRefInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_UserRef, _cv_resume_v1_Document>
  GetUserSlugs: MethodDefinition<_cv_resume_v1_UserRefInput, _cv_resume_v1_UserSlugsInput, _cv_resume_v1_UserRef, _cv_resume_v1_UserSlugs>
  ListChangedUsers: MethodDefinition<_cv_resume_v1_ListChangedUsersRequestInput, _cv_resume_v1_ListChangedUsersResponseInput, _cv_resume_v1_ListChangedUsersRequest, _cv_resume_v1_ListChangedUsersResponse>
  ListCvVersions: MethodDefinition<_cv_resume_v1_CvRefInput, _cv_resume_v1_ListCvVersionsResponseInput, _cv_resume_v1_CvRef, _cv_resume_v1_ListCvVersionsResponse>
  ListCvs: MethodDefinition<_cv_resume_v1_ListCvsRequestInput, _cv_resume_v1_PageInput, _cv_resume_v1_ListCvsRequest, _cv_resume_v1_Page>
  ListCvsByStatus: MethodDefinition<_cv_resume_v1_ListCvsByStatusRequestInput, _cv_resume_v1_PageInput, _cv_resume_v1_ListCvsByStatusRequest, _cv_resume_v1_Page>
  ListDeletedCvs: MethodDefinition<_cv_resume_v1_ListDeletedCvsRequestInput, _cv_resume_v1_ListDeletedCvsResponseInput, _cv_resume_v1_ListDeletedCvsRequest, _cv_resume_v1_ListDeletedCvsResponse>
  ListDeletedUsers: MethodDefinition<_cv_resume_v1_ListDeletedUsersRequestInput, _cv_resume_v1_ListDeletedUsersResponseInput, _cv_resume_v1_ListDeletedUsersRequest, _cv_resume_v1_ListDeletedUsersResponse>
  ListTagUsers: MethodDefinition<_cv_resume_v1_ListTagUsersRequestInput, _cv_resume_v1_PageInput, _cv_resume_v1_ListTagUsersRequest, _cv_resume_v1_Page>
  ListTags: MethodDefinition<_cv_resume_v1_ListTagsRequestInput, _cv_resume_v1_PageInput, _cv_resume_v1_ListTagsRequest, _cv_resume_v1_Page>
  ListUserCvs: MethodDefinition<_cv_resume_v1_ListOfUserRequestInput, _cv_resume_v1_PageInput, _cv_resume_v1_ListOfUserRequest, _cv_resume_v1_Page>
  ListUserTags: MethodDefinition<_cv_resume_v1_ListOfUserRequestInput, _cv_resume_v1_PageInput, _cv_resume_v1_ListOfUserRequest, _cv_resume_v1_Page>
  ListUsers: MethodDefinition<_cv_resume_v1_ListUsersRequestInput, _cv_resume_v1_PageInput, _cv_resume_v1_ListUsersRequest, _cv_resume_v1_Page>
  MovePictures: MethodDefinition<_cv_resume_v1_MovePicturesRequestInput, _cv_resume_v1_MovePicturesResponseInput, _cv_resume_v1_MovePicturesRequest, _cv_resume_v1_MovePicturesResponse>
  ReleaseUserSlug: MethodDefinition<_cv_resume_v1_ReleaseUserSlugRequestInput, _cv_resume_v1_ReleaseUserSlugResponseInput, _cv_resume_v1_ReleaseUserSlugRequest, _cv_resume_v1_ReleaseUserSlugResponse>
  RemoveCvPicture: MethodDefinition<_cv_resume_v1_RemoveCvPictureRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_RemoveCvPictureRequest, _cv_resume_v1_Document>
  RemovePortfolioPicture: MethodDefinition<_cv_resume_v1_PortfolioPictureRefInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_PortfolioPictureRef, _cv_resume_v1_Document>
  ReplaceCv: MethodDefinition<_cv_resume_v1_ReplaceCvRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_ReplaceCvRequest, _cv_resume_v1_Document>
  ReplacePrivateLink: MethodDefinition<_cv_resume_v1_CvRefInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_CvRef, _cv_resume_v1_Document>
  ResolveCv: MethodDefinition<_cv_resume_v1_CvAddressInput, _cv_resume_v1_CvLocationInput, _cv_resume_v1_CvAddress, _cv_resume_v1_CvLocation>
  RestoreCv: MethodDefinition<_cv_resume_v1_CvRefInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_CvRef, _cv_resume_v1_Document>
  RestoreCvVersion: MethodDefinition<_cv_resume_v1_RestoreCvVersionRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_RestoreCvVersionRequest, _cv_resume_v1_Document>
  RevokeCvLink: MethodDefinition<_cv_resume_v1_RevokeCvLinkRequestInput, _cv_resume_v1_CvSharingInput, _cv_resume_v1_RevokeCvLinkRequest, _cv_resume_v1_CvSharing>
  SearchUsers: MethodDefinition<_cv_resume_v1_SearchUsersRequestInput, _cv_resume_v1_PageInput, _cv_resume_v1_SearchUsersRequest, _cv_resume_v1_Page>
  SetCvDisplay: MethodDefinition<_cv_resume_v1_SetCvDisplayRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_SetCvDisplayRequest, _cv_resume_v1_Document>
  SetCvDocumentLanguage: MethodDefinition<_cv_resume_v1_SetCvDocumentLanguageRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_SetCvDocumentLanguageRequest, _cv_resume_v1_Document>
  SetCvLinkPreview: MethodDefinition<_cv_resume_v1_SetCvLinkPreviewRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_SetCvLinkPreviewRequest, _cv_resume_v1_Document>
  SetCvPageLimit: MethodDefinition<_cv_resume_v1_SetCvPageLimitRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_SetCvPageLimitRequest, _cv_resume_v1_Document>
  SetCvPassword: MethodDefinition<_cv_resume_v1_SetCvPasswordRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_SetCvPasswordRequest, _cv_resume_v1_Document>
  SetCvPicture: MethodDefinition<_cv_resume_v1_SetCvPictureRequestInput, _cv_resume_v1_CvPictureInput, _cv_resume_v1_SetCvPictureRequest, _cv_resume_v1_CvPicture>
  SetCvSectionOrder: MethodDefinition<_cv_resume_v1_SetCvSectionOrderRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_SetCvSectionOrderRequest, _cv_resume_v1_Document>
  SetCvSlug: MethodDefinition<_cv_resume_v1_SetCvSlugRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_SetCvSlugRequest, _cv_resume_v1_Document>
  SetCvStatus: MethodDefinition<_cv_resume_v1_SetCvStatusRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_SetCvStatusRequest, _cv_resume_v1_Document>
  SetCvVisibility: MethodDefinition<_cv_resume_v1_SetCvVisibilityRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_SetCvVisibilityRequest, _cv_resume_v1_Document>
  SetPortfolioPicture: MethodDefinition<_cv_resume_v1_SetPortfolioPictureRequestInput, _cv_resume_v1_CvPictureInput, _cv_resume_v1_SetPortfolioPictureRequest, _cv_resume_v1_CvPicture>
  SetUserManager: MethodDefinition<_cv_resume_v1_SetUserManagerRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_SetUserManagerRequest, _cv_resume_v1_Document>
  SetUserSlug: MethodDefinition<_cv_resume_v1_SetUserSlugRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_SetUserSlugRequest, _cv_resume_v1_Document>
  UpdateTag: MethodDefinition<_cv_resume_v1_UpdateTagRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_UpdateTagRequest, _cv_resume_v1_Document>
  UpdateUser: MethodDefinition<_cv_resume_v1_UpdateUserRequestInput, _cv_resume_v1_DocumentInput, _cv_resume_v1_UpdateUserRequest, _cv_resume_v1_Document>
}
