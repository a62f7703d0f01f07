import type { Fault } from './faults.ts';
import type { Kind } from './load.ts';
import { KINDS } from './load.ts';
import type { Alert } from './prometheus.ts';

export type Result = {
  fault: Fault;
  alerts: (Alert & { afterSeconds: number })[];
  failures: Record<Kind, { sent: number; failed: number; statuses: string }>;
  /** From the remedy to the last failed request. Undefined if requests still failed after three minutes. */
  recoveredSeconds: number | undefined;
  /** From the remedy to the end of the first alert. */
  endedSeconds: number | undefined;
};

/** The results as a Markdown table. */
export function resultTable(results: Result[]): string {
  const percent = ({ sent, failed }: { sent: number; failed: number }) =>
    sent === 0 ? '–' : `${Math.round((failed / sent) * 100)} %`;
  const rows = results.map(({ fault, alerts, failures, recoveredSeconds, endedSeconds }) => {
    const [first] = alerts;
    return [
      fault.description,
      first ? `${alerts.map(({ name }) => name).join(', ')} (${first.severity})` : 'none',
      first ? `${first.afterSeconds} s` : '–',
      ...KINDS.map((kind) => percent(failures[kind])),
      recoveredSeconds === undefined ? 'no' : `${recoveredSeconds} s`,
      endedSeconds === undefined ? '–' : `${endedSeconds} s`,
    ];
  });
  const head = ['Fault', 'First alert', 'Delay', ...KINDS, 'Recovered', 'Alert ended'];
  return `${[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
