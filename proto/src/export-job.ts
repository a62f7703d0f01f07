import { z } from 'zod';

// The contract of the `exports` queue (BullMQ); docs/export-queue.md and export-jobs.schema.json say
// the same to systems in other languages.

export const exportQueue = 'exports';
/** One file of one CV. */
export const exportJobName = 'export';
/** One archive of the files of many CVs. */
export const batchJobName = 'batch';

export const exportFormats = ['pdf', 'odt', 'doc', 'docx', 'txt', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * What a job may make: the formats that the API offers, and `preview`, the picture (PNG, 1200 × 630)
 * that the page of a CV shows where it is linked to.
 */
export const jobFormats = [...exportFormats, 'preview'] as const;
export type JobFormat = (typeof jobFormats)[number];

/**
 * BullMQ serves the lowest number first, and a job without priority before all others. Visitors of public pages, whom
 * nobody signs for, come after every signed call that is for one CV.
 */
export const exportPriority = { waiting: 1, background: 10, visitor: 50, batch: 100 } as const;
export type ExportPriority = keyof typeof exportPriority;

const positiveId = z.int().positive();

/** SHA-256 in lower-case hexadecimal, as exportAddress makes it. */
export const contentAddress = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits');

export const exportPayload = z.object({
  cvId: positiveId,
  /** The company that the CV must belong to; that of another is cv_not_found. */
  companyId: positiveId,
  format: z.enum(jobFormats),
  /** What the producer expects to get; also the job's id. A stored artifact under it ends the job at once. */
  address: contentAddress.optional(),
  /** Travels into the logs of the worker and of the resume service. */
  requestId: z.string().min(1).max(128).optional(),
  /** Limits the job to the CVs of one user. */
  userId: positiveId.optional(),
});
export type ExportPayload = z.infer<typeof exportPayload>;

/** As many CVs a batch may name. */
export const maxBatchCvs = 500;

export const batchPayload = z.object({
  /** Those of another company, like those that do not exist, are listed as cv_not_found in the archive. */
  cvIds: z.array(positiveId).min(1).max(maxBatchCvs),
  companyId: positiveId,
  format: z.enum(exportFormats),
  /** Where the archive is stored, and the job's id: 64 random hexadecimal digits. */
  address: contentAddress,
  /** Of an archive that is packed again: those that it may not lack. When one fails for a reason that may pass, the batch does. */
  mustHold: z.array(positiveId).max(maxBatchCvs).optional(),
  requestId: z.string().min(1).max(128).optional(),
});
export type BatchPayload = z.infer<typeof batchPayload>;

/** The header by which a worker tells the gateway which CVs' files an archive holds. */
export const archivedCvsHeader = 'X-Archived-Cvs';

export const exportStages = ['reading', 'rendering', 'storing'] as const;

/** The job's progress while it is active. */
export const exportProgress = z.object({
  stage: z.enum(exportStages),
  percent: z.int().min(0).max(100),
});
export type ExportProgress = z.infer<typeof exportProgress>;

/** How many of a batch's CVs have a file, and how many have none and will get none. */
export const batchItems = z.object({
  total: z.int().nonnegative(),
  done: z.int().nonnegative(),
  failed: z.int().nonnegative(),
});
export type BatchItems = z.infer<typeof batchItems>;

/** A batch's progress: while its files are made, then while they are packed. */
export const batchProgress = z.object({
  stage: z.enum(['items', 'packing']),
  percent: z.int().min(0).max(100),
  items: batchItems,
});
export type BatchProgress = z.infer<typeof batchProgress>;

/** The job's return value. */
export const exportResult = z.object({
  /** Where the file is: `GET {worker}/artifacts/{address}`. Not the payload's when the CV was changed meanwhile. */
  address: contentAddress,
  format: z.enum(jobFormats),
  contentType: z.string(),
  fileName: z.string(),
  bytes: z.int().nonnegative(),
  sha256: contentAddress,
  /** ISO 8601, UTC. The file is not served after it. */
  expiresAt: z.iso.datetime(),
  /** True when the file was already there and nothing was rendered. */
  reused: z.boolean(),
});
export type ExportResult = z.infer<typeof exportResult>;

/** A batch's return value: that of its archive. */
export const batchResult = exportResult.extend({ items: batchItems });
export type BatchResult = z.infer<typeof batchResult>;

/** `manifest.json` of an archive: what each of its files is, and which CVs have none, and why. */
export const batchManifest = z.object({
  format: z.enum(exportFormats),
  files: z.array(
    z.object({ cvId: positiveId, name: z.string(), bytes: z.int().nonnegative(), sha256: contentAddress }),
  ),
  failures: z.array(z.object({ cvId: positiveId, reason: z.string(), message: z.string() })),
});
export type BatchManifest = z.infer<typeof batchManifest>;

/** What can end a job, and whether trying again can help. */
export const exportFailureReasons = {
  invalid_payload: false,
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

/** The job's failedReason, as JSON text. */
export const exportFailure = z.object({
  reason: z.enum(failureReasonNames),
  /** False: the same job will fail the same way. True: its attempts were used up, or it was cancelled; a new job may succeed. */
  retryable: z.boolean(),
  /** One sentence for a person, without anything from the CV. */
  message: z.string(),
});
export type ExportFailure = z.infer<typeof exportFailure>;

/** How a producer should add a job. The worker keeps to the attempts that it finds. */
export const exportJobOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  // As long as the file is kept, so that who comes back for it is told where it is.
  removeOnComplete: { age: 86_400, count: 50_000 },
  removeOnFail: { age: 86_400, count: 10_000 },
} as const;

/**
 * How a running job is ended: its key says so to a worker that takes it up later, the channel to the
 * one that has it. The value is the job's `timestamp`, so that a later job of the same id is not meant.
 */
export const cancellation = {
  key: (prefix: string, jobId: string) => `${prefix}:${exportQueue}:cancelled:${jobId}`,
  channel: (prefix: string) => `${prefix}:${exportQueue}:cancel`,
  ttlSeconds: 3_600,
} as const;

/** Reads a failedReason that may come from elsewhere than our worker, BullMQ itself included. */
export function readExportFailure(failedReason: string | undefined): ExportFailure {
  try {
    const parsed = exportFailure.safeParse(JSON.parse(failedReason ?? ''));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON: what BullMQ says of its own accord, as of a job that stalled too often.
  }
  return { reason: 'internal', retryable: true, message: 'The export failed for a reason that was not recorded.' };
}
