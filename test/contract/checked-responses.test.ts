import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where tests send HTTP themselves: how often, and why those answers need no check or where they get it. */
const bare: Readonly<Record<string, [calls: number, why: string]>> = {
  'gateway/src/exports/hot-files.test.ts': [1, 'a server of its own, which is no gateway'],
  'gateway/src/http/shed-load.test.ts': [1, 'a server of its own, which is no gateway'],
  'gateway/src/oauth/oauth-flow.integration.test.ts': [1, 'a locale that is not there'],
  'gateway/src/openapi/docs.test.tsx': [3, 'the reference itself: pages and the document'],
  'gateway/src/outage.integration.test.ts': [2, 'probes'],
  'gateway/src/overload.integration.test.ts': [2, 'probes, and a path where nothing is'],
  'gateway/src/scratch/checked-fetch.ts': [1, 'the check'],
  'gateway/src/scratch/scratch-exports.ts': [1, 'checked there, but for the few bytes of its stand-in worker'],
  'gateway/src/scratch/web-visitor.ts': [1, 'pages of the site'],
  'gateway/src/signed-call.integration.test.ts': [6, 'probes and a page; a host and a slow body of node:http'],
  'gateway/src/site/settings/consumption/consumption-page.integration.test.ts': [2, 'pages of the settings'],
  'gateway/src/site/settings/consumption/live-streams.test.ts': [1, 'a stream of events for a page'],
  'gateway/src/site/settings/queue/queue-area.integration.test.ts': [1, 'pages of the settings'],
  'gateway/src/site/site-security.integration.test.ts': [1, 'a page of the site'],
  'test/e2e/company-api/pictures.ts': [3, 'pictures of the site'],
  'test/e2e/images.test.ts': [2, 'a probe and a page of the reference'],
  'test/e2e/launcher.test.ts': [1, 'a probe'],
  'test/fault/canaries.test.ts': [2, 'sign-ins of the site'],
  'test/fault/disk-full.test.ts': [1, 'checked there'],
  'test/fault/request-smuggling.test.ts': [3, 'probes, and bytes that no client sends'],
  'test/support/client.ts': [1, 'checked there'],
  'test/support/company-api.ts': [2, 'checked there; the document itself'],
  'test/support/fault-calls.ts': [1, 'checked there'],
  'test/support/large-body.ts': [1, 'a connection that is cut after the status'],
  'test/support/public-cvs.ts': [1, 'public pages'],
  'test/support/rig.ts': [1, 'a probe'],
  'test/support/service-replicas.ts': [2, 'probes and metrics'],
  'test/support/steady-load.ts': [1, 'checked there'],
  'test/support/user-api.ts': [1, 'checked there'],
};

/** How often a source sends HTTP past the check. A client of another make is not counted: it has no place here. */
function bareCalls(source: string): number {
  const called = (name: string) => source.match(new RegExp(`(?<![\\w.'"\`])${name}\\(`, 'g'))?.length ?? 0;
  const asks = /import \{[^}]*\brequest\b[^}]*\} from 'node:https?'/.test(source);
  return called('fetch') + (asks ? called('request') : 0);
}

const patterns = [
  'gateway/src/**/*.test.{ts,tsx}',
  'gateway/src/scratch/*.ts',
  'test/{browser,contract,e2e,fault,support}/**/*.ts',
];
const sources = new Map(
  globSync(patterns, { cwd: root })
    .filter((file) => !file.includes('/dist/') && !file.endsWith('checked-answers.test.ts'))
    .map((file) => [file, readFileSync(`${root}${file}`, 'utf8')]),
);

test('every answer of an API that a test receives is held to the OpenAPI document', () => {
  expect(sources.size).toBeGreaterThan(100);
  const counted = [...sources].map(([file, source]) => [file, bareCalls(source)] as const);
  const expected = Object.entries(bare).map(([file, [calls]]) => [file, calls]);
  expect(Object.fromEntries(counted.filter(([, calls]) => calls > 0))).toEqual(Object.fromEntries(expected));
});

test('no test sends HTTP by a client that is not counted', () => {
  const other = /from '(?:undici|axios|got|node:http2)'|\bhttps?\.(?:get|request)\(/;
  expect([...sources].filter(([, source]) => other.test(source)).map(([file]) => file)).toEqual([]);
});
