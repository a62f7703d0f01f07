import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from './cv/caller/v1/Caller.ts';
import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from './cv/caller/v1/ItemStatus.ts';
import type { AddCvLinkRequestInput as _cv_resume_v1_AddCvLinkRequestInput, AddCvLinkRequest as _cv_resume_v1_AddCvLinkRequest } from './cv/resume/v1/AddCvLinkRequest.ts';
import type { ApplicationLinkKeyInput as _cv_resume_v1_ApplicationLinkKeyInput, ApplicationLinkKey as _cv_resume_v1_ApplicationLinkKey } from './cv/resume/v1/ApplicationLinkKey.ts';
import type { BatchGetCvsRequestInput as _cv_resume_v1_BatchGetCvsRequestInput, BatchGetCvsRequest as _cv_resume_v1_BatchGetCvsRequest } from './cv/resume/v1/BatchGetCvsRequest.ts';
import type { BatchGetCvsResponseInput as _cv_resume_v1_BatchGetCvsResponseInput, BatchGetCvsResponse as _cv_resume_v1_BatchGetCvsResponse } from './cv/resume/v1/BatchGetCvsResponse.ts';
import type { BatchGetExportHeadsRequestInput as _cv_resume_v1_BatchGetExportHeadsRequestInput, BatchGetExportHeadsRequest as _cv_resume_v1_BatchGetExportHeadsRequest } from './cv/resume/v1/BatchGetExportHeadsRequest.ts';
import type { BatchGetExportHeadsResponseInput as _cv_resume_v1_BatchGetExportHeadsResponseInput, BatchGetExportHeadsResponse as _cv_resume_v1_BatchGetExportHeadsResponse } from './cv/resume/v1/BatchGetExportHeadsResponse.ts';
import type { BatchGetUsersRequestInput as _cv_resume_v1_BatchGetUsersRequestInput, BatchGetUsersRequest as _cv_resume_v1_BatchGetUsersRequest } from './cv/resume/v1/BatchGetUsersRequest.ts';
import type { BatchGetUsersResponseInput as _cv_resume_v1_BatchGetUsersResponseInput, BatchGetUsersResponse as _cv_resume_v1_BatchGetUsersResponse } from './cv/resume/v1/BatchGetUsersResponse.ts';
import type { ChangeTagsRequestInput as _cv_resume_v1_ChangeTagsRequestInput, ChangeTagsRequest as _cv_resume_v1_ChangeTagsRequest } from './cv/resume/v1/ChangeTagsRequest.ts';
import type { ChangeUsernameRequestInput as _cv_resume_v1_ChangeUsernameRequestInput, ChangeUsernameRequest as _cv_resume_v1_ChangeUsernameRequest } from './cv/resume/v1/ChangeUsernameRequest.ts';
import type { CopyCvRequestInput as _cv_resume_v1_CopyCvRequestInput, CopyCvRequest as _cv_resume_v1_CopyCvRequest } from './cv/resume/v1/CopyCvRequest.ts';
import type { CreateCvRequestInput as _cv_resume_v1_CreateCvRequestInput, CreateCvRequest as _cv_resume_v1_CreateCvRequest } from './cv/resume/v1/CreateCvRequest.ts';
import type { CreateCvResponseInput as _cv_resume_v1_CreateCvResponseInput, CreateCvResponse as _cv_resume_v1_CreateCvResponse } from './cv/resume/v1/CreateCvResponse.ts';
import type { CreateTagRequestInput as _cv_resume_v1_CreateTagRequestInput, CreateTagRequest as _cv_resume_v1_CreateTagRequest } from './cv/resume/v1/CreateTagRequest.ts';
import type { CreateUserRequestInput as _cv_resume_v1_CreateUserRequestInput, CreateUserRequest as _cv_resume_v1_CreateUserRequest } from './cv/resume/v1/CreateUserRequest.ts';
import type { CvAddressInput as _cv_resume_v1_CvAddressInput, CvAddress as _cv_resume_v1_CvAddress } from './cv/resume/v1/CvAddress.ts';
import type { CvDisplayRefInput as _cv_resume_v1_CvDisplayRefInput, CvDisplayRef as _cv_resume_v1_CvDisplayRef } from './cv/resume/v1/CvDisplayRef.ts';
import type { CvLinkInput as _cv_resume_v1_CvLinkInput, CvLink as _cv_resume_v1_CvLink } from './cv/resume/v1/CvLink.ts';
import type { CvLocationInput as _cv_resume_v1_CvLocationInput, CvLocation as _cv_resume_v1_CvLocation } from './cv/resume/v1/CvLocation.ts';
import type { CvPasswordInput as _cv_resume_v1_CvPasswordInput, CvPassword as _cv_resume_v1_CvPassword } from './cv/resume/v1/CvPassword.ts';
import type { CvPictureInput as _cv_resume_v1_CvPictureInput, CvPicture as _cv_resume_v1_CvPicture } from './cv/resume/v1/CvPicture.ts';
import type { CvPictureRefInput as _cv_resume_v1_CvPictureRefInput, CvPictureRef as _cv_resume_v1_CvPictureRef } from './cv/resume/v1/CvPictureRef.ts';
import type { CvRefInput as _cv_resume_v1_CvRefInput, CvRef as _cv_resume_v1_CvRef } from './cv/resume/v1/CvRef.ts';
import type { CvSharingInput as _cv_resume_v1_CvSharingInput, CvSharing as _cv_resume_v1_CvSharing } from './cv/resume/v1/CvSharing.ts';
import type { CvVersionPictureRefInput as _cv_resume_v1_CvVersionPictureRefInput, CvVersionPictureRef as _cv_resume_v1_CvVersionPictureRef } from './cv/resume/v1/CvVersionPictureRef.ts';
import type { CvVersionRefInput as _cv_resume_v1_CvVersionRefInput, CvVersionRef as _cv_resume_v1_CvVersionRef } from './cv/resume/v1/CvVersionRef.ts';
import type { DeleteCvRequestInput as _cv_resume_v1_DeleteCvRequestInput, DeleteCvRequest as _cv_resume_v1_DeleteCvRequest } from './cv/resume/v1/DeleteCvRequest.ts';
import type { DeleteTagRequestInput as _cv_resume_v1_DeleteTagRequestInput, DeleteTagRequest as _cv_resume_v1_DeleteTagRequest } from './cv/resume/v1/DeleteTagRequest.ts';
import type { DeleteUserRequestInput as _cv_resume_v1_DeleteUserRequestInput, DeleteUserRequest as _cv_resume_v1_DeleteUserRequest } from './cv/resume/v1/DeleteUserRequest.ts';
import type { DeletedInput as _cv_resume_v1_DeletedInput, Deleted as _cv_resume_v1_Deleted } from './cv/resume/v1/Deleted.ts';
import type { DeletedCvPictureRefInput as _cv_resume_v1_DeletedCvPictureRefInput, DeletedCvPictureRef as _cv_resume_v1_DeletedCvPictureRef } from './cv/resume/v1/DeletedCvPictureRef.ts';
import type { DocumentInput as _cv_resume_v1_DocumentInput, Document as _cv_resume_v1_Document } from './cv/resume/v1/Document.ts';
import type { EraseDeletedCvsRequestInput as _cv_resume_v1_EraseDeletedCvsRequestInput, EraseDeletedCvsRequest as _cv_resume_v1_EraseDeletedCvsRequest } from './cv/resume/v1/EraseDeletedCvsRequest.ts';
import type { EraseDeletedCvsResponseInput as _cv_resume_v1_EraseDeletedCvsResponseInput, EraseDeletedCvsResponse as _cv_resume_v1_EraseDeletedCvsResponse } from './cv/resume/v1/EraseDeletedCvsResponse.ts';
import type { EraseUserRequestInput as _cv_resume_v1_EraseUserRequestInput, EraseUserRequest as _cv_resume_v1_EraseUserRequest } from './cv/resume/v1/EraseUserRequest.ts';
import type { ExportHeadInput as _cv_resume_v1_ExportHeadInput, ExportHead as _cv_resume_v1_ExportHead } from './cv/resume/v1/ExportHead.ts';
import type { ExportSourceInput as _cv_resume_v1_ExportSourceInput, ExportSource as _cv_resume_v1_ExportSource } from './cv/resume/v1/ExportSource.ts';
import type { FieldOutcomeInput as _cv_resume_v1_FieldOutcomeInput, FieldOutcome as _cv_resume_v1_FieldOutcome } from './cv/resume/v1/FieldOutcome.ts';
import type { FilterInput as _cv_resume_v1_FilterInput, Filter as _cv_resume_v1_Filter } from './cv/resume/v1/Filter.ts';
import type { FormerPicturesInput as _cv_resume_v1_FormerPicturesInput, FormerPictures as _cv_resume_v1_FormerPictures } from './cv/resume/v1/FormerPictures.ts';
import type { FormerPicturesRequestInput as _cv_resume_v1_FormerPicturesRequestInput, FormerPicturesRequest as _cv_resume_v1_FormerPicturesRequest } from './cv/resume/v1/FormerPicturesRequest.ts';
import type { GetApplicationLinkKeyRequestInput as _cv_resume_v1_GetApplicationLinkKeyRequestInput, GetApplicationLinkKeyRequest as _cv_resume_v1_GetApplicationLinkKeyRequest } from './cv/resume/v1/GetApplicationLinkKeyRequest.ts';
import type { GetExportSourceRequestInput as _cv_resume_v1_GetExportSourceRequestInput, GetExportSourceRequest as _cv_resume_v1_GetExportSourceRequest } from './cv/resume/v1/GetExportSourceRequest.ts';
import type { ListChangedUsersRequestInput as _cv_resume_v1_ListChangedUsersRequestInput, ListChangedUsersRequest as _cv_resume_v1_ListChangedUsersRequest } from './cv/resume/v1/ListChangedUsersRequest.ts';
import type { ListChangedUsersResponseInput as _cv_resume_v1_ListChangedUsersResponseInput, ListChangedUsersResponse as _cv_resume_v1_ListChangedUsersResponse } from './cv/resume/v1/ListChangedUsersResponse.ts';
import type { ListCvVersionsResponseInput as _cv_resume_v1_ListCvVersionsResponseInput, ListCvVersionsResponse as _cv_resume_v1_ListCvVersionsResponse } from './cv/resume/v1/ListCvVersionsResponse.ts';
import type { ListCvsByStatusRequestInput as _cv_resume_v1_ListCvsByStatusRequestInput, ListCvsByStatusRequest as _cv_resume_v1_ListCvsByStatusRequest } from './cv/resume/v1/ListCvsByStatusRequest.ts';
import type { ListCvsRequestInput as _cv_resume_v1_ListCvsRequestInput, ListCvsRequest as _cv_resume_v1_ListCvsRequest } from './cv/resume/v1/ListCvsRequest.ts';
import type { ListDeletedCvsRequestInput as _cv_resume_v1_ListDeletedCvsRequestInput, ListDeletedCvsRequest as _cv_resume_v1_ListDeletedCvsRequest } from './cv/resume/v1/ListDeletedCvsRequest.ts';
import type { ListDeletedCvsResponseInput as _cv_resume_v1_ListDeletedCvsResponseInput, ListDeletedCvsResponse as _cv_resume_v1_ListDeletedCvsResponse } from './cv/resume/v1/ListDeletedCvsResponse.ts';
import type { ListDeletedUsersRequestInput as _cv_resume_v1_ListDeletedUsersRequestInput, ListDeletedUsersRequest as _cv_resume_v1_ListDeletedUsersRequest } from './cv/resume/v1/ListDeletedUsersRequest.ts';
import type { ListDeletedUsersResponseInput as _cv_resume_v1_ListDeletedUsersResponseInput, ListDeletedUsersResponse as _cv_resume_v1_ListDeletedUsersResponse } from './cv/resume/v1/ListDeletedUsersResponse.ts';
import type { ListOfUserRequestInput as _cv_resume_v1_ListOfUserRequestInput, ListOfUserRequest as _cv_resume_v1_ListOfUserRequest } from './cv/resume/v1/ListOfUserRequest.ts';
import type { ListTagUsersRequestInput as _cv_resume_v1_ListTagUsersRequestInput, ListTagUsersRequest as _cv_resume_v1_ListTagUsersRequest } from './cv/resume/v1/ListTagUsersRequest.ts';
import type { ListTagsRequestInput as _cv_resume_v1_ListTagsRequestInput, ListTagsRequest as _cv_resume_v1_ListTagsRequest } from './cv/resume/v1/ListTagsRequest.ts';
import type { ListUsersRequestInput as _cv_resume_v1_ListUsersRequestInput, ListUsersRequest as _cv_resume_v1_ListUsersRequest } from './cv/resume/v1/ListUsersRequest.ts';
import type { MovePicturesRequestInput as _cv_resume_v1_MovePicturesRequestInput, MovePicturesRequest as _cv_resume_v1_MovePicturesRequest } from './cv/resume/v1/MovePicturesRequest.ts';
import type { MovePicturesResponseInput as _cv_resume_v1_MovePicturesResponseInput, MovePicturesResponse as _cv_resume_v1_MovePicturesResponse } from './cv/resume/v1/MovePicturesResponse.ts';
import type { NewPictureInput as _cv_resume_v1_NewPictureInput, NewPicture as _cv_resume_v1_NewPicture } from './cv/resume/v1/NewPicture.ts';
import type { PageInput as _cv_resume_v1_PageInput, Page as _cv_resume_v1_Page } from './cv/resume/v1/Page.ts';
import type { PageRequestInput as _cv_resume_v1_PageRequestInput, PageRequest as _cv_resume_v1_PageRequest } from './cv/resume/v1/PageRequest.ts';
import type { PhotoAdjustmentInput as _cv_resume_v1_PhotoAdjustmentInput, PhotoAdjustment as _cv_resume_v1_PhotoAdjustment } from './cv/resume/v1/PhotoAdjustment.ts';
import type { PhotoCropInput as _cv_resume_v1_PhotoCropInput, PhotoCrop as _cv_resume_v1_PhotoCrop } from './cv/resume/v1/PhotoCrop.ts';
import type { PortfolioPictureRefInput as _cv_resume_v1_PortfolioPictureRefInput, PortfolioPictureRef as _cv_resume_v1_PortfolioPictureRef } from './cv/resume/v1/PortfolioPictureRef.ts';
import type { PublicPictureRefInput as _cv_resume_v1_PublicPictureRefInput, PublicPictureRef as _cv_resume_v1_PublicPictureRef } from './cv/resume/v1/PublicPictureRef.ts';
import type { ReleaseUserSlugRequestInput as _cv_resume_v1_ReleaseUserSlugRequestInput, ReleaseUserSlugRequest as _cv_resume_v1_ReleaseUserSlugRequest } from './cv/resume/v1/ReleaseUserSlugRequest.ts';
import type { ReleaseUserSlugResponseInput as _cv_resume_v1_ReleaseUserSlugResponseInput, ReleaseUserSlugResponse as _cv_resume_v1_ReleaseUserSlugResponse } from './cv/resume/v1/ReleaseUserSlugResponse.ts';
import type { RemoveCvPictureRequestInput as _cv_resume_v1_RemoveCvPictureRequestInput, RemoveCvPictureRequest as _cv_resume_v1_RemoveCvPictureRequest } from './cv/resume/v1/RemoveCvPictureRequest.ts';
import type { ReplaceCvRequestInput as _cv_resume_v1_ReplaceCvRequestInput, ReplaceCvRequest as _cv_resume_v1_ReplaceCvRequest } from './cv/resume/v1/ReplaceCvRequest.ts';
import type { RestoreCvVersionRequestInput as _cv_resume_v1_RestoreCvVersionRequestInput, RestoreCvVersionRequest as _cv_resume_v1_RestoreCvVersionRequest } from './cv/resume/v1/RestoreCvVersionRequest.ts';
import type { ResumeServiceClient as _cv_resume_v1_ResumeServiceClient, ResumeServiceDefinition as _cv_resume_v1_ResumeServiceDefinition } from './cv/resume/v1/ResumeService.ts';
import type { RevokeCvLinkRequestInput as _cv_resume_v1_RevokeCvLinkRequestInput, RevokeCvLinkRequest as _cv_resume_v1_RevokeCvLinkRequest } from './cv/resume/v1/RevokeCvLinkRequest.ts';
import type { SearchUsersRequestInput as _cv_resume_v1_SearchUsersRequestInput, SearchUsersRequest as _cv_resume_v1_SearchUsersRequest } from './cv/resume/v1/SearchUsersRequest.ts';
import type { SetCvDisplayRequestInput as _cv_resume_v1_SetCvDisplayRequestInput, SetCvDisplayRequest as _cv_resume_v1_SetCvDisplayRequest } from './cv/resume/v1/SetCvDisplayRequest.ts';
import type { SetCvDocumentLanguageRequestInput as _cv_resume_v1_SetCvDocumentLanguageRequestInput, SetCvDocumentLanguageRequest as _cv_resume_v1_SetCvDocumentLanguageRequest } from './cv/resume/v1/SetCvDocumentLanguageRequest.ts';
import type { SetCvLinkPreviewRequestInput as _cv_resume_v1_SetCvLinkPreviewRequestInput, SetCvLinkPreviewRequest as _cv_resume_v1_SetCvLinkPreviewRequest } from './cv/resume/v1/SetCvLinkPreviewRequest.ts';
import type { SetCvPageLimitRequestInput as _cv_resume_v1_SetCvPageLimitRequestInput, SetCvPageLimitRequest as _cv_resume_v1_SetCvPageLimitRequest } from './cv/resume/v1/SetCvPageLimitRequest.ts';
import type { SetCvPasswordRequestInput as _cv_resume_v1_SetCvPasswordRequestInput, SetCvPasswordRequest as _cv_resume_v1_SetCvPasswordRequest } from './cv/resume/v1/SetCvPasswordRequest.ts';
import type { SetCvPictureRequestInput as _cv_resume_v1_SetCvPictureRequestInput, SetCvPictureRequest as _cv_resume_v1_SetCvPictureRequest } from './cv/resume/v1/SetCvPictureRequest.ts';
import type { SetCvSectionOrderRequestInput as _cv_resume_v1_SetCvSectionOrderRequestInput, SetCvSectionOrderRequest as _cv_resume_v1_SetCvSectionOrderRequest } from './cv/resume/v1/SetCvSectionOrderRequest.ts';
import type { SetCvSlugRequestInput as _cv_resume_v1_SetCvSlugRequestInput, SetCvSlugRequest as _cv_resume_v1_SetCvSlugRequest } from './cv/resume/v1/SetCvSlugRequest.ts';
import type { SetCvStatusRequestInput as _cv_resume_v1_SetCvStatusRequestInput, SetCvStatusRequest as _cv_resume_v1_SetCvStatusRequest } from './cv/resume/v1/SetCvStatusRequest.ts';
import type { SetCvVisibilityRequestInput as _cv_resume_v1_SetCvVisibilityRequestInput, SetCvVisibilityRequest as _cv_resume_v1_SetCvVisibilityRequest } from './cv/resume/v1/SetCvVisibilityRequest.ts';
import type { SetPortfolioPictureRequestInput as _cv_resume_v1_SetPortfolioPictureRequestInput, SetPortfolioPictureRequest as _cv_resume_v1_SetPortfolioPictureRequest } from './cv/resume/v1/SetPortfolioPictureRequest.ts';
import type { SetUserManagerRequestInput as _cv_resume_v1_SetUserManagerRequestInput, SetUserManagerRequest as _cv_resume_v1_SetUserManagerRequest } from './cv/resume/v1/SetUserManagerRequest.ts';
import type { SetUserSlugRequestInput as _cv_resume_v1_SetUserSlugRequestInput, SetUserSlugRequest as _cv_resume_v1_SetUserSlugRequest } from './cv/resume/v1/SetUserSlugRequest.ts';
import type { SortInput as _cv_resume_v1_SortInput, Sort as _cv_resume_v1_Sort } from './cv/resume/v1/Sort.ts';
import type { TagRefInput as _cv_resume_v1_TagRefInput, TagRef as _cv_resume_v1_TagRef } from './cv/resume/v1/TagRef.ts';
import type { UpdateTagRequestInput as _cv_resume_v1_UpdateTagRequestInput, UpdateTagRequest as _cv_resume_v1_UpdateTagRequest } from './cv/resume/v1/UpdateTagRequest.ts';
import type { UpdateUserRequestInput as _cv_resume_v1_UpdateUserRequestInput, UpdateUserRequest as _cv_resume_v1_UpdateUserRequest } from './cv/resume/v1/UpdateUserRequest.ts';
import type { UserRefInput as _cv_resume_v1_UserRefInput, UserRef as _cv_resume_v1_UserRef } from './cv/resume/v1/UserRef.ts';
import type { UserSlugsInput as _cv_resume_v1_UserSlugsInput, UserSlugs as _cv_resume_v1_UserSlugs } from './cv/resume/v1/UserSlugs.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  cv: {
    caller: {
      v1: {
        Caller: MessageTypeDefinition<_cv_caller_v1_CallerInput, _cv_caller_v1_Caller>
        ItemStatus: MessageTypeDefinition<_cv_caller_v1_ItemStatusInput, _cv_caller_v1_ItemStatus>
      }
    }
    resume: {
      v1: {
        AddCvLinkRequest: MessageTypeDefinition<_cv_resume_v1_AddCvLinkRequestInput, _cv_resume_v1_AddCvLinkRequest>
        ApplicationLinkKey: MessageTypeDefinition<_cv_resume_v1_ApplicationLinkKeyInput, _cv_resume_v1_ApplicationLinkKey>
        BatchGetCvsRequest: MessageTypeDefinition<_cv_resume_v1_BatchGetCvsRequestInput, _cv_resume_v1_BatchGetCvsRequest>
        BatchGetCvsResponse: MessageTypeDefinition<_cv_resume_v1_BatchGetCvsResponseInput, _cv_resume_v1_BatchGetCvsResponse>
        BatchGetExportHeadsRequest: MessageTypeDefinition<_cv_resume_v1_BatchGetExportHeadsRequestInput, _cv_resume_v1_BatchGetExportHeadsRequest>
        BatchGetExportHeadsResponse: MessageTypeDefinition<_cv_resume_v1_BatchGetExportHeadsResponseInput, _cv_resume_v1_BatchGetExportHeadsResponse>
        BatchGetUsersRequest: MessageTypeDefinition<_cv_resume_v1_BatchGetUsersRequestInput, _cv_resume_v1_BatchGetUsersRequest>
        BatchGetUsersResponse: MessageTypeDefinition<_cv_resume_v1_BatchGetUsersResponseInput, _cv_resume_v1_BatchGetUsersResponse>
        ChangeTagsRequest: MessageTypeDefinition<_cv_resume_v1_ChangeTagsRequestInput, _cv_resume_v1_ChangeTagsRequest>
        ChangeUsernameRequest: MessageTypeDefinition<_cv_resume_v1_ChangeUsernameRequestInput, _cv_resume_v1_ChangeUsernameRequest>
        CopyCvRequest: MessageTypeDefinition<_cv_resume_v1_CopyCvRequestInput, _cv_resume_v1_CopyCvRequest>
        CreateCvRequest: MessageTypeDefinition<_cv_resume_v1_CreateCvRequestInput, _cv_resume_v1_CreateCvRequest>
        CreateCvResponse: MessageTypeDefinition<_cv_resume_v1_CreateCvResponseInput, _cv_resume_v1_CreateCvResponse>
        CreateTagRequest: MessageTypeDefinition<_cv_resume_v1_CreateTagRequestInput, _cv_resume_v1_CreateTagRequest>
        CreateUserRequest: MessageTypeDefinition<_cv_resume_v1_CreateUserRequestInput, _cv_resume_v1_CreateUserRequest>
        CvAddress: MessageTypeDefinition<_cv_resume_v1_CvAddressInput, _cv_resume_v1_CvAddress>
        CvDisplayRef: MessageTypeDefinition<_cv_resume_v1_CvDisplayRefInput, _cv_resume_v1_CvDisplayRef>
        CvLink: MessageTypeDefinition<_cv_resume_v1_CvLinkInput, _cv_resume_v1_CvLink>
        CvLocation: MessageTypeDefinition<_cv_resume_v1_CvLocationInput, _cv_resume_v1_CvLocation>
        CvPassword: MessageTypeDefinition<_cv_resume_v1_CvPasswordInput, _cv_resume_v1_CvPassword>
        CvPicture: MessageTypeDefinition<_cv_resume_v1_CvPictureInput, _cv_resume_v1_CvPicture>
        CvPictureRef: MessageTypeDefinition<_cv_resume_v1_CvPictureRefInput, _cv_resume_v1_CvPictureRef>
        CvRef: MessageTypeDefinition<_cv_resume_v1_CvRefInput, _cv_resume_v1_CvRef>
        CvSharing: MessageTypeDefinition<_cv_resume_v1_CvSharingInput, _cv_resume_v1_CvSharing>
        CvVersionPictureRef: MessageTypeDefinition<_cv_resume_v1_CvVersionPictureRefInput, _cv_resume_v1_CvVersionPictureRef>
        CvVersionRef: MessageTypeDefinition<_cv_resume_v1_CvVersionRefInput, _cv_resume_v1_CvVersionRef>
        DeleteCvRequest: MessageTypeDefinition<_cv_resume_v1_DeleteCvRequestInput, _cv_resume_v1_DeleteCvRequest>
        DeleteTagRequest: MessageTypeDefinition<_cv_resume_v1_DeleteTagRequestInput, _cv_resume_v1_DeleteTagRequest>
        DeleteUserRequest: MessageTypeDefinition<_cv_resume_v1_DeleteUserRequestInput, _cv_resume_v1_DeleteUserRequest>
        Deleted: MessageTypeDefinition<_cv_resume_v1_DeletedInput, _cv_resume_v1_Deleted>
        DeletedCvPictureRef: MessageTypeDefinition<_cv_resume_v1_DeletedCvPictureRefInput, _cv_resume_v1_DeletedCvPictureRef>
        Document: MessageTypeDefinition<_cv_resume_v1_DocumentInput, _cv_resume_v1_Document>
        EraseDeletedCvsRequest: MessageTypeDefinition<_cv_resume_v1_EraseDeletedCvsRequestInput, _cv_resume_v1_EraseDeletedCvsRequest>
        EraseDeletedCvsResponse: MessageTypeDefinition<_cv_resume_v1_EraseDeletedCvsResponseInput, _cv_resume_v1_EraseDeletedCvsResponse>
        EraseUserRequest: MessageTypeDefinition<_cv_resume_v1_EraseUserRequestInput, _cv_resume_v1_EraseUserRequest>
        ExportHead: MessageTypeDefinition<_cv_resume_v1_ExportHeadInput, _cv_resume_v1_ExportHead>
        ExportSource: MessageTypeDefinition<_cv_resume_v1_ExportSourceInput, _cv_resume_v1_ExportSource>
        FieldOutcome: MessageTypeDefinition<_cv_resume_v1_FieldOutcomeInput, _cv_resume_v1_FieldOutcome>
        Filter: MessageTypeDefinition<_cv_resume_v1_FilterInput, _cv_resume_v1_Filter>
        FormerPictures: MessageTypeDefinition<_cv_resume_v1_FormerPicturesInput, _cv_resume_v1_FormerPictures>
        FormerPicturesRequest: MessageTypeDefinition<_cv_resume_v1_FormerPicturesRequestInput, _cv_resume_v1_FormerPicturesRequest>
        GetApplicationLinkKeyRequest: MessageTypeDefinition<_cv_resume_v1_GetApplicationLinkKeyRequestInput, _cv_resume_v1_GetApplicationLinkKeyRequest>
        GetExportSourceRequest: MessageTypeDefinition<_cv_resume_v1_GetExportSourceRequestInput, _cv_resume_v1_GetExportSourceRequest>
        ListChangedUsersRequest: MessageTypeDefinition<_cv_resume_v1_ListChangedUsersRequestInput, _cv_resume_v1_ListChangedUsersRequest>
        ListChangedUsersResponse: MessageTypeDefinition<_cv_resume_v1_ListChangedUsersResponseInput, _cv_resume_v1_ListChangedUsersResponse>
        ListCvVersionsResponse: MessageTypeDefinition<_cv_resume_v1_ListCvVersionsResponseInput, _cv_resume_v1_ListCvVersionsResponse>
        ListCvsByStatusRequest: MessageTypeDefinition<_cv_resume_v1_ListCvsByStatusRequestInput, _cv_resume_v1_ListCvsByStatusRequest>
        ListCvsRequest: MessageTypeDefinition<_cv_resume_v1_ListCvsRequestInput, _cv_resume_v1_ListCvsRequest>
        ListDeletedCvsRequest: MessageTypeDefinition<_cv_resume_v1_ListDeletedCvsRequestInput, _cv_resume_v1_ListDeletedCvsRequest>
        ListDeletedCvsResponse: MessageTypeDefinition<_cv_resume_v1_ListDeletedCvsResponseInput, _cv_resume_v1_ListDeletedCvsResponse>
        ListDeletedUsersRequest: MessageTypeDefinition<_cv_resume_v1_ListDeletedUsersRequestInput, _cv_resume_v1_ListDeletedUsersRequest>
        ListDeletedUsersResponse: MessageTypeDefinition<_cv_resume_v1_ListDeletedUsersResponseInput, _cv_resume_v1_ListDeletedUsersResponse>
        ListOfUserRequest: MessageTypeDefinition<_cv_resume_v1_ListOfUserRequestInput, _cv_resume_v1_ListOfUserRequest>
        ListTagUsersRequest: MessageTypeDefinition<_cv_resume_v1_ListTagUsersRequestInput, _cv_resume_v1_ListTagUsersRequest>
        ListTagsRequest: MessageTypeDefinition<_cv_resume_v1_ListTagsRequestInput, _cv_resume_v1_ListTagsRequest>
        ListUsersRequest: MessageTypeDefinition<_cv_resume_v1_ListUsersRequestInput, _cv_resume_v1_ListUsersRequest>
        MovePicturesRequest: MessageTypeDefinition<_cv_resume_v1_MovePicturesRequestInput, _cv_resume_v1_MovePicturesRequest>
        MovePicturesResponse: MessageTypeDefinition<_cv_resume_v1_MovePicturesResponseInput, _cv_resume_v1_MovePicturesResponse>
        NewPicture: MessageTypeDefinition<_cv_resume_v1_NewPictureInput, _cv_resume_v1_NewPicture>
        Page: MessageTypeDefinition<_cv_resume_v1_PageInput, _cv_resume_v1_Page>
        PageRequest: MessageTypeDefinition<_cv_resume_v1_PageRequestInput, _cv_resume_v1_PageRequest>
        PhotoAdjustment: MessageTypeDefinition<_cv_resume_v1_PhotoAdjustmentInput, _cv_resume_v1_PhotoAdjustment>
        PhotoCrop: MessageTypeDefinition<_cv_resume_v1_PhotoCropInput, _cv_resume_v1_PhotoCrop>
        PortfolioPictureRef: MessageTypeDefinition<_cv_resume_v1_PortfolioPictureRefInput, _cv_resume_v1_PortfolioPictureRef>
        PublicPictureRef: MessageTypeDefinition<_cv_resume_v1_PublicPictureRefInput, _cv_resume_v1_PublicPictureRef>
        ReleaseUserSlugRequest: MessageTypeDefinition<_cv_resume_v1_ReleaseUserSlugRequestInput, _cv_resume_v1_ReleaseUserSlugRequest>
        ReleaseUserSlugResponse: MessageTypeDefinition<_cv_resume_v1_ReleaseUserSlugResponseInput, _cv_resume_v1_ReleaseUserSlugResponse>
        RemoveCvPictureRequest: MessageTypeDefinition<_cv_resume_v1_RemoveCvPictureRequestInput, _cv_resume_v1_RemoveCvPictureRequest>
        ReplaceCvRequest: MessageTypeDefinition<_cv_resume_v1_ReplaceCvRequestInput, _cv_resume_v1_ReplaceCvRequest>
        RestoreCvVersionRequest: MessageTypeDefinition<_cv_resume_v1_RestoreCvVersionRequestInput, _cv_resume_v1_RestoreCvVersionRequest>
        ResumeService: SubtypeConstructor<typeof grpc.Client, _cv_resume_v1_ResumeServiceClient> & { service: _cv_resume_v1_ResumeServiceDefinition }
        RevokeCvLinkRequest: MessageTypeDefinition<_cv_resume_v1_RevokeCvLinkRequestInput, _cv_resume_v1_RevokeCvLinkRequest>
        SearchUsersRequest: MessageTypeDefinition<_cv_resume_v1_SearchUsersRequestInput, _cv_resume_v1_SearchUsersRequest>
        SetCvDisplayRequest: MessageTypeDefinition<_cv_resume_v1_SetCvDisplayRequestInput, _cv_resume_v1_SetCvDisplayRequest>
        SetCvDocumentLanguageRequest: MessageTypeDefinition<_cv_resume_v1_SetCvDocumentLanguageRequestInput, _cv_resume_v1_SetCvDocumentLanguageRequest>
        SetCvLinkPreviewRequest: MessageTypeDefinition<_cv_resume_v1_SetCvLinkPreviewRequestInput, _cv_resume_v1_SetCvLinkPreviewRequest>
        SetCvPageLimitRequest: MessageTypeDefinition<_cv_resume_v1_SetCvPageLimitRequestInput, _cv_resume_v1_SetCvPageLimitRequest>
        SetCvPasswordRequest: MessageTypeDefinition<_cv_resume_v1_SetCvPasswordRequestInput, _cv_resume_v1_SetCvPasswordRequest>
        SetCvPictureRequest: MessageTypeDefinition<_cv_resume_v1_SetCvPictureRequestInput, _cv_resume_v1_SetCvPictureRequest>
        SetCvSectionOrderRequest: MessageTypeDefinition<_cv_resume_v1_SetCvSectionOrderRequestInput, _cv_resume_v1_SetCvSectionOrderRequest>
        SetCvSlugRequest: MessageTypeDefinition<_cv_resume_v1_SetCvSlugRequestInput, _cv_resume_v1_SetCvSlugRequest>
        SetCvStatusRequest: MessageTypeDefinition<_cv_resume_v1_SetCvStatusRequestInput, _cv_resume_v1_SetCvStatusRequest>
        SetCvVisibilityRequest: MessageTypeDefinition<_cv_resume_v1_SetCvVisibilityRequestInput, _cv_resume_v1_SetCvVisibilityRequest>
        SetPortfolioPictureRequest: MessageTypeDefinition<_cv_resume_v1_SetPortfolioPictureRequestInput, _cv_resume_v1_SetPortfolioPictureRequest>
        SetUserManagerRequest: MessageTypeDefinition<_cv_resume_v1_SetUserManagerRequestInput, _cv_resume_v1_SetUserManagerRequest>
        SetUserSlugRequest: MessageTypeDefinition<_cv_resume_v1_SetUserSlugRequestInput, _cv_resume_v1_SetUserSlugRequest>
        Sort: MessageTypeDefinition<_cv_resume_v1_SortInput, _cv_resume_v1_Sort>
        TagRef: MessageTypeDefinition<_cv_resume_v1_TagRefInput, _cv_resume_v1_TagRef>
        UpdateTagRequest: MessageTypeDefinition<_cv_resume_v1_UpdateTagRequestInput, _cv_resume_v1_UpdateTagRequest>
        UpdateUserRequest: MessageTypeDefinition<_cv_resume_v1_UpdateUserRequestInput, _cv_resume_v1_UpdateUserRequest>
        UserRef: MessageTypeDefinition<_cv_resume_v1_UserRefInput, _cv_resume_v1_UserRef>
        UserSlugs: MessageTypeDefinition<_cv_resume_v1_UserSlugsInput, _cv_resume_v1_UserSlugs>
      }
    }
  }
}

