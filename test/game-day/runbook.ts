import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../support/project-root.ts';

/** What the runbook of an alert tells the operator to look at. */
export type Runbook = { diagnosis: Step[]; recovery: Step[]; remedy: string };
type Step = { kind: 'query' | 'log'; text: string };

const METRIC = /\b(vitae|http_server|rpc_server|db_client|messaging|nodejs|process_cpu|slo)[_:]\w/;

/** Reads the section of an alert in docs/runbooks.md. */
export async function readRunbook(alert: string): Promise<Runbook | undefined> {
  const text = await readFile(join(projectRoot, 'docs/runbooks.md'), 'utf8');
  const section = text.split(/^### /m).find((one) => one.startsWith(`${alert}\n`));
  if (!section) return undefined;
  const part = (from: string, to: string) => section.split(`**${from}`)[1]?.split(`**${to}`)[0] ?? '';
  return {
    diagnosis: stepsIn(part('Diagnosis', 'Remedy')),
    remedy: part('Remedy.**', 'Recovered').trim(),
    recovery: stepsIn(section.split('**Recovered**')[1] ?? ''),
  };
}

/** The queries and log searches in a text. */
function stepsIn(text: string): Step[] {
  const blocks = [...text.matchAll(/^ *```\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) => block.split('\n'));
  const inline = [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  return [...blocks, ...inline]
    .map((code) => code.trim())
    .flatMap((code): Step[] => {
      if (/^log \w+ \| grep/.test(code)) return [{ kind: 'log', text: code }];
      return METRIC.test(code) && !code.includes('kubectl') ? [{ kind: 'query', text: code }] : [];
    });
}

/** Returns the lines of the log that `log PROCESS | grep PATTERN` prints. */
export function searchLog(command: string, log: string): string[] {
  const [, process = '', flag, quoted = '', bare = ''] =
    /^log (\w+) \| grep (-E )?(?:'([^']*)'|(\S+))/.exec(command) ?? [];
  const pattern = quoted || bare;
  const matches = flag ? (line: string) => new RegExp(pattern).test(line) : (line: string) => line.includes(pattern);
  return log.split('\n').filter((line) => line.includes(`"name":"${process.toLowerCase()}"`) && matches(line));
}
