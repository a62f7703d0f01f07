import type { Caller } from '@vitae/kit/caller';
import { internal } from '@vitae/kit/errors';
import { applicationLinkToken } from '@vitae/proto/application-link';
import type { CvData } from '@vitae/proto/cv-data';
import type { ResumeListItem } from '@vitae/proto/resume-list-item';

type Printable = CvData['printable'];

/** For the API reference. */
export const APPLICATION_LINKS =
  'User API: links stop working when the access of the application to the CV ends. They open the CV for everyone who has them, and each use is recorded as an access of the application.';

const PRIVATE_LINK = /\/c\/([\w-]+)/;
/** Texts of a CV cannot contain it: JSON escapes their quotes. No other object of a CV has this key. */
const PRINTABLE = '"printable":';

export function isApplication({ applicationId }: Caller): boolean {
  return applicationId !== 0;
}

/**
 * Returns a CV for the caller. Applications receive links that stop working when their access to the CV ends; companies
 * receive the permanent private link. Replaces only the links in the bytes, because parsing a large CV takes long.
 */
export function cvForCaller(json: Buffer, cvId: number, caller: Caller): Buffer {
  if (!isApplication(caller)) return json;
  const start = json.lastIndexOf(PRINTABLE);
  const end = json.indexOf('}', start) + 1;
  if (start === -1 || end === 0) throw internal(new Error(`CV ${cvId} has no links`));
  const value = start + PRINTABLE.length;
  const { pdf, odt, doc } = JSON.parse(json.toString('utf8', value, end)) as Printable;
  const link = (url: string | null) => url && ofApplication(url, cvId, caller);
  const printable: Printable = { pdf: link(pdf), odt: link(odt), doc: link(doc) };
  return Buffer.concat([json.subarray(0, value), Buffer.from(JSON.stringify(printable)), json.subarray(end)]);
}

/** Returns the ETag of a CV for the caller. Caches must not use a response with the links of another application. */
export function etagForCaller(revision: number, caller: Caller): string {
  return isApplication(caller) ? `"${revision}-app${caller.applicationId}"` : `"${revision}"`;
}

/** As `cvForCaller`, for a row of a list. */
export function rowForApplication(row: ResumeListItem, caller: Caller): ResumeListItem {
  return { ...row, private_url: ofApplication(row.private_url, Number(row.id), caller) };
}

function ofApplication(url: string, cvId: number, { companyId, applicationId }: Caller): string {
  return url.replace(PRIVATE_LINK, (_link, token: string) => {
    return `/c/${applicationLinkToken({ companyId, cvId, applicationId }, token)}`;
  });
}
