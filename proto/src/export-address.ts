import { createHash } from 'node:crypto';
import type { JobFormat } from './export-job.ts';
import type { ExportHead } from './gen/cv/resume/v1/ExportHead.ts';

/**
 * Incremented by changes of templates, wording, formats or metadata that change the stored file of an unchanged CV, at most
 * once in a release: a worker accepts only the versions of the releases before and after its own.
 */
export const exportTemplateVersion = 8;

/** The version of jobs that name none: the releases that did not name it had this one. */
const UNNAMED_TEMPLATE_VERSION = 7;

export type ExportIdentity = {
  cvId: number;
  revision: number;
  anonymized: boolean;
  /** The print display configuration as JSON. Key order and whitespace do not matter. */
  printDisplay: string;
  culture: string;
  format: JobFormat;
  templateVersion?: number;
};

/**
 * Returns the content address of an export, which is also its job id: identical requests have identical addresses and
 * render once. It is the SHA-256, in lower-case hexadecimal, of
 * `vitae-export/1` LF cvId LF revision LF 0|1 LF display LF culture LF format LF templateVersion,
 * with the display as JSON with sorted keys and no whitespace.
 */
export function exportAddress(identity: ExportIdentity): string {
  const lines = [
    'vitae-export/1',
    identity.cvId,
    identity.revision,
    identity.anonymized ? 1 : 0,
    sortedJson(identity.printDisplay),
    identity.culture,
    identity.format,
    identity.templateVersion ?? exportTemplateVersion,
  ];
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Returns the content address for an export head from the resume service. */
export function exportAddressOf(head: ExportHead, format: JobFormat, templateVersion = exportTemplateVersion): string {
  const { id: cvId, revision, anonymized, culture } = head;
  return exportAddress({
    cvId,
    revision,
    anonymized,
    culture,
    format,
    templateVersion,
    printDisplay: head.printDisplay.toString('utf8'),
  });
}

/**
 * Returns the template version with which a worker with the version `own` computes the address of a file. It is that of the
 * job, so that producer and worker agree on the address while processes of two consecutive releases run. The worker always
 * renders with its own templates.
 */
export function templateVersionOfJob(requested = UNNAMED_TEMPLATE_VERSION, own = exportTemplateVersion): number {
  return Math.abs(requested - own) <= 1 ? requested : own;
}

/** Returns the addresses at which workers of this release, the previous one or the next one store the file of a CV. */
export function possibleAddressesOf(head: ExportHead, format: JobFormat): string[] {
  const own = exportTemplateVersion;
  return [own, own - 1, own + 1].map((version) => exportAddressOf(head, format, version));
}

/**
 * Returns the address at which the archive of a batch is stored. It is derived from the id of the job, which a process
 * with access to the queue chooses: stored at the id itself, an archive could occupy the address of an exported CV.
 */
export function archiveAddress(jobId: string): string {
  return createHash('sha256').update(`vitae-archive/1\n${jobId}`).digest('hex');
}

function sortedJson(json: string): string {
  if (json === '') return '{}';
  return JSON.stringify(sortKeys(JSON.parse(json) as unknown));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}

/** The token audience for requests to the workers' files. */
export const artifactAudience = 'vitae.export.artifacts';
