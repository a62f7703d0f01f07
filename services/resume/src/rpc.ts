import type { ResumeDeps } from './use-cases/deps.ts';
import { cvHandlers } from './rpc/cvs.ts';
import type { ResumeHandlers } from './rpc/handlers.ts';
import { pictureHandlers } from './rpc/pictures.ts';
import { tagHandlers } from './rpc/tags.ts';
import { userHandlers } from './rpc/users.ts';

export function createHandlers(deps: ResumeDeps): ResumeHandlers {
  return { ...userHandlers(deps), ...cvHandlers(deps), ...pictureHandlers(deps), ...tagHandlers(deps) };
}
