import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * A request and its response, recorded by the end-to-end tests (test/support/example-recorder.ts). The path has no
 * signature.
 */
const recorded = z.strictObject({
  request: z.strictObject({
    method: z.string(),
    path: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string().optional(),
  }),
  response: z.strictObject({
    status: z.int(),
    headers: z.record(z.string(), z.string()),
    /** The value of JSON, the text of plain text, or the length of a file. */
    body: z.unknown().optional(),
  }),
});
export type RecordedExample = z.infer<typeof recorded>;

/** By the name of the route. */
export const recordedExamples = z.record(z.string(), recorded);
export type RecordedExamples = z.infer<typeof recordedExamples>;

export const recordedExamplesFile = new URL('../../assets/recorded-examples.json', import.meta.url);

export function readRecordedExamples(): RecordedExamples {
  return recordedExamples.parse(JSON.parse(readFileSync(recordedExamplesFile, 'utf8')));
}
