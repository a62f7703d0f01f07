import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { allWords } from '@vitae/document/words/all-words';
import { isolateText } from '@vitae/kit/isolate-text';
import type { VNode } from 'preact';
import { Notice } from '../../components/notice.tsx';
import { messagesFor } from '../../locales/messages.ts';
import { Frame } from './account-frame.tsx';
import type { AccountView } from './account-view.ts';
import { labelOfField } from './import-fields.ts';
import { explanationOf, groupByEntry, type ImportReport, placeOf } from './import-report.ts';

type ReportPageProps = { view: AccountView; owner: Owner; cvId: number; report: ImportReport };
type Row = ImportReport['rows']['kept'][number];

/** Shows what was imported from a file, and the next steps. */
export function ReportPage({ view, owner, cvId, report }: ReportPageProps): VNode {
  const {
    account,
    newCv: { report: messages },
    text,
  } = messagesFor(view.locale);
  const title = report.title || account.cvs.untitled;
  return (
    <Frame view={view} title={messages.title} owner={owner}>
      <div class="stack-wide">
        <h1>{messages.title}</h1>
        <Notice kind="good">{text(messages.created, { title })}</Notice>
        {report.leftOut.some(({ kind }) => kind === 'edited') && <Notice kind="bad">{messages.edited}</Notice>}
        <section class="sheet stack">
          <ImportSummary view={view} report={report} />
          <NextSteps view={view} cvId={cvId} />
          <ImportFindings view={view} report={report} Heading="h2" />
        </section>
      </div>
    </Frame>
  );
}

type FindingsProps = { view: AccountView; report: ImportReport };
/** The element of the headings of the findings. */
type HeadingProps = { Heading: 'h2' | 'h3' };

/** What was imported unchanged. */
export function ImportSummary({ view, report }: FindingsProps): VNode {
  const {
    newCv: { report: messages },
    text,
  } = messagesFor(view.locale);
  const isComplete = report.leftOut.length === 0 && Object.values(report.rows).every((rows) => rows.length === 0);
  return (
    <>
      <p>{text(messages.imported, { count: report.imported })}</p>
      {report.name !== undefined && <p>{text(messages.name, { name: isolateText(report.name) })}</p>}
      {isComplete && <p>{messages.complete}</p>}
    </>
  );
}

/** What was not imported unchanged, and where the CV shows sections that the editor lists separately. */
export function ImportFindings({ view, report, Heading }: FindingsProps & HeadingProps): VNode {
  const {
    newCv: { report: messages },
    text,
  } = messagesFor(view.locale);
  return (
    <>
      <MissingColumns view={view} leftOut={report.leftOut} Heading={Heading} />
      <LeftOutFromFile view={view} leftOut={report.leftOut} Heading={Heading} />
      {(['dropped', 'kept', 'repaired'] as const).map((outcome) => (
        <Rows key={outcome} view={view} outcome={outcome} rows={report.rows[outcome]} Heading={Heading} />
      ))}
      <ShownSections view={view} shown={report.shown ?? []} Heading={Heading} />
      {report.more > 0 && <p>{text(messages.more, { count: report.more })}</p>}
    </>
  );
}

function NextSteps({ view, cvId }: { view: AccountView; cvId: number }): VNode {
  const { account, editor, newCv } = messagesFor(view.locale);
  return (
    <>
      <div class="choice">
        <a class="button button-primary" href={`/account/cvs/${cvId}/edit`}>
          {editor.open}
        </a>
        <a class="button button-secondary" href={`/account/cvs/${cvId}/preview?view=pages`}>
          {newCv.preview}
        </a>
        <a class="button button-secondary" href={`/account/cvs/${cvId}/export?format=pdf`}>
          {newCv.download} PDF
        </a>
      </div>
      <p class="pieces">
        <a href={`/account/cvs/${cvId}/share`}>{account.share.open}</a>
        <a href="/account">{newCv.report.open}</a>
      </p>
    </>
  );
}

type ShownProps = HeadingProps & { view: AccountView; shown: NonNullable<ImportReport['shown']> };

function ShownSections({ view, shown, Heading }: ShownProps): VNode | null {
  const {
    newCv: {
      report: { shown: messages },
    },
    text,
  } = messagesFor(view.locale);
  const headings: Record<string, string> = allWords[view.locale].headings;
  if (shown.length === 0) return null;
  return (
    <section class="stack-tight">
      <Heading>{messages.title}</Heading>
      <p>{messages.lead}</p>
      <ul class="plain-list">
        {shown.map(({ section, count }) => (
          <li key={section}>{text(messages.section, { section: headings[section] ?? section, count })}</li>
        ))}
      </ul>
    </section>
  );
}

type RowsProps = HeadingProps & { view: AccountView; outcome: keyof ImportReport['rows']; rows: Row[] };

function Rows({ view, outcome, rows, Heading }: RowsProps): VNode | null {
  const { report: messages } = messagesFor(view.locale).newCv;
  if (rows.length === 0) return null;
  return (
    <section class="stack-tight">
      <Heading>{messages.outcomes[outcome].title}</Heading>
      <p>{messages.outcomes[outcome].lead}</p>
      <ul class="row-list">
        {groupByEntry(rows).map((group) => (
          <Entry key={group[0]?.path} view={view} rows={group} />
        ))}
      </ul>
    </section>
  );
}

/** An entry with its fields. Entries that are only a value have no field. */
function Entry({ view, rows }: { view: AccountView; rows: Row[] }): VNode {
  const { report: messages } = messagesFor(view.locale).newCv;
  const [first] = rows;
  const described = rows.filter((row) => placeOf(row.path).field !== '' || row.value !== undefined || row.note !== '');
  const { section, position } = placeOf(first?.path ?? '');
  const sections: Record<string, string> = messages.sections;
  const name = Object.hasOwn(sections, section) ? (sections[section] ?? section) : isolateText(section);
  return (
    <li class="stack-tight">
      <p>
        <strong>{[name, position].filter(Boolean).join(' ')}</strong>
        {first?.entry !== undefined && ` (${isolateText(first.entry)})`}
      </p>
      {described.length > 0 && (
        <ul class="plain-list">
          {described.map((row) => (
            <FieldRow key={row.path} view={view} row={row} />
          ))}
        </ul>
      )}
    </li>
  );
}

function FieldRow({ view, row }: { view: AccountView; row: Row }): VNode {
  const {
    newCv: {
      report: { notes },
    },
    text,
  } = messagesFor(view.locale);
  const { section, field } = placeOf(row.path);
  const note = explanationOf(row);
  const label = field && isolateText(labelOfField(view.locale, section, field));
  return (
    <li>
      {label} {row.value !== undefined && <q>{isolateText(row.value)}</q>}{' '}
      {note && `(${text(notes[note.kind], { value: note.value })})`}
    </li>
  );
}

type LeftOutProps = HeadingProps & { view: AccountView; leftOut: ImportReport['leftOut'] };

/** Columns that the files of an export should have. Their fields are empty. */
function MissingColumns({ view, leftOut, Heading }: LeftOutProps): VNode | null {
  const {
    newCv: {
      report: { missing: messages },
    },
    text,
  } = messagesFor(view.locale);
  const missing = leftOut.filter(({ kind }) => kind === 'missing');
  if (missing.length === 0) return null;
  return (
    <section class="stack-tight">
      <Heading>{messages.title}</Heading>
      <p>{messages.lead}</p>
      <ul class="plain-list">
        {missing.map(({ file, detail }) => (
          <li key={file}>{text(messages.columns, { file: isolateText(file), names: isolateText(detail) })}</li>
        ))}
      </ul>
    </section>
  );
}

export function LeftOutFromFile({ view, leftOut, Heading }: LeftOutProps): VNode | null {
  const {
    newCv: {
      report: { leftOut: messages },
    },
    text,
  } = messagesFor(view.locale);
  const omitted = leftOut.flatMap(({ kind, ...one }) =>
    kind === 'missing' || kind === 'edited' ? [] : [{ ...one, kind }],
  );
  if (omitted.length === 0) return null;
  return (
    <section class="stack-tight">
      <Heading>{messages.title}</Heading>
      <p>{messages.lead}</p>
      <ul class="plain-list">
        {omitted.map(({ kind, file, detail }) => (
          <li key={`${kind} ${file} ${detail}`}>
            {text(messages.kinds[kind], { file: isolateText(file), detail: isolateText(detail) })}
          </li>
        ))}
      </ul>
    </section>
  );
}
