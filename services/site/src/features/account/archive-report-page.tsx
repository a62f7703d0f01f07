import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { isolateText } from '@vitae/kit/isolate-text';
import type { VNode } from 'preact';
import { Notice } from '../../components/notice.tsx';
import { messagesFor } from '../../locales/messages.ts';
import { Frame } from './account-frame.tsx';
import type { AccountView } from './account-view.ts';
import type { ArchiveReport, ImportedCv } from './import-archive.ts';
import { ImportFindings, ImportSummary, LeftOutFromFile } from './import-report-page.tsx';
import { listedNames } from './listed-names.ts';
import { fileFaultMessage } from './new-cv-pages.tsx';
import { MAX_ARCHIVED_CVS } from './read-archive.ts';

type ArchivePageProps = { view: AccountView; owner: Owner; report: ArchiveReport };

/** /account/cvs/imported: what became of each CV of an archive. */
export function ArchiveReportPage({ view, owner, report }: ArchivePageProps): VNode {
  const {
    newCv: { report: messages },
    text,
  } = messagesFor(view.locale);
  const { cvs, further, leftOut } = report;
  const countOf = (...kinds: ImportedCv['kind'][]) => cvs.filter(({ kind }) => kinds.includes(kind)).length;
  const created = countOf('created');
  const missing = countOf('rejected', 'failed', 'waiting', 'postponed') + further.length;
  return (
    <Frame view={view} title={messages.title} owner={owner}>
      <div class="stack-wide">
        <h1>{messages.title}</h1>
        {created > 0 && <Notice kind="good">{text(messages.archive.created, { count: created })}</Notice>}
        {missing > 0 && <Notice kind="bad">{text(messages.archive.missing, { count: missing })}</Notice>}
        <p>
          <a class="button button-primary" href="/account">
            {messages.open}
          </a>
        </p>
        {cvs.map((cv) => (
          <CvOfArchive key={'cvId' in cv ? cv.cvId : cv.title} view={view} cv={cv} />
        ))}
        <FurtherCvs view={view} titles={further} />
        {leftOut.length > 0 && (
          <section class="sheet stack">
            <LeftOutFromFile view={view} leftOut={leftOut} Heading="h2" />
          </section>
        )}
      </div>
    </Frame>
  );
}

function CvOfArchive({ view, cv }: { view: AccountView; cv: ImportedCv }): VNode {
  const { account } = messagesFor(view.locale);
  return (
    <section class="sheet stack">
      <h2>
        <bdi>{cv.title || account.cvs.untitled}</bdi>
      </h2>
      <Outcome view={view} cv={cv} />
    </section>
  );
}

function Outcome({ view, cv }: { view: AccountView; cv: ImportedCv }): VNode {
  const {
    newCv: {
      report: { archive: messages },
      tooMany,
    },
    text,
  } = messagesFor(view.locale);
  if (cv.kind === 'rejected') return <p>{`${messages.notImported} ${fileFaultMessage(view, cv.problem)}`}</p>;
  if (cv.kind === 'failed') return <p>{`${messages.failed} ${messages.again}`}</p>;
  if (cv.kind === 'postponed') return <p>{`${messages.postponed} ${messages.again}`}</p>;
  if (cv.kind === 'waiting')
    return <p>{`${messages.notImported} ${text(tooMany, { minutes: cv.minutes })} ${messages.again}`}</p>;
  if (cv.kind === 'existing')
    return (
      <>
        <p>{messages.existing}</p>
        <EditLink view={view} {...cv} />
      </>
    );
  return (
    <>
      {cv.isTitleRepeated && <p>{messages.titleRepeated}</p>}
      <ImportSummary view={view} report={cv.report} />
      <EditLink view={view} {...cv} />
      <ImportFindings view={view} report={cv.report} Heading="h3" />
    </>
  );
}

function EditLink({ view, cvId, title }: { view: AccountView; cvId: number; title: string }): VNode {
  const { account, editor } = messagesFor(view.locale);
  return (
    <p>
      <a
        class="button button-secondary"
        href={`/account/cvs/${cvId}/edit`}
        aria-label={`${editor.open}: ${isolateText(title || account.cvs.untitled)}`}
      >
        {editor.open}
      </a>
    </p>
  );
}

/** Titles that are listed of the CVs above the maximum. */
const MAX_LISTED = 50;

function FurtherCvs({ view, titles }: { view: AccountView; titles: readonly string[] }): VNode | null {
  const {
    account,
    newCv: {
      report: { archive: messages },
    },
    text,
  } = messagesFor(view.locale);
  if (titles.length === 0) return null;
  const names = titles.map((title) => title || account.cvs.untitled);
  return (
    <section class="sheet stack">
      <h2>{messages.furtherTitle}</h2>
      <p>{text(messages.further, { max: MAX_ARCHIVED_CVS })}</p>
      <p>{listedNames(view, names, MAX_LISTED)}</p>
    </section>
  );
}
