import { fileURLToPath } from 'node:url';
import { type GrpcObject, loadPackageDefinition, type ServiceClientConstructor } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import type { CommentsServiceDefinition } from './gen/cv/comments/v1/CommentsService.ts';
import type { MetadataServiceDefinition } from './gen/cv/metadata/v1/MetadataService.ts';
import type { PreferencesServiceDefinition } from './gen/cv/preferences/v1/PreferencesService.ts';
import type { ResumeServiceDefinition } from './gen/cv/resume/v1/ResumeService.ts';
import type { StatsServiceDefinition } from './gen/cv/stats/v1/StatsService.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

// Must match the options of the type generator (`pnpm generate`).
const LOAD_OPTIONS = { includeDirs: [ROOT], longs: Number, defaults: true, arrays: true, objects: true };

function contract<D>(service: string, name: string): { name: string; definition: D } {
  const path = `cv/${service}/v1/${service}.proto`;
  const names = `cv.${service}.v1.${name}`.split('.');
  let node: GrpcObject | ServiceClientConstructor = loadPackageDefinition(loadSync(path, LOAD_OPTIONS));
  for (const part of names) node = (node as GrpcObject)[part] as GrpcObject;
  return { name: names.join('.'), definition: (node as unknown as ServiceClientConstructor).service as D };
}

/** The contract of each service, loaded from its proto file on request. */
export const contracts = {
  resume: () => contract<ResumeServiceDefinition>('resume', 'ResumeService'),
  preferences: () => contract<PreferencesServiceDefinition>('preferences', 'PreferencesService'),
  metadata: () => contract<MetadataServiceDefinition>('metadata', 'MetadataService'),
  comments: () => contract<CommentsServiceDefinition>('comments', 'CommentsService'),
  stats: () => contract<StatsServiceDefinition>('stats', 'StatsService'),
};
