import { VitaeError } from '@vitae/kit/errors';
import { parseApplicationLink } from '@vitae/proto/application-link';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { CvLocation } from '@vitae/proto/gen/cv/resume/v1/CvLocation';
import type { ApplicationAccess } from './application-access.ts';
import { type CvAddress, pagePath } from './cv-address.ts';

/** An existing CV and the address it was requested by. */
export type ShownCv = CvLocation & {
  /** Path of the page as requested. */
  path: string;
  /** Whether it was requested by its private link. */
  byLink: boolean;
  /** The application that received the private link from the API. */
  applicationId?: number;
};

export type FindCvDependencies = {
  resume: Pick<ResumeClient, 'call'>;
  applicationAccess: Pick<ApplicationAccess, 'isGranted'>;
};

/**
 * Finds the CV at an address. Results are not cached, so that unpublishing takes effect immediately in every site
 * process, as does removing the access of an application. Returns undefined for unpublished, deleted and unknown CVs
 * alike.
 */
export async function findCv(
  { resume, applicationAccess }: FindCvDependencies,
  address: CvAddress | undefined,
): Promise<ShownCv | undefined> {
  if (address === undefined) return undefined;
  try {
    const location = await resume.call.ResolveCv('token' in address ? { token: address.token } : address);
    const cv = { ...location, path: pagePath(address), byLink: 'token' in address };
    const link = 'token' in address ? parseApplicationLink(address.token) : undefined;
    if (!link) return cv;
    const { applicationId } = link;
    return (await applicationAccess.isGranted(cv, applicationId)) ? { ...cv, applicationId } : undefined;
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

export function isMissing(thrown: unknown): boolean {
  return thrown instanceof VitaeError && thrown.code === 'NOT_FOUND';
}
