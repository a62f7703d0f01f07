import { seeOther, sendPage } from '../../../layout/render.ts';
import type { OwnerContext } from '../account-context.tsx';
import type { OwnCvs } from '../own-cvs.ts';
import { SharePage, type SharePageProps } from './share-page.tsx';
import { sharePath } from './share-path.ts';

export type ShareContext = OwnerContext & { cvId: number; requestId: string };

export type SendShareDependencies = {
  cvs: OwnCvs;
  timeZoneOf: (companyId: number) => Promise<string>;
};

/** Sends the page that shares a CV. */
export async function sendShare(
  { cvs, timeZoneOf }: SendShareDependencies,
  context: ShareContext,
  problems: Pick<SharePageProps, 'notice' | 'linkProblem' | 'addressProblem' | 'userAddressProblem' | 'unsavedPreview'>,
  status = 200,
): Promise<void> {
  const { response, owner, cvId, requestId } = context;
  const sharing = await cvs.sharing(owner, cvId, requestId);
  const cv = (await cvs.list(owner, requestId)).find(({ id }) => id === cvId);
  // The CV was deleted after the previous call.
  if (!cv) return seeOther(response, '/account');
  const texts = cv.protected ? undefined : await cvs.linkPreview(owner, cvId, requestId);
  const view = { ...context.view, path: sharePath(cvId) };
  const timeZone = await timeZoneOf(owner.companyId);
  sendPage(response, <SharePage {...{ view, owner, cv, sharing, texts, timeZone }} {...problems} />, {
    status,
    script: true,
  });
}
