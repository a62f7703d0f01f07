import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { type Check, combined, type Outcome, ok, problem, reasonOf, skipped } from './check.ts';

const DAY_MS = 86_400_000;
const MIN_VALID_DAYS = 21;
const TLS_TIMEOUT_MS = 5_000;

export const certificateCheck: Check = {
  name: 'Certificates',
  run: async ({ settings }) => {
    const { COMPANY_API_URL, OAUTH_URL, USER_API_URL, SITE_URL } = settings;
    const origins = new Set([COMPANY_API_URL, OAUTH_URL, USER_API_URL, SITE_URL].map((url) => new URL(url).origin));
    const secure = [...origins].filter((origin) => origin.startsWith('https:'));
    if (secure.length === 0) return skipped('No public URL uses https.');
    return combined(await Promise.all(secure.map(checkCertificate)));
  },
};

async function checkCertificate(origin: string): Promise<Outcome> {
  try {
    return judgeCertificate(origin, await readCertificate(new URL(origin)));
  } catch (error) {
    return problem(`${origin} has no TLS connection: ${reasonOf(error)}.`, 'Configure TLS in the proxy or ingress.');
  }
}

const CERTIFICATE_FIX =
  'Renew the certificate, and check its automatic renewal. For a private certificate authority, set NODE_EXTRA_CA_CERTS.';

/** `error` is why the certificate is not trusted. */
type Certificate = { validTo: number; error?: string | undefined };

export function judgeCertificate(origin: string, { validTo, error }: Certificate, now = Date.now()): Outcome {
  if (error) return problem(`The certificate of ${origin} is not valid: ${error}.`, CERTIFICATE_FIX);
  const days = Math.floor((validTo - now) / DAY_MS);
  return days < MIN_VALID_DAYS
    ? problem(`The certificate of ${origin} expires in ${days} days.`, CERTIFICATE_FIX)
    : ok(`${origin}: valid for ${days} days`);
}

function readCertificate({ hostname, port }: URL): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    // An invalid certificate is read too, to report its reason. Nothing is sent over the connection.
    const servername = isIP(host) > 0 ? '' : host;
    const socket = connect({ host, port: Number(port || 443), servername, rejectUnauthorized: false }, () => {
      const validTo = Date.parse(socket.getPeerCertificate().valid_to);
      resolve({ validTo, error: socket.authorized ? undefined : String(socket.authorizationError) });
      socket.destroy();
    });
    socket.setTimeout(TLS_TIMEOUT_MS, () => socket.destroy(new Error('no response')));
    socket.once('error', reject);
  });
}
