import type { CommandLine } from './command-line.ts';
import type { DemoData } from './demo.ts';

/** Calls that answer when pasted, once each: two to print, and one for run.json, so that a script takes none away from a person. */
export async function signedUrls(
  vitae: CommandLine,
  { key, secret, cvIds }: Pick<DemoData, 'key' | 'secret' | 'cvIds'>,
  gateway: string,
) {
  const sign = async (path: string) =>
    (await vitae<{ url: string }>('sign', '--key', key, '--secret', secret, 'GET', `${gateway}${path}`)).url;
  const read = `/api/v1/svc/cv/${cvIds[0]}`;
  const pdfPath = `/api/v1/cv/${cvIds[0]}/export/pdf`;
  const [cv, pdf, forRun, forPage] = await Promise.all([sign(read), sign(pdfPath), sign(read), sign(read)]);
  return { cv, pdf, forRun, page: await pageOf(forPage) };
}

/** Where anybody sees the CV; undefined when its owner no longer shows it. */
async function pageOf(signedUrl: string): Promise<string | undefined> {
  const answer = await fetch(signedUrl);
  const { published, url } = (await answer.json()) as { published?: boolean; url?: string };
  return published ? url : undefined;
}
