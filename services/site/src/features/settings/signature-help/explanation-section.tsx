import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { messagesFor } from '../../../locales/messages.ts';
import type { Difference } from './explain/compare-canonical.ts';

export type ExplanationSectionProps = {
  locale: Locale;
  /** Texts, the likeliest first. */
  findings: readonly string[];
  /** The expected strings; several if each of them is accepted. */
  ours: readonly string[];
  /** The heading of the expected strings. */
  expected: string;
  difference: Difference | undefined;
  hasTheirs: boolean;
};

/** Shows the findings, the expected string to sign, and the first difference from the caller's string. */
export function ExplanationSection(props: ExplanationSectionProps): VNode {
  const { locale, findings, ours, expected, difference, hasTheirs } = props;
  const { result } = messagesFor(locale).signatureHelp;
  return (
    <section class="sheet stack" aria-labelledby="result">
      <h2 id="result">{result.title}</h2>
      <h3>{result.likely}</h3>
      <ul class="plain-list">
        {findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
      {hasTheirs && ours.length > 0 && <DifferenceFound locale={locale} difference={difference} />}
      {ours.length > 0 && (
        <>
          <h3>{expected}</h3>
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

function DifferenceFound({ locale, difference }: Pick<ExplanationSectionProps, 'locale' | 'difference'>): VNode {
  const {
    signatureHelp: { result },
    text,
  } = messagesFor(locale);
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
