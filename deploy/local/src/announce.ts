import type { Run } from './data-dir/run-file.ts';

/** `page` is the public page of the demo CV; undefined if its owner has unpublished it. */
export type DemoUrls = { cv: string; pdf: string; page: string | undefined };

export type Announcement = {
  run: Run;
  site: string;
  dataDir: string;
  startedInMs: number;
  /** Signed URLs to paste into a browser. Each can be used once. */
  urls?: DemoUrls;
};

/** Returns the text that is shown when the system is ready. */
export function announce({ run, site, dataDir, startedInMs, urls }: Announcement): string {
  const { demo, gateways } = run;
  // Also the address of the first gateway, unless the APIs and the site have separate host names.
  const lines = [`Vitae is ready: ${site}  (${(startedInMs / 1000).toFixed(1)} s)`, ''];
  const row = (name: string, value: string) => lines.push(`  ${name.padEnd(18)}${value}`);
  row('Gateways', gateways.join('  '));
  row('Documentation', `${site}/docs`);
  row('MongoDB', run.mongodbUri.replace(/\/\/[^@/]*@/, '//…@'));
  row('Redis', run.redisUrl.replace(/\/\/[^@/]*@/, '//…@'));
  row('Data and logs', dataDir);
  if (demo && urls) {
    row('Administrator', `${site}/settings  ${demo.admin.email}  ${demo.admin.password}`);
    row('CV owner', `${site}/account  ${demo.owner.username}  ${demo.owner.password}`);
    if (urls.page) row('A CV on the web', urls.page);
    row('API key', `${demo.key}  secret ${demo.secret}`);
    lines.push('', '  A signed request for a CV (valid once, for five minutes):', `  ${urls.cv}`);
    lines.push('  The same CV as a PDF:', `  ${urls.pdf}`);
  }
  lines.push('', '  Ctrl-C stops everything.', '');
  return lines.join('\n');
}
