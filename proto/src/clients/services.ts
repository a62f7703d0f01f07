import { createGrpcClient, type GrpcClient } from '@vitae/kit/grpc-client';
import type { ServiceIdentity } from '@vitae/kit/service-identity';
import { serviceAddress } from '@vitae/kit/settings';
import { contracts } from '../contract.ts';
import type { MetadataServiceDefinition } from '../gen/cv/metadata/v1/MetadataService.ts';
import type { PreferencesServiceDefinition } from '../gen/cv/preferences/v1/PreferencesService.ts';
import type { StatsServiceDefinition } from '../gen/cv/stats/v1/StatsService.ts';
import { type CommentsClient, createCommentsClient } from './comments-client.ts';
import { createResumeClient, type ResumeClient } from './resume-client.ts';

/** The clients of all services. */
export type Services = {
  resume: ResumeClient;
  comments: CommentsClient;
  metadata: GrpcClient<MetadataServiceDefinition>;
  preferences: GrpcClient<PreferencesServiceDefinition>;
  stats: GrpcClient<StatsServiceDefinition>;
};

/** Settings: addresses of the gRPC services and of the export workers. */
export const serviceAddressSettings = {
  RESUME_ADDRESS: serviceAddress('resume', 50051),
  PREFERENCES_ADDRESS: serviceAddress('preferences', 50052),
  METADATA_ADDRESS: serviceAddress('metadata', 50053),
  COMMENTS_ADDRESS: serviceAddress('comments', 50054),
  STATS_ADDRESS: serviceAddress('stats', 50055),
};
export type ServiceAddresses = Record<keyof typeof serviceAddressSettings, string>;

/** Creates the clients. Each connects on its first call, so an unavailable service fails only its own calls. */
export function createServices(addresses: ServiceAddresses, identity: ServiceIdentity): Services & { close(): void } {
  const services: Services = {
    resume: createResumeClient(addresses.RESUME_ADDRESS, identity),
    comments: createCommentsClient(addresses.COMMENTS_ADDRESS, identity),
    metadata: createGrpcClient({
      ...contracts.metadata(),
      address: addresses.METADATA_ADDRESS,
      identity,
      reads: ['BatchGetMetadata', 'SearchUsers', 'MatchUsers'],
    }),
    preferences: createGrpcClient({
      ...contracts.preferences(),
      address: addresses.PREFERENCES_ADDRESS,
      identity,
      reads: ['BatchGetPreferences'],
    }),
    stats: createGrpcClient({
      ...contracts.stats(),
      address: addresses.STATS_ADDRESS,
      identity,
      reads: ['BatchGetStats', 'GetDailyVisits'],
    }),
  };
  return {
    ...services,
    close: () => {
      for (const service of Object.values(services)) service.close();
    },
  };
}
