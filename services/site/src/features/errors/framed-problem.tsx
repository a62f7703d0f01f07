import type { Locale } from '@vitae/proto/locale';
import type { Request, Response } from 'express';
import type { VNode } from 'preact';
import { PageHead } from '../../components/page-head.tsx';
import { sendPage } from '../../layout/render.ts';
import { messagesFor } from '../../locales/messages.ts';

export type FramedProblem = 'tooMany' | 'unavailable' | 'signedOut' | 'gone';

type FramedProblemProps = { locale: Locale; path: string; problem: FramedProblem };

/** Replaces the preview of a CV, usually in its frame: a message and a link, without the header and footer of pages. */
function FramedProblemPage({ locale, path, problem }: FramedProblemProps): VNode {
  const { account, editor } = messagesFor(locale);
  const { previewTitle, previewProblems } = editor;
  const isFinal = isPermanent(problem);
  return (
    <html lang={locale}>
      <PageHead title={previewTitle}>
        <meta name="preview-problem" content={problem} />
      </PageHead>
      <body class="page">
        <main class="stack framed-problem">
          <h1 class="visually-hidden">{previewTitle}</h1>
          <p role="status">{previewProblems[problem]}</p>
          <p>
            <a class="button button-secondary" href={isFinal ? '/account' : path} target={isFinal ? '_top' : '_self'}>
              {isFinal ? (problem === 'gone' ? account.title : previewProblems.signIn) : previewProblems.again}
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}

const RETRY_SECONDS = 5;

/** Returns whether another attempt cannot succeed. */
const isPermanent = (problem: FramedProblem): boolean => problem === 'signedOut' || problem === 'gone';

/** Sends a page that pages of the site may frame. If another attempt may succeed, the browser reloads it. */
export function sendFramedProblem(response: Response, props: FramedProblemProps, status: number): void {
  if (!isPermanent(props.problem)) {
    const seconds = Math.max(RETRY_SECONDS, Number(response.get('Retry-After') ?? 0));
    response.set({ 'Retry-After': String(seconds), Refresh: `${seconds}; url=${props.path}` });
  }
  sendPage(response, <FramedProblemPage {...props} />, { status, framed: true });
}

/** Sends a framed problem instead of an error page if the handlers of this request fail. */
export function expectFrame(response: Response): void {
  response.locals.isFramed = true;
}

export const isFrameExpected = (response: Response): boolean => response.locals.isFramed === true;

/** Returns whether the browser rejects a response that pages of the site may not frame. */
export const isInFrame = (request: Request, response: Response): boolean =>
  isFrameExpected(response) && request.get('Sec-Fetch-Dest') !== 'document';
