import type { IncomingHttpHeaders } from 'node:http';
import { type Parameters, plainValue } from '@vitae/accounts/signatures/parameters';
import type { ApiResponse, BufferedResponse } from '@vitae/kit/http/response';
import { validate } from '@vitae/kit/validate';
import type { Request } from 'express';
import { z } from 'zod';
import { responseFormat } from '../define-operation.ts';
import { queryParameter } from '../read-request.ts';
import type { RequestContext } from '../request-context.ts';
import type { Route } from '../route-table.ts';
import { unmarkTags, xmlResponse } from '../xml-response.ts';
import { conversions2012 } from './responses-2012.ts';

const MARK = '-2012';
const XML = ['application/xml', 'text/xml'];
const JSON_TYPES = ['application/json', 'application/problem+json'];
const formatQuery = z.object({ format: responseFormat.optional() });

/**
 * Runs an operation for a client with the profile `2012` and converts the response (docs/compatibility.md). The operation
 * itself always responds with its usual JSON.
 */
export async function handleFor2012<D>(
  route: Route<D>,
  context: RequestContext,
  dependencies: D,
): Promise<ApiResponse> {
  const { request, signed } = context;
  validate(formatQuery, { format: queryParameter(signed.parameters, 'format') });
  const isXml = respondsWithXml2012(request, signed.parameters, route);
  const convert = conversions2012[route.name];
  const mark = `${convert || isXml ? MARK : ''}${isXml ? '-xml' : ''}`;
  unmarkIfMatch(request.headers);
  if (mark) unmarkTags(request.headers, mark);
  const response = await route.operation.handle(context, dependencies);
  if (!('body' in response) || !isJson(response)) return response;
  const marked = mark ? withMark(response) : response;
  const hasBody = response.status !== 304;
  const converted = convert && hasBody ? { ...marked, body: convert(Buffer.from(response.body)) } : marked;
  return isXml ? xmlResponse(converted, phpBoolean) : converted;
}

function phpBoolean(value: boolean): string {
  return value ? '1' : '';
}

/**
 * Returns whether responses and errors are XML: if the request asks for XML, or for no format in an operation with the
 * parameter `format`.
 */
export function respondsWithXml2012(
  request: Request,
  parameters: Parameters | undefined,
  route: Pick<Route<never>, 'operation'> | undefined,
): boolean {
  const format = parameters && plainValue(parameters, 'format');
  if (format !== undefined) return format === 'xml';
  const isDefault = route === undefined || route.operation.formats === true;
  // Pages are for browsers, which list XML too.
  const preferred = request.accepts([...(isDefault ? [...XML, ...JSON_TYPES] : [...JSON_TYPES, ...XML]), 'text/html']);
  return typeof preferred === 'string' && preferred !== 'text/html' ? XML.includes(preferred) : isDefault;
}

/** Each form of a revision has its own tag, so that switching the profile does not confirm a cached response. */
function withMark({ headers, ...response }: BufferedResponse): BufferedResponse {
  const { ETag: etag, ...others } = headers;
  const tag = etag === undefined ? {} : { ETag: String(etag).replace(/"$/, `${MARK}"`) };
  return { ...response, headers: { ...others, ...tag } };
}

function unmarkIfMatch(headers: IncomingHttpHeaders): void {
  const { 'if-match': tags } = headers;
  if (tags !== undefined) headers['if-match'] = tags.replace(/-2012(?:-xml)?"/g, '"');
}

function isJson({ status, headers }: BufferedResponse): boolean {
  return status === 304 || String(headers['Content-Type']).startsWith('application/json');
}
