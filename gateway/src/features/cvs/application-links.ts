import type { Caller } from '@vitae/kit/caller';
import { internal } from '@vitae/kit/errors';
import { applicationLinkToken } from '@vitae/proto/application-link';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { CvData } from '@vitae/proto/cv-data';
import type { ResumeListItem } from '@vitae/proto/resume-list-item';

type Printable = CvData['printable'];

/** For the API reference. */
export const APPLICATION_LINKS =
  'User API: links stop working when the access of the application to the CV ends. They open the CV for everyone who has them, and each use is recorded as an access of the application.';

const PRIVATE_LINK = /\/c\/([\w-]+)/;
/** Texts of a CV cannot contain it: JSON escapes their quotes. No other object of a CV has this key. */
const PRINTABLE = '"printable":';

/** An application that receives links of its own, and their key. */
export type LinkedApplication = Pick<Caller, 'companyId' | 'applicationId'> & { key: Uint8Array };

export function isApplication({ applicationId }: Caller): boolean {
  return applicationId !== 0;
}

/**
 * Returns undefined for a caller that receives the permanent private links: a company, or any caller while the resume
 * service is of release 0.2.0, which does not open the links of applications.
 */
export async function linkedApplicationOf(
  resume: Pick<ResumeClient, 'applicationLinkKey'>,
  caller: Caller,
): Promise<LinkedApplication | undefined> {
  if (!isApplication(caller)) return undefined;
  const { companyId, applicationId } = caller;
  const key = await resume.applicationLinkKey();
  return key && { companyId, applicationId, key };
}

/**
 * Returns a CV with the links of an application, which stop working when its access to the CV ends. Replaces only the
 * links in the bytes, because parsing a large CV takes long.
 */
export function cvForApplication(json: Buffer, cvId: number, application: LinkedApplication): Buffer {
  const start = json.lastIndexOf(PRINTABLE);
  const end = json.indexOf('}', start) + 1;
  if (start === -1 || end === 0) throw internal(new Error(`CV ${cvId} has no links`));
  const value = start + PRINTABLE.length;
  const { pdf, odt, doc } = JSON.parse(json.toString('utf8', value, end)) as Printable;
  const link = (url: string | null) => url && ofApplication(url, cvId, application);
  const printable: Printable = { pdf: link(pdf), odt: link(odt), doc: link(doc) };
  return Buffer.concat([json.subarray(0, value), Buffer.from(JSON.stringify(printable)), json.subarray(end)]);
}

/** Returns the ETag of a CV. Caches must not use a response with the links of another caller. */
export function cvEtag(revision: number, application: LinkedApplication | undefined): string {
  return application ? `"${revision}-app${application.applicationId}"` : `"${revision}"`;
}

/** As `cvForApplication`, for a row of a list. */
export function rowForApplication(row: ResumeListItem, application: LinkedApplication): ResumeListItem {
  return { ...row, private_url: ofApplication(row.private_url, Number(row.id), application) };
}

function ofApplication(url: string, cvId: number, { companyId, applicationId, key }: LinkedApplication): string {
  return url.replace(PRIVATE_LINK, (_link, privateToken: string) => {
    return `/c/${applicationLinkToken({ companyId, cvId, applicationId }, { key, privateToken })}`;
  });
}
