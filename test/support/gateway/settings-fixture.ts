import { createAdministrators } from '@vitae/accounts/administrators/administrator-mongo-store';
import type { Role } from '@vitae/accounts/administrators/administrator-roles';
import type { Administrator, Administrators } from '@vitae/accounts/administrators/administrators';
import { secondFactorRecord } from '@vitae/accounts/administrators/second-factors';
import type { AuditLog } from '@vitae/accounts/audit/audit-log';
import { createAuditLog } from '@vitae/accounts/audit/audit-mongo-store';
import { createCompanyStore } from '@vitae/accounts/companies/company-mongo-store';
import type { Company } from '@vitae/accounts/companies/company-store';
import { createConsumptionStore } from '@vitae/accounts/consumption/consumption-mongo-store';
import { createMinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { createRejectedRequests } from '@vitae/accounts/consumption/rejected-requests';
import { DEFAULT_RETENTION } from '@vitae/accounts/consumption/retention';
import { createOwnerAccess, type OwnerAccess } from '@vitae/accounts/grants/owner-access';
import { createIndexes } from '@vitae/accounts/indexes';
import { createKeyAccess, type KeyAccess } from '@vitae/accounts/keys/key-access';
import type { Outbox } from '@vitae/accounts/mail/outbox';
import { createOutbox } from '@vitae/accounts/mail/outbox-mongo-store';
import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import { createLogger, type Logger } from '@vitae/kit/log';
import {
  createSettingsSurface,
  type SettingsSurfaceDependencies,
} from '@vitae/site/features/settings/settings-surface';
import type { Mail } from '@vitae/site/mail/mailer';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { generateSync } from 'otplib';
import { type CompaniesFixture, openCompaniesFixture } from './company-fixtures.ts';
import { createMemoryUsers } from './memory-users.ts';
import { routesOf } from './routes-of.ts';

/** A server with the settings pages. */
export type SettingsGateway = {
  url: string;
  administrators: Administrators;
  audit: AuditLog;
  connection: Connection;
  redis: Redis;
  box: SecretBox;
  consumption: SettingsSurfaceDependencies['consumption'];
  keyAccess: KeyAccess;
  ownerAccess: OwnerAccess;
  outbox: Outbox;
  /** Adds a CV owner to a company. */
  addUser: ReturnType<typeof createMemoryUsers>['add'];
  /** The paths of all forms. */
  posts: string[];
};

export type AdministratorFixture = Administrator & { password: string };

type SettingsGatewayOptions = {
  publicUrl?: string;
  sendsMail?: boolean;
  /** The email addresses of operators, who can view the export queue. */
  operators?: string[];
  queuePrefix?: string;
  log?: Logger;
};

/** Companies with administrators. */
export type SettingsFixture = Pick<CompaniesFixture, 'company' | 'otherCompany' | 'clock' | 'newAddress' | 'close'> & {
  /** The sent mails. */
  mails: Mail[];
  start(options?: SettingsGatewayOptions): Promise<SettingsGateway>;
  /** Creates an administrator. The first of a company is its owner. */
  createAdministrator(
    gateway: SettingsGateway,
    role: Role,
    company?: Company,
    password?: string,
  ): Promise<AdministratorFixture>;
  /** Returns the current code of the administrator's authenticator app. */
  codeNow(administrator: Administrator): Promise<string>;
};

const silent = createLogger({ name: 'test-settings', level: 'silent' });

export async function startSettingsFixture(environment: NodeJS.ProcessEnv): Promise<SettingsFixture> {
  const fixture = await openCompaniesFixture(environment);
  const { company, otherCompany, clock, box, firstId, newAddress, close } = fixture;
  const mails: Mail[] = [];
  let count = 0;

  return {
    company,
    otherCompany,
    clock,
    mails,
    start: (options = {}) => startGateway(fixture, mails, options),
    createAdministrator: async ({ administrators }, role, { id: companyId } = company, given = undefined) => {
      count += 1;
      const password = given ?? `three little words ${count}`;
      const created = await administrators.create(
        companyId,
        `${role}-${count}@${firstId.toString(36)}.example`,
        password,
        role,
      );
      return { ...created, password };
    },
    codeNow: async ({ id: _id }) => {
      const factors = fixture.connection.collection<{ _id: number; sealedSecret: string }>('secondFactors');
      const sealed = (await factors.findOne({ _id }))?.sealedSecret ?? '';
      return generateSync({ secret: box.open(sealed, secondFactorRecord(_id)), epoch: Math.floor(clock.now() / 1000) });
    },
    newAddress,
    close,
  };
}

async function startGateway(
  fixture: CompaniesFixture,
  mails: Mail[],
  { publicUrl, sendsMail = false, operators = [], queuePrefix, log = silent }: SettingsGatewayOptions,
): Promise<SettingsGateway> {
  const { companies, clock, box } = fixture;
  const mailer = { send: (mail: Mail) => mails.push(mail), close: async () => undefined };
  const { url, connection, redis, serve } = await fixture.listen(log);
  const administrators = createAdministrators(connection, clock);
  const audit = createAuditLog(connection, clock);
  const consumption = {
    buffer: createMinuteBuffer(redis),
    store: createConsumptionStore(connection, DEFAULT_RETENTION),
    rejectedRequests: createRejectedRequests({ redis, box, clock, log }),
    endpoints: new Map([['cv.read', 'GET /api/v1/cv/:id']]),
  };
  const keyAccess = createKeyAccess({ connection, redis, companies: createCompanyStore(connection), box, clock });
  const ownerAccess = createOwnerAccess({ connection, redis, box, clock });
  const outbox = createOutbox(connection, box, clock);
  const users = createMemoryUsers();
  const settings = createSettingsSurface({
    config: {
      SITE_URL: publicUrl ?? url,
      COMPANY_API_URL: publicUrl ?? url,
      OAUTH_URL: publicUrl ?? url,
      USER_API_URL: publicUrl ?? url,
      OPERATORS: operators,
      CONSUMPTION_MINUTES_KEPT: DEFAULT_RETENTION.hour,
    },
    ...(queuePrefix !== undefined && { queuePrefix }),
    connection,
    redis,
    queueRedis: redis,
    companies,
    administrators,
    audit,
    box,
    mailer: sendsMail ? mailer : undefined,
    keyAccess,
    ownerAccess,
    outbox,
    resume: users.client,
    consumption,
    intensiveEndpoints: ['GET /api/v1/users/search', 'GET /api/v1/cv/:id/export/:format'],
    clock,
    log,
  });
  await createIndexes(connection);
  serve(settings);
  return {
    url,
    administrators,
    audit,
    connection,
    redis,
    box,
    consumption,
    keyAccess,
    ownerAccess,
    outbox,
    addUser: users.add,
    posts: routesOf(settings, 'post'),
  };
}
