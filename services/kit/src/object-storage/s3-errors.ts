import { TEMPORARILY_UNAVAILABLE, unavailable } from '../errors.ts';
import { SettingsError } from '../settings.ts';
import type { S3Settings } from './settings.ts';

/** The name of an error of the S3 server, such as NoSuchKey. Responses to HEAD have no body, so the status is the name. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

/** Returns undefined if the object, or the range of it, does not exist. A missing bucket is an error, except in responses to HEAD. */
export async function ifFound<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (/^(NotFound|NoSuchKey|404|InvalidRange)$/.test(nameOf(error))) return undefined;
    throw error;
  }
}

const NETWORK_ERROR =
  /^(?:ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|ERR_TLS)/;

function networkCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'it does not respond';
  // The SDK may wrap the error and lose its code.
  const words = `${'code' in error ? error.code : ''} ${error.message}`.split(/\W/);
  return words.find((word) => NETWORK_ERROR.test(word));
}

/** Runs an operation. Converts errors of the server and the network to UNAVAILABLE; passes on all others. */
export async function reportingOutage<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    const isOfServer = error instanceof Error && '$metadata' in error;
    const isOfCredentials = nameOf(error) === 'CredentialsProviderError';
    if (!isOfServer && !isOfCredentials && networkCodeOf(error) === undefined) throw error;
    throw unavailable('dependency_unavailable', TEMPORARILY_UNAVAILABLE, error);
  }
}

/** The names of these errors differ between servers: `KMS.DisabledException`, `kms:KeyNotFound`, `NotImplemented`. */
const ENCRYPTION_ERROR = /\bkms\b|encryption/i;

/** Explains why the process cannot use the bucket, and names the setting to correct. */
export function explainS3Error(error: unknown, settings: S3Settings, prefix: string): SettingsError {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_SSE, S3_SSE_KMS_KEY_ID } = settings;
  const server = S3_ENDPOINT ?? `S3 in ${S3_REGION}`;
  const name = nameOf(error);
  const network = networkCodeOf(error);
  const details = error instanceof Error ? `${name}: ${error.message}` : String(error);
  const problem = () => {
    if (network) return `S3_ENDPOINT: ${server} is not reachable (${network})`;
    switch (name) {
      case 'NoSuchBucket':
        return `S3_BUCKET: the bucket ${S3_BUCKET} does not exist on ${server}. Create it`;
      case 'InvalidAccessKeyId':
        return `S3_ACCESS_KEY_ID is not known to ${server}`;
      case 'SignatureDoesNotMatch':
        return 'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID';
      case 'CredentialsProviderError':
        return 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are missing, and AWS assigns no role to this process';
      case 'PermanentRedirect':
      case 'AuthorizationHeaderMalformed':
      case 'IllegalLocationConstraintException':
        return `S3_REGION: the bucket ${S3_BUCKET} is not in ${S3_REGION}`;
      case 'AccessDenied':
      case 'Forbidden':
      case '403':
        return `S3_BUCKET: the key S3_ACCESS_KEY_ID lacks permissions for ${S3_BUCKET}/${prefix}. See the bucket policy in docs/object-storage.md`;
      default:
        if (S3_SSE === 'none' || !ENCRYPTION_ERROR.test(details))
          return `S3_BUCKET: ${S3_BUCKET} on ${server} cannot be used (${details})`;
        return S3_SSE_KMS_KEY_ID
          ? `S3_SSE_KMS_KEY_ID: ${server} cannot encrypt with the key ${S3_SSE_KMS_KEY_ID} (${details})`
          : `S3_SSE: ${server} cannot encrypt with ${S3_SSE} (${details})`;
    }
  };
  const explained = new SettingsError([problem()]);
  explained.cause = error;
  return explained;
}
