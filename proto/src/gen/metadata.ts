import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CallerInput as _cv_caller_v1_CallerInput, Caller as _cv_caller_v1_Caller } from './cv/caller/v1/Caller.ts';
import type { ItemStatusInput as _cv_caller_v1_ItemStatusInput, ItemStatus as _cv_caller_v1_ItemStatus } from './cv/caller/v1/ItemStatus.ts';
import type { BatchGetMetadataRequestInput as _cv_metadata_v1_BatchGetMetadataRequestInput, BatchGetMetadataRequest as _cv_metadata_v1_BatchGetMetadataRequest } from './cv/metadata/v1/BatchGetMetadataRequest.ts';
import type { BatchGetMetadataResponseInput as _cv_metadata_v1_BatchGetMetadataResponseInput, BatchGetMetadataResponse as _cv_metadata_v1_BatchGetMetadataResponse } from './cv/metadata/v1/BatchGetMetadataResponse.ts';
import type { DoneInput as _cv_metadata_v1_DoneInput, Done as _cv_metadata_v1_Done } from './cv/metadata/v1/Done.ts';
import type { MatchUsersRequestInput as _cv_metadata_v1_MatchUsersRequestInput, MatchUsersRequest as _cv_metadata_v1_MatchUsersRequest } from './cv/metadata/v1/MatchUsersRequest.ts';
import type { MatchUsersResponseInput as _cv_metadata_v1_MatchUsersResponseInput, MatchUsersResponse as _cv_metadata_v1_MatchUsersResponse } from './cv/metadata/v1/MatchUsersResponse.ts';
import type { MetadataServiceClient as _cv_metadata_v1_MetadataServiceClient, MetadataServiceDefinition as _cv_metadata_v1_MetadataServiceDefinition } from './cv/metadata/v1/MetadataService.ts';
import type { SearchUsersRequestInput as _cv_metadata_v1_SearchUsersRequestInput, SearchUsersRequest as _cv_metadata_v1_SearchUsersRequest } from './cv/metadata/v1/SearchUsersRequest.ts';
import type { SearchUsersResponseInput as _cv_metadata_v1_SearchUsersResponseInput, SearchUsersResponse as _cv_metadata_v1_SearchUsersResponse } from './cv/metadata/v1/SearchUsersResponse.ts';
import type { UpdateMetadataRequestInput as _cv_metadata_v1_UpdateMetadataRequestInput, UpdateMetadataRequest as _cv_metadata_v1_UpdateMetadataRequest } from './cv/metadata/v1/UpdateMetadataRequest.ts';
import type { UpdateMetadataResponseInput as _cv_metadata_v1_UpdateMetadataResponseInput, UpdateMetadataResponse as _cv_metadata_v1_UpdateMetadataResponse } from './cv/metadata/v1/UpdateMetadataResponse.ts';
import type { UserRefInput as _cv_metadata_v1_UserRefInput, UserRef as _cv_metadata_v1_UserRef } from './cv/metadata/v1/UserRef.ts';

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
    metadata: {
      v1: {
        BatchGetMetadataRequest: MessageTypeDefinition<_cv_metadata_v1_BatchGetMetadataRequestInput, _cv_metadata_v1_BatchGetMetadataRequest>
        BatchGetMetadataResponse: MessageTypeDefinition<_cv_metadata_v1_BatchGetMetadataResponseInput, _cv_metadata_v1_BatchGetMetadataResponse>
        Done: MessageTypeDefinition<_cv_metadata_v1_DoneInput, _cv_metadata_v1_Done>
        MatchUsersRequest: MessageTypeDefinition<_cv_metadata_v1_MatchUsersRequestInput, _cv_metadata_v1_MatchUsersRequest>
        MatchUsersResponse: MessageTypeDefinition<_cv_metadata_v1_MatchUsersResponseInput, _cv_metadata_v1_MatchUsersResponse>
        MetadataService: SubtypeConstructor<typeof grpc.Client, _cv_metadata_v1_MetadataServiceClient> & { service: _cv_metadata_v1_MetadataServiceDefinition }
        SearchUsersRequest: MessageTypeDefinition<_cv_metadata_v1_SearchUsersRequestInput, _cv_metadata_v1_SearchUsersRequest>
        SearchUsersResponse: MessageTypeDefinition<_cv_metadata_v1_SearchUsersResponseInput, _cv_metadata_v1_SearchUsersResponse>
        UpdateMetadataRequest: MessageTypeDefinition<_cv_metadata_v1_UpdateMetadataRequestInput, _cv_metadata_v1_UpdateMetadataRequest>
        UpdateMetadataResponse: MessageTypeDefinition<_cv_metadata_v1_UpdateMetadataResponseInput, _cv_metadata_v1_UpdateMetadataResponse>
        UserRef: MessageTypeDefinition<_cv_metadata_v1_UserRefInput, _cv_metadata_v1_UserRef>
      }
    }
  }
}

