import { z } from 'zod';
import { httpUrl, onOff } from '../settings.ts';

/** The settings of the processes that store files: the export worker and the resume service. */
export const artifactStoreSettings = {
  ARTIFACT_STORE: z
    .enum(['gridfs', 's3'])
    .default('gridfs')
    .describe(
      'Where new files are stored: in the database of the process, or in S3 (see [object storage](object-storage.md)). Files that are already stored stay readable after a change, if the S3 settings remain.',
    ),
  S3_ENDPOINT: httpUrl().optional().meta({ defaultText: 'AWS in `S3_REGION`' }).describe('The S3 server.'),
  S3_REGION: z.string().meta({ values: 'name' }).default('us-east-1').describe('Region of the bucket.'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name of 3 to 63 lowercase letters, digits, . and -')
    .optional()
    .meta({ values: 'name', defaultText: 'required for `s3`' })
    .describe('Bucket of the files. At startup, each process checks its permissions and names the setting to correct.'),
  S3_PREFIX: z
    .string()
    .regex(/^([\w.-]+\/)*$/, 'must be empty or end with a slash, such as vitae/')
    .meta({ values: 'path' })
    .default('')
    .describe(
      'Precedes the names of all objects, such as `vitae/`, so that several systems can share a bucket. Each process adds its own folder.',
    ),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .meta({ values: 'id', defaultText: 'the role that AWS assigns' })
    .describe('Access key, different for each process.'),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .optional()
    .meta({ values: 'secret', defaultText: 'the role that AWS assigns' })
    .describe('Secret of `S3_ACCESS_KEY_ID`.'),
  S3_FORCE_PATH_STYLE: onOff()
    .default('off')
    .describe(
      '`on` addresses the bucket in the path instead of the host name, as most servers other than AWS require.',
    ),
  S3_SSE: z
    .enum(['none', 'AES256', 'aws:kms'])
    .default('none')
    .describe(
      'Encryption by the server: `none` leaves it to the bucket, `AES256` uses its keys, `aws:kms` those of a key service.',
    ),
  S3_SSE_KMS_KEY_ID: z
    .string()
    .optional()
    .meta({ values: 'id', defaultText: 'the key of the account' })
    .describe('Key for `aws:kms`.'),
};

export type ArtifactStoreSettings = z.infer<z.ZodObject<typeof artifactStoreSettings>>;
export type S3Settings = ArtifactStoreSettings & { S3_BUCKET: string };

type Issues = { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void };

/** Rejects settings that contradict each other. Each message names the setting to change. */
export function checkArtifactStore(config: ArtifactStoreSettings, context: Issues): void {
  const reject = (setting: keyof ArtifactStoreSettings, message: string) =>
    context.addIssue({ code: 'custom', path: [setting], message });
  if (config.ARTIFACT_STORE === 's3' && !config.S3_BUCKET) reject('S3_BUCKET', 'is required');
  if (config.S3_ACCESS_KEY_ID && !config.S3_SECRET_ACCESS_KEY) reject('S3_SECRET_ACCESS_KEY', 'is required');
  if (config.S3_SECRET_ACCESS_KEY && !config.S3_ACCESS_KEY_ID) reject('S3_ACCESS_KEY_ID', 'is required');
  if (config.S3_SSE_KMS_KEY_ID && config.S3_SSE !== 'aws:kms')
    reject('S3_SSE_KMS_KEY_ID', 'requires S3_SSE to be aws:kms');
}
