import type { Format } from './format.ts';

/** JSON Resume (https://jsonresume.org/schema), with all imported content. */
export const json: Format = {
  id: 'json',
  contentType: 'application/json; charset=utf-8',
  extension: 'json',
  render: async ({ source }) => Buffer.from(`${JSON.stringify(source.resume, null, 2)}\n`),
};
