import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { CreatedApplication } from '@vitae/accounts/applications/applications';
import { dataTypes } from '@vitae/accounts/grants/grant-access';
import { checkedFetch } from './checked-fetch.ts';
import { type OwnerFixture, type OwnersFixture, type OwnersGateway, startOwnersFixture } from './owner-fixtures.ts';
import { type Signer, signRequest, toAuthorizationHeader } from './sign-request.ts';
import { createWebVisitor, type FormFields, type PageResponse } from './web-visitor.ts';

export const CALLBACK = 'https://app.example.com/connected?from=vitae&x=%26';

export type Token = { token: string; secret: string };

export type StepResponse = { status: number; fields: URLSearchParams; headers: Headers };

/** Overrides of the signer, the protocol parameters and the gateway. */
export type Step = { signer?: Partial<Signer>; protocol?: Record<string, string>; at?: OwnersGateway };

/** An application, an owner who can authorize it, and the three steps of OAuth 1.0a. */
export type ConsumerFixture = {
  system: OwnersFixture;
  gateway: OwnersGateway;
  owner: OwnerFixture;
  application: CreatedApplication;
  /** Signs with RSA-SHA1. */
  rsaApplication: CreatedApplication;
  privateKey: KeyObject;
  signer(over?: Partial<Signer>): Signer;
  call(step: 'requestToken' | 'accessToken', options?: Step): Promise<StepResponse>;
  requestToken(callback?: string, options?: Step): Promise<Token>;
  /** Signs in and submits the decision, by default with access to everything. Returns the response to it. */
  decide(token: Token, decision: 'allow' | 'refuse', by?: OwnerFixture, selected?: FormFields): Promise<PageResponse>;
  /** Authorizes the token as the owner and returns the verifier. */
  verifierOf(token: Token): Promise<string>;
  exchange(token: Token, verifier: string, options?: Step): Promise<StepResponse>;
};

const EVERYTHING: FormFields = { cvs: 'all', data: dataTypes };

export async function startConsumerFixture(environment: NodeJS.ProcessEnv): Promise<ConsumerFixture> {
  const system = await startOwnersFixture(environment);
  const gateway = await system.start();
  const owner = await system.createOwner(gateway);
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const registration = {
    companyId: system.company.id,
    name: 'Jobs <b>',
    callbacks: ['https://app.example.com/connected', 'oob'],
  };
  const application = await gateway.applications.create(registration);
  const rsaPublicKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const rsaApplication = await gateway.applications.create({ ...registration, rsaPublicKey });
  const signer = (over: Partial<Signer> = {}): Signer => ({
    consumerKey: application.consumerKey,
    key: application.consumerSecret,
    ...over,
  });
  const call: ConsumerFixture['call'] = (step, { signer: over, protocol = {}, at = gateway } = {}) =>
    callStep({ publicUrl: gateway.url, at: at.url, step, signer: signer(over), protocol, now: system.clock.now() });
  const decide: ConsumerFixture['decide'] = async ({ token }, decision, by = owner, selected = EVERYTHING) => {
    const visitor = createWebVisitor(gateway.url, system.newAddress());
    const address = `/fr/oauth/authorize?oauth_token=${token}`;
    const signInPage = await visitor.get(address);
    await visitor.submit(signInPage, '/fr/oauth/sign-in', { login: by.username, password: by.password });
    return visitor.submit(await visitor.get(address), '/fr/oauth/authorize', { decision, ...selected });
  };
  return {
    system,
    gateway,
    owner,
    application,
    rsaApplication,
    privateKey,
    signer,
    call,
    requestToken: async (callback = CALLBACK, step = {}) => {
      const { status, fields } = await call('requestToken', { ...step, protocol: { oauth_callback: callback } });
      if (status !== 200 || fields.get('oauth_callback_confirmed') !== 'true')
        throw new Error(`No request token: ${status} ${fields}`);
      return tokenIn(fields);
    },
    decide,
    verifierOf: async (token) => {
      const { status, location } = await decide(token, 'allow');
      const back = new URL(location ?? '');
      if (status !== 303 || back.searchParams.get('oauth_token') !== token.token)
        throw new Error(`No redirect with the token: ${status} ${location}`);
      return back.searchParams.get('oauth_verifier') ?? '';
    },
    exchange: (token, verifier, { signer: over, protocol, ...step } = {}) =>
      call('accessToken', { ...step, signer: { token, ...over }, protocol: { oauth_verifier: verifier, ...protocol } }),
  };
}

export type CallStepOptions = {
  publicUrl: string;
  /** The URL of the gateway, if it is not the public URL. */
  at?: string;
  step: 'requestToken' | 'accessToken';
  signer: Signer;
  protocol: Record<string, string>;
  now: number;
};

/** Sends one signed step with its protocol parameters in the Authorization header. */
export async function callStep(options: CallStepOptions): Promise<StepResponse> {
  const { publicUrl, at = publicUrl, step, signer, protocol, now } = options;
  const path = `/fr/oauth/${step}`;
  const parameters = signRequest(signer, { method: 'GET', url: publicUrl + path, protocol }, now);
  const response = await checkedFetch(at + path, { headers: { Authorization: toAuthorizationHeader(parameters) } });
  return { status: response.status, fields: new URLSearchParams(await response.text()), headers: response.headers };
}

export function tokenIn(fields: URLSearchParams): Token {
  return { token: fields.get('oauth_token') ?? '', secret: fields.get('oauth_token_secret') ?? '' };
}

export function problemOf({ status, fields }: Pick<StepResponse, 'status' | 'fields'>): [number, string | null] {
  return [status, fields.get('oauth_problem')];
}
