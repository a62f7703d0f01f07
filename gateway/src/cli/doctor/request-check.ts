import { randomUUID } from 'node:crypto';
import { signedUrl } from '@vitae/accounts/signatures/sign-url';
import { type Check, ok, problem, skipped } from './check.ts';
import { get } from './http-request.ts';

const MAX_SHOWN = 200;

/** Sends one signed request that only reads. It counts as one request of the company of the key. */
export const requestCheck: Check = {
  name: 'Signed request',
  run: async ({ run, settings, options }) => {
    const key = options.key ?? run?.demo;
    if (!key)
      return skipped('No key was given.', 'Create a key with `vitae key create`, then add --key K --secret-file FILE.');
    const { url } = signedUrl({
      scheme: 'hmac',
      key: key.key,
      secret: key.secret,
      method: 'GET',
      url: `${settings.COMPANY_API_URL}/api/v1/rate-limit`,
      now: Date.now(),
      nonce: randomUUID(),
    });
    const reply = await get(url);
    if ('error' in reply)
      return problem(`The signed request failed: ${reply.error}.`, 'Check COMPANY_API_URL and the gateways.');
    if (reply.status === 200) return ok(settings.COMPANY_API_URL);
    return problem(
      `The signed request got ${reply.status}: ${reply.body.slice(0, MAX_SHOWN).trim()}.`,
      reply.status >= 500
        ? 'Check the log of the gateway for the request, and MongoDB and Redis.'
        : 'Check that the key is active (`vitae key list`), its secret, the quota of its company and the clocks.',
    );
  },
};
