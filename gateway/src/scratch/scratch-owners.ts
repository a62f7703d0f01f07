import { randomBytes, randomInt } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { type Clock, systemClock } from '@vitae/kit/clock';
import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import { listenHttp } from '@vitae/kit/probes';
import { connectRedis } from '@vitae/kit/redis';
import { openScratchDatabase } from '@vitae/kit/scratch-database';
import express from 'express';
import { type Company, createCompanyStore } from '../companies/company-store.ts';
import type { Owner } from '../credentials/owner-credentials.ts';
import { settleHeaders } from '../http/answer-headers.ts';
import { fail } from '../http/finish-call.ts';
import { rawBody } from '../http/raw-body.ts';
import { requestId } from '../http/request-id.ts';
import { createSecretBox } from '../keys/secret-box.ts';
import { createOwnerAccess, type OwnerAccess } from '../owner-access.ts';
import { createOwnerSurfaces, type OwnerSurfaces } from '../owner-surfaces.ts';
import { createReplayBarrier } from '../quota/replay-barrier.ts';
import { createMemoryOwnCvs } from '../site/account/memory-own-cvs.ts';
import type { OwnCv } from '../site/account/own-cvs.ts';
import { serveStylesheet } from '../site/stylesheet.ts';
import { postRoutes } from './post-routes.ts';

/** A gateway with the surfaces that CV owners meet, and no other. */
export type ScratchOwnersGateway = OwnerAccess & {
  url: string;
  port: number;
  /** The paths of all forms of the account. */
  posts: string[];
};

export type ScratchOwner = Owner & { password: string };

/** Owners and the companies they belong to, on the real MongoDB and Redis. */
export type ScratchOwners = {
  company: Company;
  otherCompany: Company;
  /** A clock that tests may move forward. */
  clock: Clock & { forward(ms: number): void };
  /** The CVs that every owner has. */
  cvs: OwnCv[];
  /** The users whose deletion was asked. */
  deleted: number[];
  start(options?: { publicUrl?: string }): Promise<ScratchOwnersGateway>;
  createOwner(gateway: ScratchOwnersGateway, company?: Company): Promise<ScratchOwner>;
  /** Makes each test's visitors come from an address of their own. */
  newAddress(): string;
  close(): Promise<void>;
};

const log = createLogger({ name: 'scratch-owners', level: 'silent' });

export async function startScratchOwners(environment: NodeJS.ProcessEnv): Promise<ScratchOwners> {
  const { REDIS_URL: url } = environment;
  if (!url) throw new Error('REDIS_URL is needed: npm test sets it');
  const database = await openScratchDatabase(environment.MONGODB_URI);
  // Redis is shared with other test files: ids of its own keep this one apart.
  const firstId = randomInt(1_000, 2 ** 40);
  await database.connection
    .collection<{ _id: string; value: number }>('sequences')
    .insertOne({ _id: 'company', value: firstId });
  const companies = createCompanyStore(database.connection);
  const box = createSecretBox([{ id: 'test', key: randomBytes(32) }]);
  const company = await companies.create('Studio Lumière', 'Europe/Paris');
  const otherCompany = await companies.create('Other & Sons', 'Europe/Paris');
  let ahead = 0;
  const clock = {
    now: () => systemClock.now() + ahead,
    forward: (ms: number) => {
      ahead += ms;
    },
  };
  const cvs: OwnCv[] = [];
  const deleted: number[] = [];
  const running: (() => Promise<void>)[] = [];
  let users = firstId;

  return {
    company,
    otherCompany,
    clock,
    cvs,
    deleted,
    start: async ({ publicUrl } = {}) => {
      let app: RequestListener = (_request, response) => response.end();
      const http = await listenHttp((request, response) => app(request, response), '127.0.0.1', 0);
      const { redis, close: closeRedis } = await connectRedis({ url, name: 'scratch-owners', log });
      const mongo = await connectMongo({ uri: database.uri, database: database.name, log });
      running.push(async () => {
        http.server.closeAllConnections();
        await http.close();
        await closeRedis();
        await mongo.close();
      });
      const own = `http://localhost:${http.port}`;
      const access = createOwnerAccess({ connection: mongo.connection, redis, box, clock });
      const surfaces = createOwnerSurfaces({
        config: { OAUTH_URL: publicUrl ?? own, SITE_URL: publicUrl ?? own, RETENTION_DAYS: 30 },
        access,
        redis,
        barrier: createReplayBarrier(mongo.connection, redis),
        companies,
        box,
        cvs: createMemoryOwnCvs(cvs),
        deleteUser: async ({ id }) => {
          deleted.push(Number(id));
          await access.forgetOwner(Number(id));
        },
        clock,
        log,
      });
      await Promise.all(Object.values(mongo.connection.models).map((model) => model.createIndexes()));
      app = appOf(surfaces);
      return { ...access, url: own, port: http.port, posts: postRoutes(surfaces.site) };
    },
    createOwner: async ({ credentials }, { id: companyId } = company) => {
      const userId = users++;
      const owner = { userId, companyId, username: `ana-${userId}`, email: `ana-${userId}@example.com` };
      const password = `three little words ${userId}`;
      await credentials.set({ ...owner, password });
      return { ...owner, locale: undefined, password };
    },
    newAddress: () => `2001:db8:${randomInt(2 ** 16).toString(16)}:${randomInt(2 ** 16).toString(16)}::1`,
    close: async () => {
      await Promise.all(running.map((stop) => stop()));
      await database.drop();
    },
  };
}

function appOf({ oauth, site }: OwnerSurfaces): express.Express {
  const app = express();
  app.set('trust proxy', 'loopback');
  app.use(requestId, settleHeaders, rawBody, serveStylesheet, oauth, site);
  app.use(((thrown, request, response, _next) =>
    fail(thrown, request, response, log)) satisfies express.ErrorRequestHandler);
  return app;
}
