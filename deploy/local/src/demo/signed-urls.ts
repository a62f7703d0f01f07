import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { CommandLine } from './command-line.ts';
import type { DemoData } from './demo.ts';

/** `gateway` is where the system runs. `api` and `site` are public addresses, which may have other host names. */
type DemoAddresses = { gateway: string; api: string; site: string };

/**
 * Signs URLs that can be pasted into a browser once: two to display, and one for run.json, so that scripts do not use up
 * the displayed ones.
 */
export async function signedUrls(
  vitae: CommandLine,
  { key, secret, cvIds, owner }: Pick<DemoData, 'key' | 'secret' | 'cvIds' | 'owner'>,
  { gateway, api, site }: DemoAddresses,
) {
  const sign = async (path: string) =>
    (await vitae<{ url: string }>('sign', '--key', key, '--secret', secret, 'GET', `${api}${path}`)).url;
  const read = `/api/v1/svc/cv/${cvIds[0]}`;
  const pdfPath = `/api/v1/cv/${cvIds[0]}/export/pdf`;
  const pagePath = `/p/${owner.username}`;
  const [cv, pdf, forRun] = await Promise.all([sign(read), sign(pdfPath), sign(read)]);
  const page = (await isPublished(`${gateway}${pagePath}`, new URL(site).host)) ? `${site}${pagePath}` : undefined;
  return { cv, pdf, forRun, page };
}

/** Requests the page at the gateway, because the public host name may not resolve on this machine. */
async function isPublished(address: string, host: string): Promise<boolean> {
  const sent = request(address, { method: 'HEAD', headers: { Host: host } }).end();
  const [{ statusCode = 0 }] = (await once(sent, 'response')) as [IncomingMessage];
  sent.destroy();
  return statusCode < 300;
}
