import type { Handlers } from '@vitae/kit/grpc-server';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import { cvHandlers } from './rpc/cvs.ts';
import { pictureHandlers } from './rpc/pictures.ts';
import { sharingHandlers } from './rpc/sharing.ts';
import { tagHandlers } from './rpc/tags.ts';
import { erasureHandlers, userHandlers } from './rpc/users.ts';
import type { ResumeDeps } from './use-cases/deps.ts';

export function createHandlers(deps: ResumeDeps): Handlers<ResumeServiceDefinition> {
  return {
    ...userHandlers(deps),
    ...erasureHandlers(deps),
    ...cvHandlers(deps),
    ...sharingHandlers(deps),
    ...pictureHandlers(deps),
    ...tagHandlers(deps),
  };
}
