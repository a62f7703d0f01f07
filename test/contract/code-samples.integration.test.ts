import { execFile } from 'node:child_process';
import { createSecretKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import * as hmac from '@vitae/accounts/signatures/hmac';
import { baseString, baseStringUri } from '@vitae/accounts/signatures/oauth/base-string';
import { collectParameters } from '@vitae/accounts/signatures/oauth/collect-parameters';
import * as hmacSha1 from '@vitae/accounts/signatures/oauth/hmac-sha1';
import { parseParameters } from '@vitae/accounts/signatures/parameters';
import { requireGo } from '@vitae/local/programs/go-program';
import { readApiReference } from '@vitae/proto/api-reference';
import { codeSamples, type SampleRequest, sampleRequest } from '@vitae/site/features/docs/samples/code-samples';

type Received = { method: string; target: string; headers: Record<string, unknown>; body: string };

const { PHP_BINARY = 'php', PYTHON_BINARY = 'python3', RUBY_BINARY = 'ruby' } = process.env;
const credentials = {
  VITAE_KEY: 'vt_live_0',
  VITAE_SECRET: '7d1f4b0e'.repeat(8),
  VITAE_CONSUMER_KEY: 'consumer',
  VITAE_CONSUMER_SECRET: '1f2e3d4c'.repeat(8),
  VITAE_TOKEN: 'token',
  VITAE_TOKEN_SECRET: '5b6a7988'.repeat(8),
};
const OF_SIGNATURE = /^(?:apikey|nonce|timestamp|hash|oauth_\w+)$/;

const { operations } = readApiReference({
  COMPANY_API_URL: 'http://localhost:8080',
  USER_API_URL: 'http://localhost:8080',
  OAUTH_URL: 'http://localhost:8080',
});
const received: Received[] = [];
const server = createServer(async (request, response) => {
  const { method = '', url: target = '', headers } = request;
  received.push({ method, target, headers, body: (await buffer(request)).toString() });
  const { isFile } = requests[received.length - 1] ?? {};
  // A file is not valid UTF-8.
  response
    .setHeader('Content-Type', isFile ? 'application/pdf' : 'application/json')
    .end(isFile ? Buffer.of(0xff) : '{}');
});
let origin: string;
let requests: SampleRequest[];
let folder: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  requests = operations.map((operation) => sampleRequest(operation, origin));
});
beforeEach(async () => {
  received.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'vitae-samples-'));
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const IMPORT_ALL = `import { globSync } from 'node:fs';
for (const file of globSync('s*.mts').sort()) await import(process.cwd() + '/' + file);`;

/** Runs all samples of a language with one command, in the order of the operations. */
const languages: [language: string, ending: string, command: string, args: string[]][] = [
  ['curl', 'sh', 'bash', ['-ec', 'for file in s*.sh; do bash -e "$file"; done']],
  ['TypeScript', 'mts', process.execPath, ['--no-warnings', '--input-type=module', '-e', IMPORT_ALL]],
  ['PHP', 'php', PHP_BINARY, ['-r', 'foreach (glob("s*.php") as $file) include $file;']],
  [
    'Python',
    'py',
    PYTHON_BINARY,
    ['-c', 'import glob, runpy\nfor file in sorted(glob.glob("s*.py")): runpy.run_path(file)'],
  ],
  ['Ruby', 'rb', RUBY_BINARY, ['-e', 'Dir["s*.rb"].sort.each { |file| load "./#{file}" }']],
  ['Go', 'go', requireGo(process.env.PATH, 'the samples in Go'), ['run', '.']],
];

test.each(languages)(
  'the samples of all operations in %s send the documented requests with correct signatures',
  async (language, ending, command, args) => {
    for (const [index, request] of requests.entries()) {
      const source = codeSamples(request).find((sample) => sample.language === language)?.source ?? '';
      const name = `s${1_000 + index}`;
      // One program instead of one for each operation, which takes less time to compile.
      const text = ending === 'go' ? source.replace('func main()', `func ${name}()`) : source;
      await writeFile(join(folder, `${name}.${ending}`), text);
    }
    if (ending === 'go') await writeGoProgram();
    const env = { ...process.env, NODE_OPTIONS: '', ...credentials };
    await promisify(execFile)(command, args, { cwd: folder, env, maxBuffer: 2 ** 24 });
    expect(received).toHaveLength(operations.length);
    for (const [index, request] of requests.entries()) expectRequest(received[index] as Received, request);
  },
  120_000,
);

async function writeGoProgram(): Promise<void> {
  const calls = requests.map((_request, index) => `\ts${1_000 + index}()\n`).join('');
  await writeFile(join(folder, 'main.go'), `package main\n\nfunc main() {\n${calls}}\n`);
  await writeFile(join(folder, 'go.mod'), 'module samples\n\ngo 1.24\n');
}

function expectRequest({ method, target, headers, body }: Received, request: SampleRequest): void {
  const { pathname, searchParams } = new URL(origin + target);
  const own = [...searchParams].filter(([name]) => !OF_SIGNATURE.test(name));
  expect([method, pathname, own.toSorted(), body]).toEqual([
    request.method,
    request.path,
    request.query.toSorted(),
    request.body ?? '',
  ]);
  for (const [name, value] of Object.entries(request.headers)) expect(headers[name.toLowerCase()]).toBe(value);
  expect([target, isSigned({ method, target, headers, body }, request.api)]).toEqual([target, true]);
}

function isSigned({ method, target, headers, body }: Received, api: SampleRequest['api']): boolean {
  const { pathname: path, search, searchParams } = new URL(origin + target);
  if (api === 'company') {
    const parameters = parseParameters(search.slice(1));
    const secret = createSecretKey(Buffer.from(credentials.VITAE_SECRET));
    return (
      parameters !== undefined && hmac.verify({ method, path, parameters }, searchParams.get('hash') ?? '', secret)
    );
  }
  const contentType = headers['content-type'] as string | undefined;
  const signed = { method, publicUrl: origin, target, authorization: undefined, contentType, body: Buffer.from(body) };
  const text = baseString(method, baseStringUri(origin, target), collectParameters(signed));
  return hmacSha1.verify(text, searchParams.get('oauth_signature') ?? '', {
    consumerSecret: credentials.VITAE_CONSUMER_SECRET,
    tokenSecret: credentials.VITAE_TOKEN_SECRET,
  });
}
