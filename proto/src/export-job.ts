import { z } from 'zod';

// The contract of the `exports` queue (BullMQ); EXPORT-JOBS.md says the same to
// systems in other languages.

export const exportQueue = 'exports';
export const exportJobName = 'export';

export const exportFormats = ['pdf', 'odt', 'doc', 'docx', 'txt', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * What a job may make: the formats that the API offers, and `preview`, the picture (PNG, 1200 × 630)
 * that the page of a CV shows where it is linked to.
 */
export const jobFormats = [...exportFormats, 'preview'] as const;
export type JobFormat = (typeof jobFormats)[number];

/** BullMQ serves the lowest number first, and a job without priority before all others. */
export const exportPriority = { waiting: 1, background: 10 } as const;

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

export const exportStages = ['reading', 'rendering', 'storing'] as const;

/** The job's progress while it is active. */
export const exportProgress = z.object({
  stage: z.enum(exportStages),
  percent: z.int().min(0).max(100),
});
export type ExportProgress = z.infer<typeof exportProgress>;

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

/** What can end a job, and whether trying again can help. */
export const exportFailureReasons = {
  invalid_payload: false,
  unsupported_format: false,
  cv_not_found: false,
  source_invalid: false,
  renderer_crashed: false,
  render_timeout: true,
  renderer_unavailable: true,
  source_unavailable: true,
  store_unavailable: true,
  worker_lost: false,
  internal: true,
} as const;
export type ExportFailureReason = keyof typeof exportFailureReasons;

const failureReasonNames = Object.keys(exportFailureReasons) as [ExportFailureReason, ...ExportFailureReason[]];

/** The job's failedReason, as JSON text. */
export const exportFailure = z.object({
  reason: z.enum(failureReasonNames),
  /** False: the same job will fail the same way. True: its attempts were used up; a new job may succeed. */
  retryable: z.boolean(),
  /** One sentence for a person, without anything from the CV. */
  message: z.string(),
});
export type ExportFailure = z.infer<typeof exportFailure>;

/** How a producer should add a job. The worker keeps to the attempts that it finds. */
export const exportJobOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  removeOnComplete: { age: 3600, count: 10_000 },
  removeOnFail: { age: 86_400, count: 10_000 },
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
