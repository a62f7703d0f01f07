import { MAX_QUERY_BYTES } from '@vitae/accounts/signatures/parameters';
import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { messagesFor } from '../../../locales/messages.ts';
import type { Explanation, Finding } from './explain/explain-rejection.ts';

export type ExplanationSectionProps = { locale: Locale; explanation: Explanation; hasTheirs: boolean };

/** Shows the findings, the expected string to sign, and the first difference from the caller's string. */
export function ExplanationSection({ locale, explanation, hasTheirs }: ExplanationSectionProps): VNode {
  const { result } = messagesFor(locale).signatureHelp;
  const { findings, ours } = explanation;
  return (
    <section class="sheet stack" aria-labelledby="result">
      <h2 id="result">{result.title}</h2>
      <h3>{result.likely}</h3>
      <ul class="plain-list">
        {findings.map((finding) => (
          <li key={JSON.stringify(finding)}>{findingText(locale, finding)}</li>
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
  const {
    signatureHelp: { result },
    text,
  } = messagesFor(locale);
  const { difference } = explanation;
  if (!difference) return <p>{result.same}</p>;

  return (
    <>
      <h3>{text(result.difference, { line: difference.line, column: difference.column })}</h3>
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

function findingText(locale: Locale, finding: Finding): string {
  const {
    signatureHelp: { result },
    text,
  } = messagesFor(locale);
  if (finding.is === 'fault') return result.faults[finding.fault];
  if (finding.is === 'missingParameter') return text(result.missingParameter, { name: finding.name });
  if (finding.is === 'repeatedParameter') return text(result.repeatedParameter, { name: finding.name });
  if (finding.is !== 'outOfWindow') return result.findings[finding.is];
  const time = durationText(locale, Math.abs(finding.seconds));
  if (finding.seconds > 0) return text(result.early, { time });
  return text(finding.byNow ? result.lateByNow : result.late, { time });
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

function durationText(locale: Locale, seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= 2 * length) ?? ['second', 1];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 });
  return format.format(seconds / size);
}

/** Fits a URL with the longest query, and its string to sign. */
export const MAX_PASTED = 2 * MAX_QUERY_BYTES;
