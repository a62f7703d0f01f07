import type { Clock } from '@vitae/kit/clock';
import { onOff } from '@vitae/kit/settings';
import { type PublicKeys, type SigningKey, sign, verify } from '@vitae/kit/signing-keys';
import { z } from 'zod';
import { contentAddress, type ExportFailureReason, jobFormats, positiveId } from './export-job.ts';

// The grants of export jobs. docs/export-queue.md describes them for other languages.

/** The audience of grants, so that a token for another purpose is not a grant. */
export const exportGrantAudience = 'vitae.export.jobs';

/**
 * How long a grant of the gateway and the site is valid. Jobs that wait longer fail with `grant_expired`. A worker that
 * renders 20 files per second completes 400,000 jobs in this time.
 */
export const EXPORT_GRANT_SECONDS = 6 * 3_600;
/** The maximum for other producers. */
export const MAX_EXPORT_GRANT_SECONDS = 86_400;
// As for service tokens: clocks may be wrong by minutes.
const CLOCK_TOLERANCE_S = 300;

/** The claims of a grant, which permits one file of one CV. */
export const exportGrant = z.object({
  cvId: positiveId,
  companyId: positiveId,
  format: z.enum(jobFormats),
  userId: positiveId.optional(),
  /** The id of the job, or of its batch. Prevents using the grant for another job. */
  job: contentAddress.optional(),
});
export type ExportGrant = z.infer<typeof exportGrant>;

export type SignExportGrant = (grant: ExportGrant) => Promise<string>;

export type GrantSignerOptions = { issuer: string; key: SigningKey; clock: Clock };

/** Returns a function that signs grants in the name of a process. */
export function createGrantSigner({ issuer, key, clock }: GrantSignerOptions): SignExportGrant {
  const options = { issuer, key, clock, audience: exportGrantAudience, expiresInS: EXPORT_GRANT_SECONDS };
  return (grant) => sign(grant, options);
}

/** The companies whose CVs a producer may export, or whose files a consumer may download. */
export type CompaniesOfProcesses = ReadonlyMap<string, 'all' | ReadonlySet<number>>;

const OWN_PROCESSES = ['gateway', 'site'];
const PROCESS_NAME = /^[a-z][\w-]{0,63}$/;

/** The settings EXPORT_PRODUCERS and EXPORT_CONSUMERS: `name:company[+company…]`, or `name:*`, separated by commas. */
export const companiesOfProcesses = () =>
  z
    .string()
    .meta({ values: 'name:company[+company…][,…] or name:*' })
    .default('')
    .transform((text, context): CompaniesOfProcesses => {
      const processes = new Map<string, 'all' | Set<number>>(OWN_PROCESSES.map((name) => [name, 'all']));
      for (const item of text.split(',').filter((one) => one.trim() !== '')) {
        const [name = '', companies = '', ...rest] = item.trim().split(':');
        const ids = companies.split('+').map(Number);
        const isValid = companies === '*' || ids.every((id) => positiveId.safeParse(id).success);
        // A worker must not sign its own grants.
        const isTaken = name === 'export' || processes.has(name);
        if (!PROCESS_NAME.test(name) || !isValid || rest.length > 0 || isTaken) {
          const message = 'must be name:company[+company…][,…], or name:* for all companies, each name once';
          context.addIssue({ code: 'custom', message });
          return z.NEVER;
        }
        processes.set(name, companies === '*' ? 'all' : new Set(ids));
      }
      return processes;
    });

/** The settings of the processes that verify export grants: the export worker and the resume service. */
export const exportGrantSettings = {
  EXPORT_PRODUCERS: companiesOfProcesses().describe(
    'Other [producers of export jobs](export-queue.md#grants), whose public keys are in `SERVICE_PUBLIC_KEYS`, and the companies whose CVs they may export. The gateway and the site export CVs of all companies.',
  ),
  EXPORT_ALLOW_UNSIGNED_JOBS: onOff()
    .default('off')
    .transform((value) => value === 'on')
    .describe(
      '`on` exports jobs without a grant, so that every client of Redis can export every CV. Only `npm start` sets it. It must be the same for the worker and the resume service.',
    ),
};

/** The setting EXPORT_CONSUMERS of the export worker. */
export const exportConsumers = () =>
  companiesOfProcesses().describe(
    'Other systems that [download exported files](export-queue.md#result), whose public keys are in `SERVICE_PUBLIC_KEYS`, and the companies whose files they may download. The gateway and the site download files of all companies.',
  );

export type GrantRejection = {
  reason: Extract<ExportFailureReason, 'grant_invalid' | 'grant_expired'>;
  message: string;
};

/** The export that a job requests. `jobs` are the ids of the job and its batch; undefined if they are not known. */
export type GrantedExport = Omit<ExportGrant, 'job' | 'format'> & {
  format?: ExportGrant['format'];
  jobs?: readonly (string | undefined)[];
};

/** Returns undefined if the grant permits the export, otherwise the reason. Never rejects. */
export type CheckExportGrant = (
  grant: string | undefined,
  requested: GrantedExport,
) => Promise<GrantRejection | undefined>;

export type GrantCheckOptions = {
  keys: PublicKeys;
  producers: CompaniesOfProcesses;
  allowUnsigned: boolean;
  clock: Clock;
};

export function createGrantCheck({ keys, producers, allowUnsigned, clock }: GrantCheckOptions): CheckExportGrant {
  return async (token, requested) => {
    if (!token) return allowUnsigned ? undefined : invalid('The job has no grant.');
    // Expired grants are verified too, so that they have a reason of their own.
    const options = { keys, audience: exportGrantAudience, clock, clockToleranceS: Number.MAX_SAFE_INTEGER };
    const verified = await verify(token, options);
    const grant = exportGrant.safeParse(verified?.payload);
    if (!verified || !grant.success) return invalid('The grant of the job is not signed by a known producer.');
    const { job, ...permitted } = grant.data;
    const companies = producers.get(verified.issuer);
    if (companies !== 'all' && !companies?.has(permitted.companyId))
      return invalid('The producer may not export CVs of this company.');
    const same = ({ cvId, companyId, userId }: typeof requested) => [cvId, companyId, userId ?? 0].join();
    if (same(permitted) !== same(requested) || (requested.format ?? permitted.format) !== permitted.format)
      return invalid('The grant of the job is for another export.');
    if (job !== undefined && requested.jobs && !requested.jobs.includes(job))
      return invalid('The grant belongs to another job.');
    const secondsLeft = verified.payload.exp - clock.now() / 1_000;
    if (secondsLeft > MAX_EXPORT_GRANT_SECONDS + CLOCK_TOLERANCE_S)
      return invalid(`The grant is valid for more than ${MAX_EXPORT_GRANT_SECONDS / 3_600} hours.`);
    if (secondsLeft <= -CLOCK_TOLERANCE_S)
      return { reason: 'grant_expired', message: 'The job waited until its grant expired. Add the job again.' };
    return undefined;
  };
}

const invalid = (message: string): GrantRejection => ({ reason: 'grant_invalid', message });
