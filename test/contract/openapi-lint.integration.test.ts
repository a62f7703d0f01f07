import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readApiReference } from '@vitae/proto/api-reference';
import { publishedDocument } from '@vitae/proto/published-document';

const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
// Neither reports usage nor looks for a newer version.
const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

test.each(['http://localhost:8080', 'https://api.vitae.test'])(
  'the OpenAPI document of %s violates no recommended rule',
  async (url) => {
    const { document } = readApiReference({ COMPANY_API_URL: url, USER_API_URL: url, OAUTH_URL: url });
    const folder = await mkdtemp(join(tmpdir(), 'vitae-openapi-'));
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(publishedDocument(document)));
    const lint = [redocly, 'lint', file, '--extends=recommended', '--format=json'];
    const { stdout } = await promisify(execFile)(process.execPath, lint, { env: environment, cwd: folder }).catch(
      (failed: { stdout: string }) => failed,
    );
    await rm(folder, { recursive: true });
    const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] };
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  },
);
