import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { isolateText } from '@vitae/kit/isolate-text';
import type { VNode } from 'preact';
import { Button, Field, PostForm } from '../../components/form.tsx';
import { LabelledControl } from '../../components/labelled-control.tsx';
import { Notice } from '../../components/notice.tsx';
import { SubmitOrCancel } from '../../components/submit-or-cancel.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { messagesFor } from '../../locales/messages.ts';
import { Frame } from './account-frame.tsx';
import type { AccountView } from './account-view.ts';
import { type FileProblem, type Question, questions, type StartFaults, type StartValues } from './new-cv.ts';

export const IMPORT_PATH = '/account/cvs/import';

export type NewCvPageProps = {
  view: AccountView;
  owner: Owner;
  expired?: boolean;
  /** The typed values were not saved, for example because the session had ended. */
  unsaved?: boolean;
  /** Minutes until the owner may create another CV. */
  waitMinutes?: number | undefined;
  fileProblem?: FileProblem;
  /** Whether the imported CV shows the name of the account. */
  ownName?: boolean;
  values?: StartValues | undefined;
  startFaults?: StartFaults;
};

/** /account/cvs/new */
export function NewCvPage(props: NewCvPageProps): VNode {
  const { view, owner, expired = false, unsaved = false, waitMinutes } = props;
  const { account, editor, newCv, signIn, text } = messagesFor(view.locale);
  return (
    <Frame view={{ ...view, path: '/account/cvs/new' }} title={newCv.title} owner={owner}>
      <div class="stack-wide">
        <p>
          <a href="/account">{account.title}</a>
        </p>
        <h1>{newCv.title}</h1>
        {expired && <Notice kind="bad">{signIn.expired}</Notice>}
        {unsaved && <Notice kind="bad">{editor.expired}</Notice>}
        {waitMinutes !== undefined && <Notice kind="bad">{text(newCv.tooMany, { minutes: waitMinutes })}</Notice>}
        <ImportForm {...props} />
        <QuestionsForm {...props} />
      </div>
    </Frame>
  );
}

/** Names of files that could not be read are listed up to this number. */
const MAX_NAMED_FILES = 5;

/** Why a file cannot be imported. */
export function fileFaultMessage(view: AccountView, { fault, files = [] }: FileProblem): string {
  const { newCv, text } = messagesFor(view.locale);
  return text(newCv.file.faults[fault], { files: files.slice(0, MAX_NAMED_FILES).map(isolateText).join(', ') });
}

const ACCEPTED_FILES = '.json,application/json,.pdf,application/pdf,.docx,.odt,.zip,application/zip';

function ImportForm({ view, fileProblem, ownName = false }: NewCvPageProps): VNode {
  const { file } = messagesFor(view.locale).newCv;
  const error = fileProblem && fileFaultMessage(view, fileProblem);
  return (
    <section class="sheet stack" aria-labelledby="import">
      <h2 id="import">{file.title}</h2>
      <p>{file.lead}</p>
      <PostForm action={IMPORT_PATH} sessionId={view.sessionId} once multipart class="stack">
        <LabelledControl name="file" label={file.label} hint={file.hint} error={error}>
          {({ own, said }) => <input type="file" {...own} accept={ACCEPTED_FILES} required {...said} />}
        </LabelledControl>
        <p class="choices">
          <label>
            <input type="checkbox" name="ownName" value="1" checked={ownName} /> {file.ownName}
          </label>
        </p>
        <div>
          <Button>{file.submit}</Button>
        </div>
      </PostForm>
    </section>
  );
}

const PERSONAL = ['title', 'city', 'phone'] as const;
const AUTOCOMPLETE: Partial<Record<Question, string>> = {
  position: 'organization-title',
  company: 'organization',
  city: 'address-level2',
  phone: 'tel',
};

function QuestionsForm({ view, values, startFaults = {} }: NewCvPageProps): VNode {
  const { newCv, text } = messagesFor(view.locale);
  const { questions: messages } = newCv;
  const errorOf = (name: Question) => {
    const fault = startFaults[name];
    return fault && text(messages.faults[fault], { max: questions[name] });
  };
  const field = (name: Exclude<Question, 'summary'>) => {
    const hint = name === 'title' || name === 'since' || name === 'year' ? messages.hints[name] : undefined;
    return (
      <Field
        key={name}
        name={name}
        label={messages.labels[name]}
        autocomplete={AUTOCOMPLETE[name] ?? 'off'}
        optional={name !== 'title'}
        {...(name === 'phone' && { inputMode: 'tel' as const })}
        value={values?.[name]}
        error={errorOf(name)}
        {...(hint && { hint })}
      />
    );
  };
  return (
    <section class="sheet stack" aria-labelledby="questions">
      <h2 id="questions">{messages.title}</h2>
      <p>{messages.lead}</p>
      <PostForm action="/account/cvs/start" sessionId={view.sessionId} once class="stack">
        {PERSONAL.map(field)}
        <fieldset class="plain-fieldset stack">
          <legend>{messages.job}</legend>
          {(['position', 'company', 'since'] as const).map(field)}
        </fieldset>
        <fieldset class="plain-fieldset stack">
          <legend>{messages.education}</legend>
          {(['school', 'degree', 'year'] as const).map(field)}
        </fieldset>
        <TextArea
          name="summary"
          label={messages.labels.summary}
          hint={messages.hints.summary}
          value={values?.summary}
          error={errorOf('summary')}
        />
        <div>
          <Button>{messages.submit}</Button>
        </div>
      </PostForm>
    </section>
  );
}

export type CvDeletionPageProps = {
  view: AccountView;
  owner: Owner;
  cv: { id: number; title: string; main: boolean; revision: number };
  retentionDays: number;
};

/** /account/cvs/{id}/delete */
export function CvDeletionPage({ view, owner, cv, retentionDays }: CvDeletionPageProps): VNode {
  const {
    account,
    newCv: { deletion },
    text,
  } = messagesFor(view.locale);
  const title = cv.title || account.cvs.untitled;
  return (
    <Frame view={view} title={deletion.title} owner={owner} width="narrow">
      <div class="sheet stack">
        <h1>{text(deletion.question, { title })}</h1>
        <ul class="plain-list">
          <li>{deletion.immediately}</li>
          {cv.main && <li>{deletion.main}</li>}
          <li>{text(deletion.final, { days: retentionDays })}</li>
        </ul>
        <PostForm
          action={`/account/cvs/${cv.id}/delete`}
          sessionId={view.sessionId}
          carry={{ revision: String(cv.revision) }}
        >
          <SubmitOrCancel locale={view.locale} kind="danger" cancelPath="/account">
            {deletion.submit}
          </SubmitOrCancel>
        </PostForm>
      </div>
    </Frame>
  );
}
