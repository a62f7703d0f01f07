import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBrowser, type TestBrowser } from './browser.ts';
import type { ExampleRecorder } from './example-recorder.ts';
import { authorizeInBrowser, type OwnerCredentials, type SelectAccess } from './oauth-authorization.ts';
import { startTwoCompanies, type TwoCompanies } from './test-companies.ts';
import { type Consumer, openUserApi, type Token, type UserApi } from './user-api.ts';

export type Application = Consumer & { id: number; apiKey: string };
export type Owner = OwnerCredentials & { id: number; cv: number };

/** Two gateways with owners and applications of one company, and a browser for the owners. */
export type UserApiSystem = {
  companies: TwoCompanies;
  browser: TestBrowser;
  gateways: string[];
  /** The base URL that is signed, independent of the gateway that receives a request. */
  publicUrl: string;
  application: Application;
  /** Signs with RSA-SHA1. */
  rsaApplication: Application;
  createApplication(name: string, ...options: string[]): Promise<Application>;
  /** Creates an owner with a published main CV and a comment. */
  createOwner(username: string): Promise<Owner>;
  apiOf(token: Token, consumer: Consumer, gateway?: string): UserApi;
  /** Obtains an access token; the owner approves in the browser. */
  authorize(consumer: Consumer, person: OwnerCredentials, select?: SelectAccess): Promise<UserApi & { token: Token }>;
  stop(): Promise<void>;
};

export async function startUserApiSystem(recorder: ExampleRecorder): Promise<UserApiSystem> {
  const [companies, browser] = await Promise.all([
    startTwoCompanies({ recorder, gateways: 2 }),
    startBrowser(process.env),
  ]);
  const { system, ours } = companies;
  const { gateways } = await system.runFile();
  const publicUrl = gateways[0] ?? '';
  const company = ['--company', String(ours.id)];
  const createApplication: UserApiSystem['createApplication'] = (name, ...options) =>
    system.vitae('app', 'create', ...company, '--name', name, '--callback', 'oob', ...options);
  const apiOf: UserApiSystem['apiOf'] = (token, consumer, gateway = publicUrl) =>
    openUserApi({ gateway, publicUrl, opened: companies, consumer, token, recorder });
  return {
    companies,
    browser,
    gateways,
    publicUrl,
    createApplication,
    apiOf,
    application: await createApplication('Jobs'),
    rsaApplication: await createRsaApplication(createApplication, system.dataDir),
    createOwner: async (username) => {
      const names = ['--firstname', 'Grace', '--lastname', 'Hopper', '--email', `${username}@example.com`];
      const user = await system.vitae<Owner>('user', 'create', ...company, '--username', username, ...names);
      const cv = { title: `CV of ${username}`, published: true };
      const { json } = await ours.api.post(`/api/v1/users/${user.id}/cv`, cv, { query: { main: 1 } });
      await ours.api.post(`/api/v1/users/${user.id}/comment`, { comment: `About ${username}` });
      return { ...user, cv: json.id };
    },
    authorize: async (consumer, person, select) => {
      const token = await authorizeInBrowser(publicUrl, consumer, person, browser, select);
      return { ...apiOf(token, consumer), token };
    },
    stop: async () => {
      await browser.close();
      await companies.stop();
    },
  };
}

async function createRsaApplication(create: UserApiSystem['createApplication'], folder: string): Promise<Application> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const file = join(folder, 'application.pem');
  await writeFile(file, publicKey.export({ type: 'spki', format: 'pem' }));
  const application = await create('Mentor', '--rsa-public-key', file);
  return { ...application, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
