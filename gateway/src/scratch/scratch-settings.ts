import { randomBytes, randomInt } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { type Clock, systemClock } from '@vitae/kit/clock';
import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import { listenHttp } from '@vitae/kit/probes';
import { connectRedis } from '@vitae/kit/redis';
import { openScratchDatabase } from '@vitae/kit/scratch-database';
import express from 'express';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { generateSync } from 'otplib';
import { type AuditLog, createAuditLog } from '../audit/audit-log.ts';
import { type Company, createCompanyStore } from '../companies/company-store.ts';
import { createConsumptionStore } from '../consumption/consumption-store.ts';
import { createOpenMinutes } from '../consumption/open-minutes.ts';
import { createRefusedCalls } from '../consumption/refused-calls.ts';
import { DEFAULT_RETENTION } from '../consumption/retention.ts';
import type { Role } from '../credentials/administrator-roles.ts';
import { type Administrator, type Administrators, createAdministrators } from '../credentials/administrators.ts';
import { recordOf } from '../credentials/second-factors.ts';
import { fail } from '../http/finish-call.ts';
import { rawBody } from '../http/raw-body.ts';
import { requestId } from '../http/request-id.ts';
import { createIndexes } from '../indexes.ts';
import { createKeyAccess, type KeyAccess } from '../key-access.ts';
import { createSecretBox, type SecretBox } from '../keys/secret-box.ts';
import type { Mail } from '../mail/mailer.ts';
import { createOwnerAccess, type OwnerAccess } from '../owner-access.ts';
import { createSettingsSurface, type SettingsSurfaceDependencies } from '../settings-surface.ts';
import { serveStylesheet } from '../site/stylesheet.ts';
import { postRoutes } from './post-routes.ts';

/** A gateway with the settings, and no other surface. */
export type ScratchSettingsGateway = {
  url: string;
  administrators: Administrators;
  audit: AuditLog;
  connection: Connection;
  redis: Redis;
  box: SecretBox;
  consumption: SettingsSurfaceDependencies['consumption'];
  keyAccess: KeyAccess;
  ownerAccess: OwnerAccess;
  /** The paths of all forms. */
  posts: string[];
};

export type ScratchAdministrator = Administrator & { password: string };

export type ScratchSettingsOptions = {
  publicUrl?: string;
  sendsMail?: boolean;
  /** E-mail addresses of those who may see the export queue. */
  operators?: string[];
  queuePrefix?: string;
};

/** Companies with administrators, on the real MongoDB and Redis. */
export type ScratchSettings = {
  company: Company;
  otherCompany: Company;
  /** A clock that tests may move. */
  clock: Clock & { forward(ms: number): void };
  /** The mails that were sent, where mail is sent. */
  mails: Mail[];
  start(options?: ScratchSettingsOptions): Promise<ScratchSettingsGateway>;
  /** The first of a company is its owner. */
  createAdministrator(
    gateway: ScratchSettingsGateway,
    role: Role,
    company?: Company,
    password?: string,
  ): Promise<ScratchAdministrator>;
  /** The code that the administrator's authenticator app shows, when its secret was proposed. */
  codeNow(administrator: Administrator): Promise<string>;
  /** Makes each test's visitors come from an address of their own. */
  newAddress(): string;
  close(): Promise<void>;
};

const log = createLogger({ name: 'scratch-settings', level: 'silent' });

export async function startScratchSettings(environment: NodeJS.ProcessEnv): Promise<ScratchSettings> {
  const { REDIS_URL: url } = environment;
  if (!url) throw new Error('REDIS_URL is needed: npm test sets it');
  const database = await openScratchDatabase(environment.MONGODB_URI);
  // Redis is shared with other test files: ids of its own keep this one apart.
  const firstId = randomInt(1_000, 2 ** 40);
  await database.connection
    .collection<{ _id: string; value: number }>('sequences')
    .insertMany(['company', 'administrator'].map((name) => ({ _id: name, value: firstId })));
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
  const mails: Mail[] = [];
  const mailer = { send: (mail: Mail) => mails.push(mail), close: async () => undefined };
  const running: (() => Promise<void>)[] = [];
  let people = 0;

  return {
    company,
    otherCompany,
    clock,
    mails,
    start: async ({ publicUrl, sendsMail = false, operators = [], queuePrefix } = {}) => {
      let app: RequestListener = (_request, response) => response.end();
      const http = await listenHttp((request, response) => app(request, response), '127.0.0.1', 0);
      const { redis, close: closeRedis } = await connectRedis({ url, name: 'scratch-settings', log });
      const mongo = await connectMongo({ uri: database.uri, database: database.name, log });
      running.push(async () => {
        http.server.closeAllConnections();
        await http.close();
        await closeRedis();
        await mongo.close();
      });
      const { connection } = mongo;
      const own = `http://localhost:${http.port}`;
      const administrators = createAdministrators(connection, clock);
      const audit = createAuditLog(connection, clock);
      const consumption = {
        open: createOpenMinutes(redis),
        store: createConsumptionStore(connection, DEFAULT_RETENTION),
        refusedCalls: createRefusedCalls({ redis, box, clock, log }),
        calls: new Map([['cv.read', 'GET /api/v1/cv/:id']]),
      };
      const keyAccess = createKeyAccess({ connection, redis, companies: createCompanyStore(connection), box, clock });
      const ownerAccess = createOwnerAccess({ connection, redis, box, clock });
      const settings = createSettingsSurface({
        config: { SITE_URL: publicUrl ?? own, COMPANY_API_URL: publicUrl ?? own, OPERATORS: operators },
        ...(queuePrefix !== undefined && { queuePrefix }),
        connection,
        redis,
        companies,
        administrators,
        audit,
        box,
        mailer: sendsMail ? mailer : undefined,
        keyAccess,
        ownerAccess,
        consumption,
        intensiveCalls: ['GET /api/v1/users/search', 'GET /api/v1/cv/:id/export/:format'],
        clock,
        log,
      });
      await createIndexes(connection);
      app = appOf(settings);
      return {
        url: own,
        administrators,
        audit,
        connection,
        redis,
        box,
        consumption,
        keyAccess,
        ownerAccess,
        posts: postRoutes(settings),
      };
    },
    createAdministrator: async ({ administrators }, role, { id: companyId } = company, given = undefined) => {
      people += 1;
      const password = given ?? `three little words ${people}`;
      const made = await administrators.create(
        companyId,
        `${role}-${people}@${firstId.toString(36)}.example`,
        password,
        role,
      );
      return { ...made, password };
    },
    codeNow: async ({ id: _id }) => {
      const factors = database.connection.collection<{ _id: number; sealedSecret: string }>('secondFactors');
      const sealed = (await factors.findOne({ _id }))?.sealedSecret ?? '';
      return generateSync({ secret: box.open(sealed, recordOf(_id)), epoch: Math.floor(clock.now() / 1000) });
    },
    newAddress: () => `2001:db8:${randomInt(2 ** 16).toString(16)}:${randomInt(2 ** 16).toString(16)}::1`,
    close: async () => {
      await Promise.all(running.map((stop) => stop()));
      await database.drop();
    },
  };
}

function appOf(settings: express.Router): express.Express {
  const app = express();
  app.set('trust proxy', 'loopback');
  app.use(requestId, rawBody, serveStylesheet, settings);
  app.use(((thrown, request, response, _next) =>
    fail(thrown, request, response, log)) satisfies express.ErrorRequestHandler);
  return app;
}
