import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type ByteRange, LostObjectError, type NewObject, type ObjectRef, type ObjectStore } from './object-store.ts';
import { explainS3Error, ifFound, nameOf, reportingOutage } from './s3-errors.ts';
import type { S3Settings } from './settings.ts';

/** The smallest part that S3 allows. */
const PART_BYTES = 5 * 1024 * 1024;
const CONCURRENT_PARTS = 2;
const CONNECT_TIMEOUT_MS = 1_500;
/** Time without a response. */
const RESPONSE_TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 3;
const MAX_SOCKETS = 50;
/** Part of an object that is read with one request. Most exported files are smaller. */
const PIECE_BYTES = 1024 * 1024;
const PIECE_TIMEOUT_MS = 20_000;
const PRESIGNED_SECONDS = 60;
/** S3 deletes at most 1,000 objects per request. */
const MAX_DELETIONS = 1_000;

/** @param folder the folder of the process, for which its access key has permissions */
export function createS3ObjectStore(settings: S3Settings, folder: string): ObjectStore {
  const client = createClient(settings);
  const prefix = `${settings.S3_PREFIX}${folder}/`;
  const target = (key: string) => ({ Bucket: settings.S3_BUCKET, Key: prefix + key });
  const conditions: UploadConditions = { IfNoneMatch: '*', ...encryption(settings) };
  return {
    verify: () =>
      verify(client, target(`startup-check-${randomUUID()}`), conditions).catch((error: unknown) => {
        throw explainS3Error(error, settings, prefix);
      }),
    ready: async () => void (await ifFound(client.send(new HeadObjectCommand(target('startup-check'))))),
    put: (object) => reportingOutage(() => upload(client, { ...target(object.key), ...conditions }, object)),
    exists: (object) =>
      reportingOutage(async () => {
        const head = await ifFound(client.send(new HeadObjectCommand(target(object.key))));
        return head?.ContentLength === object.bytes && head.Metadata?.company === String(object.companyId);
      }),
    read: (object, range) => download(client, target(object.key), object, range),
    remove: (keys) => reportingOutage(() => removeAll(client, keys.map(target))),
    removeParts: (key) => reportingOutage(() => abortUploads(client, target(key))),
    presign: (object, { fileName, contentType }) => {
      const command = new GetObjectCommand({
        ...target(object.key),
        ResponseContentType: contentType,
        ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
        ResponseCacheControl: 'private, no-store',
      });
      return reportingOutage(() => getSignedUrl(client, command, { expiresIn: PRESIGNED_SECONDS }));
    },
    close: () => client.destroy(),
  };
}

function createClient(settings: S3Settings): S3Client {
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS };
  return new S3Client({
    region: settings.S3_REGION,
    forcePathStyle: settings.S3_FORCE_PATH_STYLE === 'on',
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: RESPONSE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
    ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT } : {}),
    ...(S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
      ? { credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } }
      : {}),
  });
}

type Target = { Bucket: string; Key: string };
type UploadConditions = Pick<PutObjectCommandInput, 'IfNoneMatch' | 'ServerSideEncryption' | 'SSEKMSKeyId'>;

function encryption({ S3_SSE, S3_SSE_KMS_KEY_ID }: S3Settings): UploadConditions {
  if (S3_SSE === 'none') return {};
  return { ServerSideEncryption: S3_SSE, ...(S3_SSE_KMS_KEY_ID ? { SSEKMSKeyId: S3_SSE_KMS_KEY_ID } : {}) };
}

/** Uploads in parts, if needed. The parts of an upload that fails are removed. */
async function upload(
  client: S3Client,
  target: Target & UploadConditions,
  { companyId, contentType, content }: Omit<NewObject, 'key'>,
): Promise<void> {
  const params = { ...target, Body: content, ContentType: contentType, Metadata: { company: String(companyId) } };
  try {
    await new Upload({ client, params, partSize: PART_BYTES, queueSize: CONCURRENT_PARTS }).done();
  } catch (error) {
    // Keys are never reused: an attempt whose response was lost has stored the object.
    if (nameOf(error) !== 'PreconditionFailed') throw error;
  }
}

/**
 * Reads an object piece by piece. A slow client holds at most one piece in memory and no connection to the server, so
 * that slow clients cannot occupy all connections.
 */
async function download(client: S3Client, target: Target, object: ObjectRef, range?: ByteRange): Promise<Readable> {
  const { start, end } = range ?? { start: 0, end: object.bytes - 1 };
  if (end < start) return Readable.from([]);
  const read = (from: number) =>
    readPiece(client, target, object, { start: from, end: Math.min(from + PIECE_BYTES - 1, end) });
  // Before the response starts, so that a lost object can be reported.
  const first = await read(start);
  const pieces = async function* () {
    yield first;
    for (let from = start + PIECE_BYTES; from <= end; from += PIECE_BYTES) yield await read(from);
  };
  return Readable.from(pieces(), { objectMode: false });
}

function readPiece(
  client: S3Client,
  target: Target,
  { key, companyId, bytes }: ObjectRef,
  { start, end }: ByteRange,
): Promise<Uint8Array> {
  return reportingOutage(async () => {
    const command = new GetObjectCommand({ ...target, Range: `bytes=${start}-${end}` });
    const found = await ifFound(client.send(command, { abortSignal: AbortSignal.timeout(PIECE_TIMEOUT_MS) }));
    const isIntact = found?.ContentRange?.endsWith(`/${bytes}`) && found.Metadata?.company === String(companyId);
    const piece = await found?.Body?.transformToByteArray();
    if (isIntact && piece?.length === end - start + 1) return piece;
    throw new LostObjectError(key);
  });
}

async function removeAll(client: S3Client, targets: readonly Target[]): Promise<void> {
  for (let first = 0; first < targets.length; first += MAX_DELETIONS) {
    const batch = targets.slice(first, first + MAX_DELETIONS);
    const { Bucket } = batch[0] as Target;
    const Delete = { Objects: batch.map(({ Key }) => ({ Key })), Quiet: true };
    const { $metadata, Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }));
    const failed = Errors.find(({ Code }) => Code !== 'NoSuchKey');
    if (failed) throw Object.assign(new Error(failed.Message), { name: failed.Code, $metadata });
  }
}

async function abortUploads(client: S3Client, { Bucket, Key }: Target): Promise<void> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }));
  for (const { UploadId } of Uploads.filter((one) => one.Key === Key))
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
}

const PROBE = {
  key: 'startup-check',
  companyId: 0,
  contentType: 'text/plain',
  content: Buffer.from('vitae'),
  bytes: 5,
};

/** Uses every permission that the process needs. Removes the condition of uploads if the server does not support it. */
async function verify(client: S3Client, target: Target, conditions: UploadConditions): Promise<void> {
  // The response is 403 instead of 404 if the process may not list the bucket. It could not recognize lost objects.
  await ifFound(client.send(new GetObjectCommand(target)));
  try {
    await upload(client, { ...target, ...conditions }, PROBE);
  } catch (error) {
    if (nameOf(error) !== 'NotImplemented') throw error;
    delete conditions.IfNoneMatch;
    await upload(client, { ...target, ...conditions }, PROBE);
  }
  (await download(client, target, PROBE)).destroy();
  await removeAll(client, [target]);
  const { IfNoneMatch: _ofObjects, ...encrypted } = conditions;
  await client.send(new CreateMultipartUploadCommand({ ...target, ...encrypted }));
  await abortUploads(client, target);
}
