import { globSync } from 'node:fs';

const PLACES = ['{proto,gateway,deploy/local,sdk/postman,services/*}/src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'];
const NOT_OURS = /(^|\/)(node_modules|dist)\//;

/**
 * - `unit`: no sockets, no child processes, no database
 * - `integration`: real MongoDB, Redis, browser or LibreOffice, or another tool that takes long
 * - `system`: starts the processes of a system, or a large part of them
 */
type TestKind = 'unit' | 'integration' | 'system';

/** Returns all test files, relative to the project. */
export const findTestFiles = (root: string): string[] =>
  PLACES.flatMap((place) => globSync(place, { cwd: root }))
    .filter((file) => !NOT_OURS.test(file))
    .toSorted();

/** Determines the kind of a test by its path. */
export function kindOf(file: string): TestKind {
  if (/(^|\/)test\/(e2e|fault)\//.test(file)) return 'system';
  return /\.integration\.test\./.test(file) ? 'integration' : 'unit';
}

/**
 * System tests that mostly wait, or that have no short time limits. In other tests, the ten processes of a second system
 * that starts would delay requests by more than their timeouts.
 */
const CAN_SHARE: readonly RegExp[] = [
  /test\/e2e\/(backup|files-in-s3|first-request|images|launcher|mixed-releases|public-pages|telemetry)\b/,
  /test\/e2e\/user-api\//,
  /test\/fault\/(edited-texts|paused-lease-holders|primary-killed)\./,
];

/** Returns whether a second system can start while this test runs. */
export const canShare = (file: string): boolean => CAN_SHARE.some((pattern) => pattern.test(file));

export type Requires = 'nothing' | 'databases' | 'all programs';

/** Returns what has to run, or be installed, for these tests. */
export function requiredFor(files: readonly string[]): Requires {
  if (files.every((file) => kindOf(file) === 'unit')) return 'nothing';
  const isOrdinary = (file: string) => kindOf(file) === 'unit' || /^(gateway|proto|services\/(?!export\/))/.test(file);
  return files.every(isOrdinary) ? 'databases' : 'all programs';
}

/** Programs that only some tests need. */
export type TestTools = {
  s3: boolean;
  valkey: boolean;
  /** veraPDF, which validates PDF/A files. */
  veraPdf: boolean;
  /** openxml-audit, which validates Word documents. */
  openXml: boolean;
  /** Go, PHP, Python and Ruby, which run code samples, signing plug-ins and generated clients. */
  languages: boolean;
};

export const requiredTools = (files: readonly string[], environment: NodeJS.ProcessEnv): TestTools => ({
  s3: requireS3(files, environment),
  valkey: files.some((file) => file.includes('valkey')),
  veraPdf: files.some((file) => file.includes('archival-conformance')),
  openXml: files.some((file) => file.includes('word-schema')),
  languages: files.some((file) => /signing-examples|company-api\/requests|code-samples|generated-clients/.test(file)),
});

/** Whether the tests use an S3 server: by their path, or because all systems store files in S3. */
const requireS3 = (files: readonly string[], { VITAE_TEST_STORE }: NodeJS.ProcessEnv): boolean =>
  VITAE_TEST_STORE === 's3' || files.some((file) => /\bs3\b|object-storage|e2e\/backup/.test(file));
