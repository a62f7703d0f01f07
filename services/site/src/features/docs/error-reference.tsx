import { rejectionCauses } from '@vitae/accounts/signatures/rejection';
import { errorReasons } from '@vitae/proto/error-reasons';
import type { VNode } from 'preact';
import { Prose } from './prose.tsx';

/** Every reason of errors, and rejected requests. Belongs to the guide to errors. */
export function ErrorReference({ oauthProblems }: { oauthProblems: readonly string[] }): VNode {
  return (
    <div class="article">
      <h2 id="reasons">Reasons</h2>
      <Reasons />
      <RejectedRequests oauthProblems={oauthProblems} />
    </div>
  );
}

function Reasons(): VNode {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Reason</th>
            <th scope="col">Status</th>
            <th scope="col">Cause</th>
            <th scope="col">Solution</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(errorReasons).map(([reason, { status, when, remedy }]) => (
            <tr key={reason} id={reason}>
              <th scope="row">
                <code>{reason}</code>
              </th>
              <td>{status}</td>
              <td>
                <Prose text={when} />
              </td>
              <td>
                <Prose text={remedy} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RejectedRequests({ oauthProblems }: { oauthProblems: readonly string[] }): VNode {
  return (
    <section id="rejected" class="stack-tight">
      <h2>Rejected requests</h2>
      <p>
        A request that cannot be authenticated returns status 403 with one line of text. Unknown, revoked and expired
        keys return the same response. The consumption log counts rejections by cause: {rejectionCauses.join(', ')}. See{' '}
        <a href="/docs/signing">Signing requests</a> for solutions.
      </p>
      <p id="oauth_problem">
        The user API returns status 401 with <code>WWW-Authenticate: OAuth</code> and a form body whose{' '}
        <code>oauth_problem</code> is one of {oauthProblems.join(', ')}, or status 400 in the cases of RFC 5849 section
        3.2. See <a href="/docs/oauth">OAuth</a> for the authorization steps.
      </p>
    </section>
  );
}
