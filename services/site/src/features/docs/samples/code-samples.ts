import type { ReferenceOperation } from '@vitae/proto/api-reference';
import { curl } from './curl.ts';
import { go } from './go.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import type { CodeSample, SampleRequest } from './sample-request.ts';
import { typescript } from './typescript.ts';

export type { SampleRequest };

const generators: [language: string, fence: string, generate: (request: SampleRequest) => string][] = [
  ['curl', 'bash', curl],
  ['TypeScript', 'typescript', typescript],
  ['PHP', 'php', php],
  ['Python', 'python', python],
  ['Ruby', 'ruby', ruby],
  ['Go', 'go', go],
];

/** Returns a program in each language that signs and sends the request. */
export function codeSamples(request: SampleRequest): CodeSample[] {
  return generators.map(([language, fence, generate]) => ({ language, fence, source: generate(request) }));
}

/** An image of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Returns the request of the operation's recorded example. */
export function sampleRequest(operation: ReferenceOperation, origin: string): SampleRequest {
  const { api, method, paths, example } = operation;
  const address = example?.request.path ?? (paths[0] ?? '').replace(/:\w+/g, '1');
  const [path = '', search] = address.split('?');
  const { headers = {}, body } = example?.request ?? {};
  const type = example?.response.headers['content-type'] ?? '';
  return {
    ...{ api, method, origin, path, headers },
    query: [...new URLSearchParams(search)],
    isFile: /^(?:image\/|application\/pdf)/.test(type),
    body: body?.startsWith('{"image":') ? JSON.stringify({ image: PIXEL }) : body,
  };
}
