import { z } from 'zod';

/** How `pnpm audit --json` ended. */
export type AuditRun = { status: number | null; stdout: string; stderr: string };

/** `unchecked` is neither good nor bad: nobody could be asked. */
export type AuditVerdict = { outcome: 'clean' | 'vulnerable' | 'unchecked' | 'failed'; message: string };

const report = z.object({
  advisories: z.record(
    z.string(),
    z.object({ module_name: z.string(), severity: z.string(), title: z.string(), url: z.string().optional() }),
  ),
  metadata: z.object({ totalDependencies: z.int() }),
});

// Of a registry without advisories, and of one that cannot be reached just now.
const NO_ENDPOINT = /responded with (404|405|501)\b/;
const UNREACHABLE = /error sending request|responded with (429|502|503|504)\b/;
const BAD: readonly string[] = ['high', 'critical'];

export function auditVerdict({ status, stdout, stderr }: AuditRun): AuditVerdict {
  // pnpm wraps its messages with a margin of signs.
  const said = stderr.replaceAll(/[\s│×├╰─▶]+/g, ' ').trim();
  const parsed = parseReport(stdout);
  if (parsed) {
    const bad = Object.values(parsed.advisories).filter(({ severity }) => BAD.includes(severity));
    const { totalDependencies } = parsed.metadata;
    if (bad.length > 0) return { outcome: 'vulnerable', message: bad.map(lineOf).join('\n') };
    if (status === 0) {
      return { outcome: 'clean', message: `None of ${totalDependencies} packages is known to be of high severity.` };
    }
  }
  if (NO_ENDPOINT.test(said)) return unchecked('the registry answers no audits', said);
  if (UNREACHABLE.test(said)) return unchecked('the registry cannot be reached', said);
  if (status === null) return unchecked('the registry did not answer in time', said);
  return { outcome: 'failed', message: `pnpm audit ended with ${status}: ${said || stdout.trim()}` };
}

function unchecked(why: string, said: string): AuditVerdict {
  return { outcome: 'unchecked', message: `NOTHING WAS CHECKED: ${why}. ${said}`.trim() };
}

function lineOf({ severity, module_name, title, url = '' }: z.infer<typeof report>['advisories'][string]): string {
  return `${severity}: ${module_name}: ${title} ${url}`.trim();
}

function parseReport(text: string): z.infer<typeof report> | undefined {
  try {
    return report.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // no JSON: it failed before there was a report
  }
}
