import { randomBytes, randomInt } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createCompanyStore } from '@vitae/accounts/companies/company-mongo-store';
import type { Company, CompanyStore } from '@vitae/accounts/companies/company-store';
import { createSecretBox, type SecretBox } from '@vitae/accounts/secrets/secret-box';
import { type Clock, systemClock } from '@vitae/kit/clock';
import { linkErrorReference } from '@vitae/kit/http/error-response';
import { listenHttp } from '@vitae/kit/http/listen-http';
import { rawBody } from '@vitae/kit/http/raw-body';
import { requestId } from '@vitae/kit/http/request-id';
import { createErrorResponder } from '@vitae/kit/http/respond-with-error';
import { flushPendingHeaders } from '@vitae/kit/http/response-headers';
import type { Logger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import { connectRedis } from '@vitae/kit/redis';
import { reasonStatus } from '@vitae/proto/error-reasons';
import { serveStylesheet } from '@vitae/site/layout/assets';
import { isLongForm } from '@vitae/site/layout/long-forms';
import express from 'express';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { openDatabaseFixture } from '../kit/database-fixture.ts';
import { newAddress } from './web-visitor.ts';

/** A server with its own port and connections. `serve` sets its handlers once the URL is known. */
type ListenerFixture = {
  url: string;
  port: number;
  connection: Connection;
  redis: Redis;
  serve(...handlers: express.RequestHandler[]): void;
};

/** Two companies on real MongoDB and Redis, for servers with some of the handlers. */
export type CompaniesFixture = {
  connection: Connection;
  companies: CompanyStore;
  company: Company;
  otherCompany: Company;
  /** The first id of companies, users and administrators. */
  firstId: number;
  box: SecretBox;
  /** A clock that tests can advance. */
  clock: Clock & { forward(ms: number): void };
  listen(log: Logger): Promise<ListenerFixture>;
  newAddress: typeof newAddress;
  close(): Promise<void>;
};

export async function openCompaniesFixture(environment: NodeJS.ProcessEnv): Promise<CompaniesFixture> {
  const { REDIS_URL, MONGODB_URI } = environment;
  if (!REDIS_URL) throw new Error('REDIS_URL is missing; npm test sets it');
  const database = await openDatabaseFixture(MONGODB_URI);
  // Redis is shared with other test files, so each uses different ids.
  const firstId = randomInt(1_000, 2 ** 40);
  await database.connection
    .collection<{ _id: string; value: number }>('sequences')
    .insertMany(['company', 'administrator'].map((name) => ({ _id: name, value: firstId })));
  const companies = createCompanyStore(database.connection);
  const running: (() => Promise<void>)[] = [];
  return {
    connection: database.connection,
    companies,
    company: await companies.create('Studio Lumière', 'Europe/Paris'),
    otherCompany: await companies.create('Other & Sons', 'Europe/Paris'),
    firstId,
    box: createSecretBox([{ id: 'test', key: randomBytes(32) }]),
    clock: adjustableClock(),
    listen: async (log) => {
      let app: RequestListener = (_request, response) => response.end();
      const http = await listenHttp((request, response) => app(request, response), '127.0.0.1', 0);
      const { redis, close: closeRedis } = await connectRedis({ url: REDIS_URL, name: 'test', log });
      const mongo = await connectMongo({ uri: database.uri, database: database.name, log });
      running.push(async () => {
        http.server.closeAllConnections();
        await http.close();
        await closeRedis();
        await mongo.close();
      });
      return {
        url: `http://localhost:${http.port}`,
        port: http.port,
        connection: mongo.connection,
        redis,
        serve: (...handlers) => {
          app = appOf(handlers, log);
        },
      };
    },
    newAddress,
    close: async () => {
      await Promise.all(running.map((stop) => stop()));
      await database.drop();
    },
  };
}

function adjustableClock(): CompaniesFixture['clock'] {
  let ahead = 0;
  return {
    now: () => systemClock.now() + ahead,
    forward: (ms) => {
      ahead += ms;
    },
  };
}

function appOf(handlers: express.RequestHandler[], log: Logger): express.Express {
  const app = express();
  app.set('trust proxy', 'loopback');
  linkErrorReference(app, 'https://cv.example.com');
  app.use(requestId, flushPendingHeaders, rawBody({ isUpload: isLongForm }), serveStylesheet, ...handlers);
  app.use(((thrown, request, response, _next) =>
    createErrorResponder(log, reasonStatus)(thrown, request, response)) satisfies express.ErrorRequestHandler);
  return app;
}
