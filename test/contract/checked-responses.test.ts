import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Requests that tests send without validating the response against the OpenAPI document, and why. */
const unchecked: Readonly<Record<string, [requests: number, reason: string]>> = {
  'gateway/src/event-loop-budget.integration.test.ts': [1, 'the check would block the event loop that is measured'],
  'gateway/src/features/oauth-tokens/oauth-flow.integration.test.ts': [1, 'an unknown locale'],
  'gateway/src/http/compatibility/clients-of-2012.integration.test.ts': [1, 'responses of the compatibility profile'],
  'gateway/src/http/unidentified-requests.integration.test.ts': [1, 'many equal requests'],
  'gateway/src/http/user-api.integration.test.ts': [7, 'responses of replaced operations and stored bytes'],
  'gateway/src/outage.integration.test.ts': [1, 'probes'],
  'gateway/src/overload.integration.test.ts': [2, 'a probe and an unknown path'],
  'gateway/src/signed-request.integration.test.ts': [
    6,
    'probes and a page; a custom host and a slow body with node:http',
  ],
  'proto/src/clients/exports/file-cache.integration.test.ts': [1, 'a separate server'],
  'services/site/src/event-loop-budget.integration.test.ts': [2, 'pages'],
  'services/site/src/features/account/data-routes.integration.test.ts': [1, 'a download of a page'],
  'services/site/src/features/account/editor/editor-routes.integration.test.ts': [1, 'pictures of a page'],
  'services/site/src/features/account/editor/unsaved-text.integration.test.ts': [1, 'a form that is too large'],
  'services/site/src/features/docs/docs.integration.test.tsx': [4, 'pages, their scripts and the OpenAPI document'],
  'services/site/src/features/errors/page-errors.integration.test.ts': [1, 'a page'],
  'services/site/src/features/landing/landing.integration.test.ts': [1, 'the start page'],
  'services/site/src/features/settings/consumption/consumption-page.integration.test.ts': [3, 'pages'],
  'services/site/src/features/settings/consumption/live-streams.integration.test.ts': [1, 'an event stream of a page'],
  'services/site/src/features/settings/queue/queue-area.integration.test.ts': [1, 'pages'],
  'services/site/src/site-security.integration.test.ts': [1, 'a page'],
  'test/browser/account-accessibility.integration.test.ts': [1, 'a form of a page'],
  'test/browser/cors.integration.test.ts': [1, 'a request of a page in a browser'],
  'test/browser/editor.integration.test.ts': [1, 'a picture of a page'],
  'test/e2e/company-api/pictures.ts': [4, 'pictures of pages'],
  'test/e2e/files-in-s3.test.ts': [2, 'files of the S3 server and a redirect that is not followed'],
  'test/e2e/first-request.test.ts': [2, 'the start page'],
  'test/e2e/images.test.ts': [2, 'a probe and a page'],
  'test/e2e/launcher.test.ts': [1, 'a probe'],
  'test/e2e/public-pages-in-browser.test.ts': [2, 'files of a CV; a page of an owner'],
  'test/e2e/user-api/new-owner.ts': [1, 'a file of a CV'],
  'test/e2e/user-api/published-by-owner.ts': [1, 'a file of a CV'],
  'test/fault/canaries.test.ts': [2, 'sign-in pages'],
  'test/fault/dependencies.test.ts': [2, 'probes'],
  'test/fault/disk-full.test.ts': [1, 'validated there'],
  'test/fault/request-smuggling.test.ts': [4, 'probes and malformed requests'],
  'test/support/application-usage.ts': [1, 'responses of mixed releases'],
  'test/support/client.ts': [1, 'validated there'],
  'test/support/cluster-plan.ts': [1, 'a probe'],
  'test/support/company-api.ts': [2, 'validated there; the OpenAPI document'],
  'test/support/export/canary.ts': [2, 'a separate server'],
  'test/support/gateway/checked-fetch.ts': [1, 'validated there'],
  'test/support/gateway/clients-of-2012.ts': [1, 'responses of the compatibility profile'],
  'test/support/gateway/export-fixtures.ts': [1, 'validated there, except files of a fake worker'],
  'test/support/gateway/redis-load.ts': [1, 'only statuses matter'],
  'test/support/gateway/web-visitor.ts': [1, 'pages'],
  'test/support/large-body.ts': [1, 'a connection that is closed after the status'],
  'test/support/limiting-proxy.ts': [1, 'forwards the requests of programs'],
  'test/support/observed-requests.ts': [1, 'validated there'],
  'test/support/public-cvs.ts': [1, 'public pages'],
  'test/support/s3-server.ts': [1, 'a separate server'],
  'test/support/service-replicas.ts': [2, 'probes and metrics'],
  'test/support/steady-load.ts': [1, 'validated there'],
  'test/support/system-usage.ts': [2, 'pages, and responses of two releases'],
  'test/support/telemetry/prometheus-server.ts': [2, 'a separate server'],
  'test/support/user-api.ts': [1, 'validated there'],
};

/** Counts the requests that a source sends with `fetch` or `request` of node:http. */
function countRequests(source: string): number {
  const count = (name: string) => source.match(new RegExp(`(?<![\\w.'"\`])${name}\\(`, 'g'))?.length ?? 0;
  const importsRequest = /import \{[^}]*\brequest\b[^}]*\} from 'node:https?'/.test(source);
  return count('fetch') + (importsRequest ? count('request') : 0);
}

const patterns = [
  'gateway/src/**/*.test.{ts,tsx}',
  'proto/src/**/*.test.ts',
  'services/{accounts,site}/src/**/*.test.{ts,tsx}',
  'test/{browser,contract,e2e,fault,support}/**/*.ts',
];
const sources = new Map(
  globSync(patterns, { cwd: root })
    .filter((file) => !file.includes('/dist/') && !file.endsWith('checked-responses.test.ts'))
    .map((file) => [file, readFileSync(`${root}${file}`, 'utf8')]),
);

test('every API response in a test is validated against the OpenAPI document', () => {
  expect(sources.size).toBeGreaterThan(100);
  const counted = [...sources].map(([file, source]) => [file, countRequests(source)] as const);
  const expected = Object.entries(unchecked).map(([file, [requests]]) => [file, requests]);
  expect(Object.fromEntries(counted.filter(([, requests]) => requests > 0))).toEqual(Object.fromEntries(expected));
});

test('no test uses an HTTP client that this check does not count', () => {
  const other = /from '(?:undici|axios|got|node:http2)'|\bhttps?\.(?:get|request)\(/;
  expect([...sources].filter(([, source]) => other.test(source)).map(([file]) => file)).toEqual([]);
});
