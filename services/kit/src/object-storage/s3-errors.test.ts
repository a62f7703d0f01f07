import { S3ServiceException } from '@aws-sdk/client-s3';
import { explainS3Error } from './s3-errors.ts';
import type { S3Settings } from './settings.ts';

const SETTINGS = { S3_BUCKET: 'vitae-files', S3_REGION: 'eu-west-1', S3_SSE: 'none' } as S3Settings;

const explain = (name: string, message: string, changes: Partial<S3Settings>) => {
  const error = new S3ServiceException({ name, message, $fault: 'client', $metadata: {} });
  return explainS3Error(error, { ...SETTINGS, ...changes }, 'exports/').message;
};

// Responses of AWS and MinIO. The server of the integration tests encrypts nothing.
test.each<[string, string, Partial<S3Settings>, string]>([
  [
    'kms:KeyNotFound',
    'key with given key ID does not exist',
    { S3_SSE: 'aws:kms', S3_SSE_KMS_KEY_ID: 'cv-key' },
    'S3_SSE_KMS_KEY_ID: S3 in eu-west-1 cannot encrypt with the key cv-key (kms:KeyNotFound: ',
  ],
  [
    'KMS.DisabledException',
    'cv-key is disabled.',
    { S3_SSE: 'aws:kms', S3_SSE_KMS_KEY_ID: 'cv-key' },
    'S3_SSE_KMS_KEY_ID: S3 in eu-west-1 cannot encrypt with the key cv-key (KMS.DisabledException: ',
  ],
  [
    'NotImplemented',
    'Server side encryption specified but KMS is not configured',
    { S3_SSE: 'AES256', S3_ENDPOINT: 'http://minio:9000' },
    'S3_SSE: http://minio:9000 cannot encrypt with AES256 (NotImplemented: ',
  ],
  [
    'NotImplemented',
    'A header you provided implies functionality that is not implemented',
    { S3_SSE: 'AES256' },
    'S3_BUCKET: vitae-files on S3 in eu-west-1 cannot be used (NotImplemented: ',
  ],
])('names the setting to correct after %s: %s', (name, message, changes, expected) => {
  expect(explain(name, message, changes)).toContain(expected);
});
