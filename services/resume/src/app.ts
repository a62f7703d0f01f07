import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '@vitae/kit/clock';
import type { ServiceApp } from '@vitae/kit/service-app';
import type { ResumeServiceDefinition } from '@vitae/proto/gen/cv/resume/v1/ResumeService';
import type { Connection } from 'mongoose';
import { createAnchors } from './paging/position-cache.ts';
import { createRenderer } from './cv/public-json.ts';
import { createModels, prepareDatabase } from './mongo/models.ts';
import { mendTokensOnce } from './mongo/mend-tokens.ts';
import { retokenizeCvs } from './mongo/retokenize.ts';
import { createMongoStore } from './mongo-store.ts';
import { createDrawPicture, type DrawPicture } from './pictures/encode-picture.ts';
import { createHandlers } from './rpc.ts';
import { createTotals } from './paging/count-cache.ts';

export type ResumeParts = {
  connection: Connection;
  siteUrl: string;
  clock?: Clock;
  newToken?: () => string;
  drawPicture?: DrawPicture;
};

/** So long may a list miss what a replica of an earlier version wrote. */
const RETOKENIZE_MS = 60_000;

const TOKEN_BYTES = 24;
const randomToken = () => randomBytes(TOKEN_BYTES).toString('base64url');

/** The service without its sockets. */
export function createResumeApp({
  connection,
  siteUrl,
  clock = systemClock,
  newToken = randomToken,
  drawPicture = createDrawPicture(),
}: ResumeParts): ServiceApp<ResumeServiceDefinition> {
  const models = createModels(connection);
  const store = createMongoStore(connection, models);
  const totals = createTotals({ clock, generationOf: store.generationOf });
  const anchors = createAnchors(store.generationOf);
  const deps = { store, clock, totals, anchors, siteUrl, renderer: createRenderer(siteUrl), newToken, drawPicture };
  return {
    prepare: () => prepareDatabase(models),
    recurring: [
      {
        step: 'give CVs of an earlier version their tokens',
        everyMs: RETOKENIZE_MS,
        work: () => retokenizeCvs(models),
      },
      {
        step: 'mend the tokens of CVs that an earlier version changed meanwhile',
        everyMs: RETOKENIZE_MS,
        work: () => mendTokensOnce(models, new Date(clock.now())),
      },
    ],
    handlers: createHandlers(deps),
  };
}
