import { z } from 'zod';

/** The result of `pnpm audit --json`. */
export type AuditRun = { status: number | null; stdout: string; stderr: string };

/** `unchecked`: the registry could not be asked, which does not fail the check. */
export type AuditVerdict = { outcome: 'clean' | 'vulnerable' | 'unchecked' | 'failed'; message: string };

const report = z.object({
  advisories: z.record(
    z.string(),
    z.object({ module_name: z.string(), severity: z.string(), title: z.string(), url: z.string().optional() }),
  ),
  metadata: z.object({ totalDependencies: z.int() }),
});

// Errors of a registry without an audit endpoint, and of one that is not reachable.
const NO_ENDPOINT = /responded with (404|405|501)\b/;
const UNREACHABLE = /error sending request|responded with (429|502|503|504)\b/;
const HIGH: readonly string[] = ['high', 'critical'];

export function auditVerdict({ status, stdout, stderr }: AuditRun): AuditVerdict {
  // pnpm decorates its messages with box-drawing characters.
  const message = stderr.replaceAll(/[\s│×├╰─▶]+/g, ' ').trim();
  const parsed = parseReport(stdout);
  if (parsed) {
    const severe = Object.values(parsed.advisories).filter(({ severity }) => HIGH.includes(severity));
    const { totalDependencies } = parsed.metadata;
    if (severe.length > 0) return { outcome: 'vulnerable', message: severe.map(lineOf).join('\n') };
    if (status === 0) {
      return { outcome: 'clean', message: `No known vulnerability of high severity in ${totalDependencies} packages.` };
    }
  }
  if (NO_ENDPOINT.test(message)) return unchecked('the registry does not support audits', message);
  if (UNREACHABLE.test(message)) return unchecked('the registry is not reachable', message);
  if (status === null) return unchecked('the registry did not respond in time', message);
  return { outcome: 'failed', message: `pnpm audit ended with ${status}: ${message || stdout.trim()}` };
}

/** Returns what the command prints. In CI, the output of a passed check is rarely read, so NOT CHECKED stands out. */
export function auditSummary({ outcome, message }: AuditVerdict, { isCi }: { isCi: boolean }): string {
  const mark = { clean: '+', unchecked: '?', vulnerable: 'x', failed: 'x' }[outcome];
  const summary = `${mark} Dependencies (pnpm audit)\n    ${message.replaceAll('\n', '\n    ')}\n`;
  if (outcome !== 'unchecked' || !isCi) return summary;
  const line = '!'.repeat(80);
  return `${summary}${line}\nWARNING: DEPENDENCIES WERE NOT CHECKED. This result does not mean that none is vulnerable.\n${line}\n`;
}

function unchecked(reason: string, output: string): AuditVerdict {
  return { outcome: 'unchecked', message: `NOT CHECKED: ${reason}. ${output}`.trim() };
}

function lineOf({ severity, module_name, title, url = '' }: z.infer<typeof report>['advisories'][string]): string {
  return `${severity}: ${module_name}: ${title} ${url}`.trim();
}

function parseReport(text: string): z.infer<typeof report> | undefined {
  try {
    return report.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // no JSON: pnpm failed before it wrote a report
  }
}
