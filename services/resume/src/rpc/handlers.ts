import type { Handlers } from '@vitae/kit/grpc-server';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';

export type ResumeHandlers = Handlers<ResumeServiceDefinition>;
