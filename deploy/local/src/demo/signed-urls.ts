import type { CommandLine } from './command-line.ts';
import type { DemoData } from './demo.ts';

/**
 * Signs URLs that can be pasted into a browser once: two to display, and one for run.json, so that scripts do not use up
 * the displayed ones.
 */
export async function signedUrls(
  vitae: CommandLine,
  { key, secret, cvIds, owner }: Pick<DemoData, 'key' | 'secret' | 'cvIds' | 'owner'>,
  gateway: string,
) {
  const sign = async (path: string) =>
    (await vitae<{ url: string }>('sign', '--key', key, '--secret', secret, 'GET', `${gateway}${path}`)).url;
  const read = `/api/v1/svc/cv/${cvIds[0]}`;
  const pdfPath = `/api/v1/cv/${cvIds[0]}/export/pdf`;
  const [cv, pdf, forRun] = await Promise.all([sign(read), sign(pdfPath), sign(read)]);
  return { cv, pdf, forRun, page: await pageOf(`${gateway}/p/${owner.username}`) };
}

/** Returns the public page; undefined if the owner has unpublished the CV. */
async function pageOf(address: string): Promise<string | undefined> {
  const { ok } = await fetch(address, { method: 'HEAD' });
  return ok ? address : undefined;
}
