import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutBucketPolicyCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { stopChild } from './child-process.ts';
import { freePorts } from './free-port.ts';
import { until } from './until.ts';

const run = promisify(execFile);

/** An object with the metadata that a copy between buckets keeps. */
type S3Object = { key: string; content: Uint8Array; contentType: string; metadata: Record<string, string> };

type S3Keys = { S3_ACCESS_KEY_ID: string; S3_SECRET_ACCESS_KEY: string };

/** An S3 server (versitygw) with a bucket. */
export type S3Server = {
  /** The settings with which a process uses the bucket. */
  environment: S3Keys & {
    ARTIFACT_STORE: 's3';
    S3_ENDPOINT: string;
    S3_BUCKET: string;
    S3_FORCE_PATH_STYLE: 'on';
  };
  /** Adds an access key that the policy of the bucket grants permissions. */
  addUser(name: string): Promise<S3Keys>;
  setPolicy(policy: object): Promise<void>;
  /** The keys of all objects. */
  keys(): Promise<string[]>;
  /** The objects whose key starts with the prefix. */
  objects(prefix: string): Promise<S3Object[]>;
  put(object: S3Object): Promise<void>;
  /** The keys of uploads that did not finish. */
  unfinishedUploads(): Promise<string[]>;
  /** Deletes an object, as an operator might by accident. */
  lose(key: string): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts the stopped server with the same data. */
  start(): Promise<void>;
  /** Stops the server and deletes its data. */
  close(): Promise<void>;
};

const ROOT: S3Keys = { S3_ACCESS_KEY_ID: 'root', S3_SECRET_ACCESS_KEY: 'root-secret' };
const BUCKET = 'vitae-files';

export async function startS3Server(): Promise<S3Server> {
  const binary = process.env.VERSITYGW_BINARY;
  if (!binary) throw new Error('VERSITYGW_BINARY is not set. Run this test with npm test.');
  const dataDir = await mkdtemp(join(tmpdir(), 'vitae-s3-'));
  const [data, sidecar, iam] = ['data', 'sidecar', 'iam'].map((name) => join(dataDir, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [data, sidecar, iam]) await mkdir(folder);
  const endpoint = `http://127.0.0.1:${await freePorts(1)}`;
  const credentials = { accessKeyId: ROOT.S3_ACCESS_KEY_ID, secretAccessKey: ROOT.S3_SECRET_ACCESS_KEY };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  let child: ChildProcess | undefined;

  const start = async () => {
    const access = ['--access', ROOT.S3_ACCESS_KEY_ID, '--secret', ROOT.S3_SECRET_ACCESS_KEY];
    const address = ['--port', new URL(endpoint).host, '--keep-alive', '--quiet', '--iam-dir', iam];
    child = spawn(binary, [...access, ...address, 'posix', '--sidecar', sidecar, data], { stdio: 'ignore' });
    await until('the S3 server', async () => (await fetch(endpoint)).text());
  };
  const stop = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (child) await stopChild(child, signal);
  };
  const addUser = async (name: string): Promise<S3Keys> => {
    const secret = `${name}-secret`;
    const caller = ['admin', '--access', ROOT.S3_ACCESS_KEY_ID, '--secret', ROOT.S3_SECRET_ACCESS_KEY];
    const user = ['create-user', '--access', name, '--secret', secret, '--role', 'user'];
    await run(binary, [...caller, '--endpoint-url', endpoint, ...user]);
    return { S3_ACCESS_KEY_ID: name, S3_SECRET_ACCESS_KEY: secret };
  };
  const keys = async (Prefix = ''): Promise<string[]> => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix }));
    return Contents.map(({ Key = '' }) => Key).filter((key) => !key.endsWith('/'));
  };
  const read = async (key: string): Promise<S3Object> => {
    const { Body, ContentType, Metadata } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
    const content = (await Body?.transformToByteArray()) ?? new Uint8Array();
    return { key, content, contentType: ContentType ?? '', metadata: Metadata ?? {} };
  };
  await start();
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  return {
    environment: {
      ARTIFACT_STORE: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_FORCE_PATH_STYLE: 'on',
      ...ROOT,
    },
    addUser,
    setPolicy: async (policy) => {
      await client.send(new PutBucketPolicyCommand({ Bucket: BUCKET, Policy: JSON.stringify(policy) }));
    },
    keys: () => keys(),
    objects: async (prefix) => Promise.all((await keys(prefix)).map(read)),
    put: async ({ key, content, contentType, metadata }) => {
      const stored = { Body: content, ContentType: contentType, Metadata: metadata };
      await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, ...stored }));
    },
    unfinishedUploads: async () => {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }));
      return Uploads.map(({ Key = '' }) => Key);
    },
    lose: async (Key) => {
      await client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }));
    },
    start,
    stop,
    close: async () => {
      client.destroy();
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts an S3 server for a system if all systems of this run store their files in S3: VITAE_TEST_STORE=s3 npm test. */
export async function openS3OfRun(usesS3 = process.env.VITAE_TEST_STORE === 's3'): Promise<S3Server | undefined> {
  return usesS3 ? startS3Server() : undefined;
}
