import { tokenDigest } from '@vitae/accounts/applications/token';
import { accessTokenRecord } from '@vitae/accounts/grants/grant-store';
import { createOwnerAccess } from '@vitae/accounts/grants/owner-access';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import { systemClock } from '@vitae/kit/clock';
import { keyRing } from '@vitae/kit/key-ring';
import type { Signer } from './sign-request.ts';
import type { SystemFixture } from './system-fixture.ts';

const OWNER = 9;
const TOKEN = { token: 'token', secret: 'token secret' };

/** Registers an application with these origins, to which an owner granted everything. */
export async function createGrantedApplication(system: SystemFixture, origins: string[]) {
  const { connection, redis, company } = system;
  const box = createSecretBox(keyRing('keys').parse(system.masterKeys));
  const { applications, grants } = createOwnerAccess({ connection, redis, box, clock: systemClock });
  const application = await applications.create({ companyId: company.id, name: 'Jobs', callbacks: ['oob'], origins });
  const digest = tokenDigest(TOKEN.token);
  const createdAt = new Date();
  const grant = { applicationId: application.id, companyId: company.id, userId: OWNER, createdAt, lastUsedAt: null };
  await grants.addToken(grant, { digest, sealedSecret: box.seal(TOKEN.secret, accessTokenRecord(digest)), createdAt });
  const { consumerKey, consumerSecret: key } = application;
  const signer: Signer = { consumerKey, key, token: TOKEN };
  return { applications, application, signer };
}
