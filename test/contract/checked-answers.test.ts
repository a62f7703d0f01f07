import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Tests that send HTTP themselves, and why their answers are none of the API's. */
const bare: Readonly<Record<string, string>> = {
  'gateway/src/exports/exports.integration.test.ts':
    'its stand-in for the worker has files of a few bytes, not of the formats',
  'gateway/src/oauth/oauth-flow.integration.test.ts': 'a locale that is not there; steps are checked',
  'gateway/src/openapi/docs.test.tsx': 'the reference itself: pages and the document',
  'gateway/src/outage.integration.test.ts': 'probes alone; calls are checked',
  'gateway/src/signed-call.integration.test.ts': 'probes and a page; calls are checked. Hosts are set by node:http',
  'gateway/src/site/settings/consumption/consumption-page.integration.test.ts': 'pages of the settings',
  'gateway/src/site/settings/consumption/live-streams.test.ts': 'a stream of events for a page',
  'gateway/src/site/settings/queue/queue-area.integration.test.ts': 'pages of the settings',
  'gateway/src/site/site-security.integration.test.ts': 'pages of the site',
  'test/fault/canaries.test.ts': 'sign-ins of the site; calls are checked',
  'test/fault/request-smuggling.test.ts': 'probes, and bytes that no client sends',
  'test/e2e/images.test.ts': 'a probe and a page of the reference',
  'test/e2e/launcher.test.ts': 'a probe',
};

const sends = /(?<![\w.'"`])fetch\(|import \{[^}]*\brequest\b[^}]*\} from 'node:http'|from 'undici'/;
const takesPart = /startScratch(?:Gateway|System|Owners)|gateway|publicUrl|signedUrl/;

test('every answer of an API that a test receives is held to the OpenAPI document', () => {
  const patterns = ['gateway/src/**/*.test.{ts,tsx}', 'test/{e2e,fault,browser}/**/*.ts'];
  const files = globSync(patterns, { cwd: root }).filter((file) => !file.includes('/dist/'));
  expect(files.length).toBeGreaterThan(40);
  const unchecked = files.filter((file) => {
    const source = readFileSync(`${root}${file}`, 'utf8');
    return sends.test(source) && takesPart.test(source);
  });
  expect(unchecked.filter((file) => !(file in bare))).toEqual([]);
});
