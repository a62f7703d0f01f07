import { z } from 'zod';

/** The proofreading status of a CV. A new CV is a draft. */
export const resumeStatuses = ['draft', 'proofreading', 'rewrite', 'ready', 'sent'] as const;
export const resumeStatus = z.enum(resumeStatuses);
export type ResumeStatus = z.infer<typeof resumeStatus>;

const codes: Readonly<Record<ResumeStatus, string>> = {
  draft: '10',
  proofreading: '20',
  rewrite: '30',
  ready: '40',
  sent: '50',
};

const transitions: Readonly<Record<ResumeStatus, readonly ResumeStatus[]>> = {
  draft: ['proofreading'],
  proofreading: ['rewrite', 'ready'],
  rewrite: ['proofreading'],
  ready: ['sent', 'rewrite'],
  sent: ['rewrite'],
};

/** Returns the numeric code of a status, as a string. */
export function statusCode(status: ResumeStatus): string {
  return codes[status];
}

/** Returns the statuses that may follow a status. */
export function nextStatuses(status: ResumeStatus): readonly ResumeStatus[] {
  return transitions[status];
}

export function canTransition(from: ResumeStatus, to: ResumeStatus): boolean {
  return transitions[from].includes(to);
}
