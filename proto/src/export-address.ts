import { createHash } from 'node:crypto';
import type { JobFormat } from './export-job.ts';
import type { ExportHead } from './gen/cv/resume/v1/ExportHead.ts';

/** Raised with every change that makes a file differ for the same CV: templates, wording, formats. */
export const exportTemplateVersion = 4;

export type ExportIdentity = {
  cvId: number;
  revision: number;
  anonymized: boolean;
  // The print display configuration as JSON; its key order and spacing do not matter.
  printDisplay: string;
  culture: string;
  format: JobFormat;
  templateVersion?: number;
};

/**
 * Where an export is stored and the id of the job that makes it: equal requests have
 * equal addresses, so that they render once. SHA-256 of
 * `vitae-export/1` LF cvId LF revision LF 0|1 LF display LF culture LF format LF templateVersion,
 * the display as JSON with sorted keys and no spaces. Lower-case hexadecimal.
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

/** The same of what the resume service says of a CV. */
export function exportAddressOf(head: ExportHead, format: JobFormat): string {
  const { id: cvId, revision, anonymized, culture } = head;
  return exportAddress({
    cvId,
    revision,
    anonymized,
    culture,
    format,
    printDisplay: head.printDisplay.toString('utf8'),
  });
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

/** For whom the token of a reader of stored files is made. */
export const artifactAudience = 'vitae.export.artifacts';
