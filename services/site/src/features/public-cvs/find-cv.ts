import { VitaeError } from '@vitae/kit/errors';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { CvLocation } from '@vitae/proto/gen/cv/resume/v1/CvLocation';
import { type CvAddress, pagePath } from './cv-address.ts';

/** A CV that is there at the address it was asked for by. */
export type ShownCv = CvLocation & {
  /** Of its page, as it was asked for. */
  path: string;
  /** Asked for by its private link. */
  byLink: boolean;
};

/**
 * The CV at an address, asked of the resume service each time: nothing is remembered here, so that a
 * CV is gone from every gateway with the next request. One that is not published is as one that never was.
 */
export async function findCv(
  resume: Pick<ResumeClient, 'call'>,
  address: CvAddress | undefined,
): Promise<ShownCv | undefined> {
  if (address === undefined) return undefined;
  try {
    const location = await resume.call.ResolveCv('token' in address ? { token: address.token } : address);
    return { ...location, path: pagePath(address), byLink: 'token' in address };
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

export function isMissing(thrown: unknown): boolean {
  return thrown instanceof VitaeError && thrown.code === 'NOT_FOUND';
}
