import type { Applications } from '@vitae/accounts/applications/applications';
import { OUT_OF_BAND, withParameters } from '@vitae/accounts/applications/callback';
import { newReadableVerifier, newToken, type RandomBytes, tokenDigest } from '@vitae/accounts/applications/token';
import { FULL_ACCESS, type GrantAccess, NO_ACCESS } from '@vitae/accounts/grants/grant-access';
import type { GrantStore } from '@vitae/accounts/grants/grant-store';
import type { RequestTokenStore, StoredRequestToken } from '@vitae/accounts/grants/request-token-store';
import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import type { Clock } from '@vitae/kit/clock';

/** Why an authorization request cannot be shown. */
export type AuthorizationProblem =
  | 'unknown'
  | 'expired'
  | 'used'
  | 'refused'
  | 'callback_differs'
  | 'application_gone'
  | 'other_company';

/** An authorization request for the owner to decide. */
export type AuthorizationRequest = {
  applicationId: number;
  applicationName: string;
  companyId: number;
  callback: string;
  /** What this owner has granted to the application before, by default nothing. */
  access: GrantAccess;
  /** Set if this owner has already allowed it and the application has not fetched its token yet. */
  approved: ApprovalTarget | undefined;
};

/** The target after an approval: back to the application or, out of band, a page with the verifier. */
type ApprovalTarget = { redirect: string } | { verifier: string };

type OwnerIdentity = { userId: number; companyId: number };

export type AuthorizationSteps = {
  /** `callback` is the callback in the address of the page, `owner` the signed-in owner. */
  ask(
    token: string,
    callback: string | undefined,
    owner: OwnerIdentity | undefined,
  ): Promise<AuthorizationRequest | AuthorizationProblem>;
  /**
   * Applies the selection to everything that the application already has or is about to fetch. Repeating it is
   * harmless: the latest selection of the owner wins, whichever token the application exchanges.
   */
  allow(token: string, owner: OwnerIdentity, access: GrantAccess): Promise<ApprovalTarget | AuthorizationProblem>;
  /** Returns undefined if the application has no callback. */
  deny(token: string, owner: OwnerIdentity): Promise<{ redirect: string } | undefined | AuthorizationProblem>;
};

type AuthorizationDependencies = {
  requestTokens: RequestTokenStore;
  grants: Pick<GrantStore, 'find' | 'setAccess'>;
  applications: Pick<Applications, 'byId'>;
  box: SecretBox;
  random: RandomBytes;
  clock: Clock;
};

/** RFC 5849 section 2.2: the owner's approval of an application. */
export function createAuthorization(dependencies: AuthorizationDependencies): AuthorizationSteps {
  const { requestTokens, grants, applications, box, random, clock } = dependencies;
  const load = async (token: string, owner: OwnerIdentity | undefined) => {
    const stored = await requestTokens.find(tokenDigest(token));
    if (!stored) return 'unknown';
    const application = await applications.byId(stored.applicationId);
    if (!application) return 'application_gone';
    return owner && owner.companyId !== stored.companyId ? 'other_company' : { stored, application };
  };
  const approvalTarget = (token: string, { callback, sealedVerifier, digest }: StoredRequestToken): ApprovalTarget => {
    const verifier = box.open(sealedVerifier ?? '', verifierRecord(digest));
    if (callback === OUT_OF_BAND) return { verifier };
    return { redirect: withParameters(callback, { oauth_token: token, oauth_verifier: verifier }) };
  };
  return {
    ask: async (token, callback, owner) => {
      const loaded = await load(token, owner);
      if (typeof loaded === 'string') return loaded;
      const { stored, application } = loaded;
      const problem = problemOf(stored, owner, clock);
      if (problem) return problem;
      if (callback !== undefined && callback !== stored.callback) return 'callback_differs';
      const grant = owner && (await grants.find(owner.userId, application.id));
      return {
        applicationId: application.id,
        applicationName: application.name,
        companyId: application.companyId,
        callback: stored.callback,
        access: grant ? (grant.access ?? FULL_ACCESS) : NO_ACCESS,
        approved: stored.state === 'authorized' ? approvalTarget(token, stored) : undefined,
      };
    },
    allow: async (token, owner, access) => {
      const loaded = await load(token, owner);
      if (typeof loaded === 'string') return loaded;
      const { digest, callback, applicationId } = loaded.stored;
      const verifier = callback === OUT_OF_BAND ? newReadableVerifier(random) : newToken(random);
      const sealedVerifier = box.seal(verifier, verifierRecord(digest));
      const approval = {
        ...{ userId: owner.userId, verifierDigest: tokenDigest(verifier), sealedVerifier },
        access,
      };
      await requestTokens.authorize(digest, approval, new Date(clock.now()));
      // A second click returns the same result.
      const now = await requestTokens.find(digest);
      const problem = now ? problemOf(now, owner, clock) : 'unknown';
      if (!now || problem) return problem ?? 'unknown';
      // Tokens first, so that the exchange of another one does not replace the access of the grant afterwards.
      await requestTokens.setAccess(owner.userId, applicationId, access);
      await grants.setAccess(owner.userId, applicationId, access);
      return approvalTarget(token, now);
    },
    deny: async (token, owner) => {
      const loaded = await load(token, owner);
      if (typeof loaded === 'string') return loaded;
      const { digest, callback } = loaded.stored;
      const denied = await requestTokens.deny(digest, owner.userId, new Date(clock.now()));
      const now = denied ? undefined : await requestTokens.find(digest);
      const deniedBefore = now?.state === 'refused' && now.userId === owner.userId;
      if (now && !deniedBefore) return problemOf(now, owner, clock) ?? 'used';
      if (callback === OUT_OF_BAND) return undefined;
      return { redirect: withParameters(callback, { oauth_token: token, oauth_problem: 'user_refused' }) };
    },
  };
}

function problemOf(
  { state, userId, expiresAt }: StoredRequestToken,
  owner: OwnerIdentity | undefined,
  clock: Clock,
): AuthorizationProblem | undefined {
  if (state === 'refused') return 'refused';
  if (state === 'used' || (state === 'authorized' && userId !== owner?.userId)) return 'used';
  return expiresAt.getTime() <= clock.now() ? 'expired' : undefined;
}

/** Returns the record that a verifier is bound to. */
function verifierRecord(digest: string): string {
  return `verifier/${digest}`;
}
