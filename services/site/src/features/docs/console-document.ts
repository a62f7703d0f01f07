import type { ApiReference, OpenApiDocument, OpenApiOperation } from '@vitae/proto/api-reference';
import { guides } from './documentation-page.tsx';
import { operationOf } from './reference-page.tsx';
import { codeSamples, type SampleRequest, sampleRequest } from './samples/code-samples.ts';

/**
 * Returns the OpenAPI document for the console: with code samples and example values, and without security schemes,
 * because the console signs requests itself.
 */
export function consoleDocument({ document, operations }: ApiReference): object {
  const routes = new Map(operations.map((route) => [operationOf(document, route), route]));
  const { securitySchemes: _schemes, ...components } = document.components;
  const { security: _security, ...rest } = document;
  const withSamples = (operation: OpenApiOperation, path: string): object => {
    const { security: _own, ...shown } = operation;
    const route = routes.get(operation);
    if (!route) return shown;
    const request = sampleRequest(route, originOf(operation, document));
    return {
      ...shown,
      parameters: shown.parameters.map((parameter) => withExample(parameter, path, request)),
      ...(shown.requestBody && { requestBody: asJson(shown.requestBody) }),
      'x-codeSamples': codeSamples(request).map(({ language, fence, source }) => ({
        lang: fence,
        label: language,
        source,
      })),
    };
  };
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, withSamples(one, path)])),
  ]);
  const description = `${document.info.description}\n\n${guideLinks}`;
  return { ...rest, info: { ...document.info, description }, components, paths: Object.fromEntries(paths) };
}

const guideLinks = `Guides: ${Object.entries(guides)
  .map(([name, title]) => `[${title}](/docs/${name})`)
  .join(', ')}.`;

/** Returns the address of the API that the operation belongs to. */
export function originOf({ servers }: OpenApiOperation, document: OpenApiDocument): string {
  return (servers ?? document.servers)[0]?.url ?? '';
}

type Parameter = OpenApiOperation['parameters'][number];

/** Adds the value that a required parameter has in the recorded example. */
function withExample(parameter: Parameter, template: string, { path, query }: SampleRequest): Parameter {
  if (!parameter.required) return parameter;
  const value =
    parameter.in === 'path'
      ? path.split('/')[template.split('/').indexOf(`{${parameter.name}}`)]
      : query.find(([name]) => name === parameter.name)?.[1];
  return value === undefined ? parameter : { ...parameter, schema: { ...parameter.schema, example: value } };
}

/** The fields of a form would have to be signed with OAuth, so the console sends JSON where it can. */
function asJson(body: NonNullable<OpenApiOperation['requestBody']>): object {
  const { 'application/json': json } = body.content;
  return json ? { ...body, content: { 'application/json': json } } : body;
}
