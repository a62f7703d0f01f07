import { z } from 'zod';

// The contract of the `exports` queue (BullMQ). docs/export-queue.md and export-jobs.schema.json describe it for other
// languages.

export const exportQueue = 'exports';
/** The prefix of the queue's keys. Its hash tag places them on one node of a Redis Cluster. */
export const queuePrefix = '{exports}';
/** The prefix of earlier versions. Workers still process its jobs, except on a cluster, where BullMQ needs a hash tag. */
export const formerQueuePrefix = 'bull';
/** A job that exports one CV. */
export const exportJobName = 'export';
/** A job that packs the exports of many CVs into an archive. */
export const batchJobName = 'batch';

export const exportFormats = ['pdf', 'odt', 'doc', 'docx', 'txt', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * The formats of jobs: those of the API and `preview`, the link preview picture of a CV page (PNG, 1200 × 630).
 */
export const jobFormats = [...exportFormats, 'preview'] as const;
export type JobFormat = (typeof jobFormats)[number];

/**
 * BullMQ runs the lowest number first, and jobs without priority before all others. Visitors of public pages, who are not
 * authenticated, come after signed requests for single CVs.
 */
export const exportPriority = { waiting: 1, background: 10, visitor: 50, batch: 100 } as const;
export type ExportPriority = keyof typeof exportPriority;

export const positiveId = z.int().positive();

/** A content address as returned by `exportAddress`: SHA-256 in lower-case hexadecimal. */
export const contentAddress = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits');

/** A signed token (RFC 7519). */
const grantToken = z.string().min(1).max(2_048);

export const exportPayload = z.object({
  cvId: positiveId,
  /** The company of the CV. If it differs, the job fails with cv_not_found. */
  companyId: positiveId,
  format: z.enum(jobFormats),
  /**
   * The expected address of the file; the gateway also uses it as the job id. If it is the address of the current CV and a
   * file is stored there, the job completes without rendering.
   */
  address: contentAddress.optional(),
  /** The template version of `address` (export-address.ts). */
  templateVersion: z.int().positive().optional(),
  /** Identifies the request in the logs of the worker and the resume service. */
  requestId: z.string().min(1).max(128).optional(),
  /** Limits the job to the CVs of one user. */
  userId: positiveId.optional(),
  /** The permission of the producer (export-grant.ts). */
  grant: grantToken.optional(),
});
export type ExportPayload = z.infer<typeof exportPayload>;

/** The maximum number of CVs in a batch. */
export const maxBatchCvs = 500;

export const batchPayload = z.object({
  /** CVs that do not exist in the company are listed as cv_not_found in the archive. */
  cvIds: z.array(positiveId).min(1).max(maxBatchCvs),
  companyId: positiveId,
  format: z.enum(exportFormats),
  /** The job id: 64 hexadecimal digits. The archive is stored at `archiveAddress(address)`. */
  address: contentAddress,
  /** The grants of the CVs, in the order of `cvIds`. The batch fails if one of them is invalid. */
  grants: z.array(grantToken).max(maxBatchCvs).optional(),
  /**
   * For an archive that is rebuilt: CVs that it must contain, named `requiredCvIds` in code. The batch fails if one of
   * them fails with a retryable error.
   */
  mustHold: z.array(positiveId).max(maxBatchCvs).optional(),
  requestId: z.string().min(1).max(128).optional(),
});
export type BatchPayload = z.infer<typeof batchPayload>;

/** The response header in which a worker lists the CVs in an archive. */
export const archivedCvsHeader = 'X-Archived-Cvs';

/** The request header of a process that forwards a redirect to the file to its client. */
export const acceptRedirectHeader = 'X-Accept-Redirect';

const exportStages = ['reading', 'rendering', 'storing'] as const;

/** The progress of an active job. */
export const exportProgress = z.object({
  stage: z.enum(exportStages),
  percent: z.int().min(0).max(100),
});
export type ExportProgress = z.infer<typeof exportProgress>;

/** The number of CVs in a batch, of those that were exported, and of those whose export failed. */
const batchItems = z.object({
  total: z.int().nonnegative(),
  done: z.int().nonnegative(),
  failed: z.int().nonnegative(),
});
export type BatchItems = z.infer<typeof batchItems>;

/** The progress of a batch: first the exports, then the packing of the archive. */
export const batchProgress = z.object({
  stage: z.enum(['items', 'packing']),
  percent: z.int().min(0).max(100),
  items: batchItems,
});
export type BatchProgress = z.infer<typeof batchProgress>;

/** The pages of a file. */
export const pageLayout = z.object({
  pages: z.int().positive(),
  /** How far the content of each page extends, from 0 (empty) to 1 (down to the margin), with two digits. */
  fill: z.array(z.number().min(0).max(1)),
  /** 0 is the design of the template; higher steps are denser, negative ones roomier. */
  densityStep: z.int(),
  /** Whether the file meets the owner's maximum number of pages. True if there is no maximum. */
  maxPagesMet: z.boolean(),
});
export type PageLayout = z.infer<typeof pageLayout>;

/** The return value of a job. */
export const exportResult = z.object({
  /** The address of the file: `GET {worker}/artifacts/{address}`. Differs from the payload if the CV has changed. */
  address: contentAddress,
  format: z.enum(jobFormats),
  contentType: z.string(),
  fileName: z.string(),
  bytes: z.int().nonnegative(),
  sha256: contentAddress,
  /** ISO 8601 in UTC. The file is not served after this time. */
  expiresAt: z.iso.datetime(),
  /** True if the file was already stored and nothing was rendered. */
  reused: z.boolean(),
  /** Missing for formats without pages, and for files of earlier versions. */
  layout: pageLayout.optional(),
  /** The signed receipt of the file (export-receipt.ts). Missing for archives and files of earlier versions. */
  receipt: z.string().optional(),
});
export type ExportResult = z.infer<typeof exportResult>;

/** The return value of a batch, which describes its archive. */
export const batchResult = exportResult.extend({ items: batchItems });
export type BatchResult = z.infer<typeof batchResult>;

/** The `manifest.json` of an archive: its files, and the CVs that could not be exported with the reasons. */
export const batchManifest = z.object({
  format: z.enum(exportFormats),
  files: z.array(
    z.object({ cvId: positiveId, name: z.string(), bytes: z.int().nonnegative(), sha256: contentAddress }),
  ),
  failures: z.array(z.object({ cvId: positiveId, reason: z.string(), message: z.string() })),
});
export type BatchManifest = z.infer<typeof batchManifest>;

/**
 * The reasons why a job can fail, and whether a new job for the same file can succeed. BullMQ retries a job for the same
 * reasons, except if it was cancelled or its grant was rejected (`toJobError` in services/export).
 */
export const exportFailureReasons = {
  invalid_payload: false,
  grant_invalid: false,
  grant_expired: true,
  unsupported_format: false,
  cv_not_found: false,
  source_invalid: false,
  renderer_crashed: false,
  render_timeout: true,
  render_too_slow: false,
  renderer_unavailable: true,
  source_unavailable: true,
  store_unavailable: true,
  worker_lost: false,
  cancelled: true,
  internal: true,
} as const;
export type ExportFailureReason = keyof typeof exportFailureReasons;

const failureReasonNames = Object.keys(exportFailureReasons) as [ExportFailureReason, ...ExportFailureReason[]];

/** The failedReason of a job, as JSON. */
export const exportFailure = z.object({
  reason: z.enum(failureReasonNames),
  /** Whether a new job may succeed. This one has no attempts left, was cancelled, or its grant was rejected. */
  retryable: z.boolean(),
  /** A sentence for humans, without any data of the CV. */
  message: z.string(),
});
export type ExportFailure = z.infer<typeof exportFailure>;

/** The options with which producers should add jobs. The worker uses the `attempts` of the job. */
export const exportJobOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  // A day, the maximum of EXPORT_KEEP_HOURS. A file that is requested again can outlive its job.
  removeOnComplete: { age: 86_400, count: 50_000 },
  removeOnFail: { age: 86_400, count: 10_000 },
} as const;

/**
 * How a job is cancelled: a message on the channel stops the worker that runs it, and the key stops a worker that takes it
 * later. The value of the key is the job's `timestamp`, so that a later job with the same id is not affected.
 */
export const cancellation = {
  key: (prefix: string, jobId: string) => `${prefix}:${exportQueue}:cancelled:${jobId}`,
  channel: (prefix: string) => `${prefix}:${exportQueue}:cancel`,
  ttlSeconds: 3_600,
} as const;

/** Parses a failedReason, which a third-party worker or BullMQ itself may have written. */
export function readExportFailure(failedReason: string | undefined): ExportFailure {
  try {
    const parsed = exportFailure.safeParse(JSON.parse(failedReason ?? ''));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON: written by BullMQ or by a worker of another system.
  }
  return { reason: 'internal', retryable: true, message: 'The export failed for an unknown reason.' };
}
