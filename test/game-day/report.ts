import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../support/project-root.ts';
import { faults } from './faults.ts';
import { KINDS, type Kind } from './load.ts';
import type { Alert } from './prometheus.ts';

/** What happened when a fault was injected. */
export type Result = {
  fault: string;
  /** ISO 8601, UTC. */
  date: string;
  /** Those of the first measurement with an alert. */
  alerts: (Pick<Alert, 'name' | 'severity'> & { afterSeconds: number })[];
  /** How long no alert fired. */
  observedSeconds: number;
  /** The runbooks that the operator opened, from that of the first alert to that with the remedy. */
  runbooks: string[];
  /** The commands of the remedy, as in the runbook. */
  commands: string[];
  failures: Record<Kind, Failures>;
  /** From the remedy to the last failed request. Null if requests still failed after three minutes. */
  recoveredSeconds: number | null;
};
export type Failures = { sent: number; failed: number; statuses: string };

const RESULTS = join(projectRoot, 'test/game-day/results.json');
export const DOCUMENT = join(projectRoot, 'docs/game-day.md');
const [BEGIN, END] = ['<!-- Results: written by npm run game-day. -->', '<!-- End of results -->'];

export const readResults = async (): Promise<Result[]> => JSON.parse(await readFile(RESULTS, 'utf8')) as Result[];

/** Replaces the last result of the fault, and writes the results to the document. */
export async function recordResult(result: Result): Promise<void> {
  const others = (await readResults()).filter(({ fault }) => fault !== result.fault);
  const order = faults.map(({ name }) => name);
  const results = [...others, result].toSorted((one, other) => order.indexOf(one.fault) - order.indexOf(other.fault));
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(DOCUMENT, withResults(await readFile(DOCUMENT, 'utf8'), results));
}

/** Returns the document with these results. */
export function withResults(document: string, results: readonly Result[]): string {
  const [before = '', rest = ''] = document.split(BEGIN);
  const [, after = ''] = rest.split(END);
  return `${before}${BEGIN}\n\n${tablesOf(results)}\n\n${END}${after}`;
}

function tablesOf(results: readonly Result[]): string {
  const of = faults.flatMap((fault) => {
    const result = results.find((one) => one.fault === fault.name);
    return result ? [{ fault, result }] : [];
  });
  const observed = of.map(({ fault, result }) => [
    fault.description,
    firstAlert(result),
    result.alerts[0] ? `${result.alerts[0].afterSeconds} s` : '–',
    result.runbooks.map(linkTo).join(' → ') || '–',
    ...KINDS.map((kind) => share(result.failures[kind])),
    result.commands.length === 0 ? 'not needed' : recovery(result),
    result.date.slice(0, 10),
  ]);
  const remedies = of
    .filter(({ result }) => result.commands.length > 0)
    .map(({ fault, result }) => [
      fault.description,
      fault.remedy?.when ?? '',
      result.commands.map((command) => `\`${command}\``).join('<br>'),
    ]);
  const kinds = ['Failed reads', 'Failed writes', 'Failed pages', 'Failed exports'];
  return [
    table(['Fault', 'First alert', 'Delay', 'Runbook', ...kinds, 'Recovered', 'Executed'], observed),
    'The commands that were executed, as in the runbook:',
    table(['Fault', 'Cause in the runbook', 'Commands'], remedies),
  ].join('\n\n');
}

function firstAlert({ alerts, observedSeconds }: Result): string {
  const [first] = alerts;
  return first ? `${alerts.map(({ name }) => name).join(', ')} (${first.severity})` : `none in ${observedSeconds} s`;
}

const share = ({ sent, failed }: Failures) => (sent === 0 ? '–' : `${Math.round((failed / sent) * 100)} %`);
const recovery = ({ recoveredSeconds }: Result) => {
  if (recoveredSeconds === null) return 'not within 3 min';
  return recoveredSeconds === 0 ? 'immediately' : `${recoveredSeconds} s`;
};
const linkTo = (alert: string) => `[${alert}](runbooks.md#${alert.toLowerCase()})`;
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
