import { readFileSync } from 'node:fs';
import type { ApiReference, OpenApiDocument, OpenApiOperation } from '@vitae/proto/api-reference';
import { convertV2, type Options } from 'openapi-to-postmanv2';

type Variable = { key: string; value: string; description?: string };
type Item = {
  name: string;
  description?: unknown;
  item?: Item[];
  request?: { url: { path: string[]; variable: Variable[] }; header: Variable[]; [member: string]: unknown };
};
type Collection = { item: Item[]; [member: string]: unknown };

export const collectionFile = new URL('../vitae.postman_collection.json', import.meta.url);
export const preRequestFile = new URL('../pre-request.js', import.meta.url);

const OPTIONS = { folderStrategy: 'Tags', parametersResolution: 'Example', enableOptionalParameters: false } as const;

const VARIABLES: Variable[] = [
  { key: 'baseUrl', value: 'https://api.example.com', description: 'Address of the company API' },
  { key: 'key', value: '', description: 'Public key' },
  { key: 'secret', value: '', description: 'Secret, as a variable that is not shared' },
  ...['userId', 'cvId', 'tagId', 'exportId'].map((key) => ({ key, value: '1' })),
];

/** The variables for the parameter `id` of a path, by the segment before it. */
const ID_VARIABLES: Record<string, string> = {
  users: 'userId',
  user: 'userId',
  cv: 'cvId',
  tags: 'tagId',
  exports: 'exportId',
};

/** Converts the company API to a Postman collection (v2.1) that signs its requests. */
export async function buildCollection(reference: ApiReference): Promise<Collection> {
  const document = withExamples(reference);
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/api/v1/'));
  const collection = await convert({ ...document, paths: Object.fromEntries(paths) });
  const titles = new Map(document.tags.map((tag) => [tag.name, tag['x-displayName']]));
  const folders = collection.item.filter(({ item = [] }) => item.length > 0);
  const exec = readFileSync(preRequestFile, 'utf8').trimEnd().split('\n');
  return {
    info: {
      name: 'Vitae company API',
      description: 'Requests are signed by the pre-request script. Set the variables `baseUrl`, `key` and `secret`.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'noauth' },
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec } }],
    variable: VARIABLES,
    item: folders.map((folder) => ({ ...withoutResponses(folder), name: titles.get(folder.name) ?? folder.name })),
  };
}

/** Gives each parameter and body an example: the converter invents random values otherwise. */
function withExamples({ document, operations }: ApiReference): OpenApiDocument {
  const copy = structuredClone(document);
  const all = Object.entries(copy.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, operation })),
  );
  for (const { path, operation } of all) {
    const { parameters, requestBody, 'x-consumption-name': name } = operation;
    const recorded = operations.find((one) => one.name === name)?.example?.request;
    for (const parameter of parameters)
      Object.assign(parameter, { example: exampleOf(parameter, path, recorded?.path ?? '') });
    if (!requestBody) continue;
    const described = Object.entries(requestBody.content).filter(([, { example }]) => example !== undefined);
    if (described.length > 0) requestBody.content = Object.fromEntries(described);
    // As text, because the converter would write its own XML.
    else requestBody.content = recorded?.body ? { 'text/plain': { example: recorded.body } } : {};
  }
  return copy;
}

type Parameter = OpenApiOperation['parameters'][number] & { example?: unknown };

/** The value of the description, or else of the recorded request, which may have another prefix. */
function exampleOf({ name, schema, example }: Parameter, path: string, recorded: string): unknown {
  if (name === 'userId') return '{{userId}}';
  const [recordedPath = '', query] = recorded.split('?');
  const fromEnd = path.split('/').toReversed().indexOf(`{${name}}`);
  const segment = fromEnd < 0 ? undefined : recordedPath.split('/').at(-1 - fromEnd);
  const sent = segment ?? new URLSearchParams(query).get(name) ?? undefined;
  return example ?? schema.default ?? sent ?? (schema.type === 'integer' ? 1 : '');
}

function convert(document: object): Promise<Collection> {
  return new Promise((resolve, reject) => {
    convertV2({ type: 'json', data: document }, OPTIONS as unknown as Options, (error, converted) => {
      const [output] = converted?.output ?? [];
      if (error || !converted?.result || !output)
        reject(new Error(`The conversion failed: ${converted?.reason ?? error}`));
      else resolve(output.data as unknown as Collection);
    });
  });
}

/** Removes example responses, which the API reference has, and ids, which are random. */
function withoutResponses({ name, description, item, request }: Item): Item {
  if (item) return { name, ...(description ? { description } : {}), item: item.map(withoutResponses) };
  if (!request) return { name };
  const { name: _name, auth: _auth, ...rest } = request;
  const headers = request.header.map((one) =>
    one.value === 'text/plain' ? { ...one, value: 'application/xml' } : one,
  );
  return { name, request: { ...rest, header: headers, url: { ...rest.url, variable: withIds(rest.url) } } };
}

export const collectionText = (collection: Collection) => `${JSON.stringify(collection, null, 1)}\n`;

function withIds({ path, variable }: { path: string[]; variable: Variable[] }): Variable[] {
  return variable.map((one) => {
    const name = one.key === 'id' ? ID_VARIABLES[path[path.indexOf(':id') - 1] ?? ''] : undefined;
    return name ? { ...one, value: `{{${name}}}` } : one;
  });
}
