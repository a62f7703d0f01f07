import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import type { Explanation, Finding } from './explain/explain-refusal.ts';
import { MAX_QUERY_BYTES } from '@vitae/accounts/signatures/parameters';
import { messagesFor } from '../../../locales/messages.ts';

export type ExplanationSectionProps = { locale: Locale; explanation: Explanation; hasTheirs: boolean };

/** What was found, what our side signs, and where the other side's string parts from it. */
export function ExplanationSection({ locale, explanation, hasTheirs }: ExplanationSectionProps): VNode {
  const { result } = messagesFor(locale).signatureHelp;
  const { findings, ours } = explanation;
  return (
    <section class="sheet stack" aria-labelledby="result">
      <h2 id="result">{result.title}</h2>
      <h3>{result.likely}</h3>
      <ul class="plain-list">
        {findings.map((finding) => (
          <li key={JSON.stringify(finding)}>{findingWords(locale, finding)}</li>
        ))}
      </ul>
      {hasTheirs && ours.length > 0 && <DifferenceFound locale={locale} explanation={explanation} />}
      {ours.length > 0 && (
        <>
          <h3>{result.ours}</h3>
          {ours.length > 1 && <p class="muted">{result.several}</p>}
          {ours.map((text) => (
            <pre key={text} class="command canonical">
              {text}
            </pre>
          ))}
        </>
      )}
    </section>
  );
}

function DifferenceFound({ locale, explanation }: Omit<ExplanationSectionProps, 'hasTheirs'>): VNode {
  const { result } = messagesFor(locale).signatureHelp;
  const { difference } = explanation;
  if (!difference) return <p>{result.same}</p>;
  const number = new Intl.NumberFormat(locale);
  return (
    <>
      <h3>{result.difference(number.format(difference.line), number.format(difference.column))}</h3>
      <dl class="facts">
        <div>
          <dt>{result.oursThere}</dt>
          <dd>
            <code>{difference.ours}</code>
          </dd>
        </div>
        <div>
          <dt>{result.theirsThere}</dt>
          <dd>
            <code>{difference.theirs}</code>
          </dd>
        </div>
      </dl>
    </>
  );
}

export function findingWords(locale: Locale, finding: Finding): string {
  const { result } = messagesFor(locale).signatureHelp;
  if (finding.is === 'fault') return result.faults[finding.fault];
  if (finding.is === 'missingParameter') return result.missingParameter(finding.name);
  if (finding.is === 'repeatedParameter') return result.repeatedParameter(finding.name);
  if (finding.is !== 'outOfWindow') return result.findings[finding.is];
  const time = durationWords(locale, Math.abs(finding.seconds));
  if (finding.seconds > 0) return result.early(time);
  return finding.byNow ? result.lateByNow(time) : result.late(time);
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

function durationWords(locale: Locale, seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= 2 * length) ?? ['second', 1];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 });
  return format.format(seconds / size);
}

/** Room for an address of the longest query, and for what is signed of it. */
export const MAX_PASTED = 2 * MAX_QUERY_BYTES;
