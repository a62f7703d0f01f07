import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * One call as it went over the wire, recorded by the end-to-end tests (test/support/example-recorder.ts).
 * The signature is left out of the path: it would be wrong the moment it is read.
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
    /** JSON as a value; text as it is; of a file, how long it is. */
    body: z.unknown().optional(),
  }),
});
export type RecordedCall = z.infer<typeof recorded>;

/** By the name of the call. */
export const recordedCalls = z.record(z.string(), recorded);
export type RecordedCalls = z.infer<typeof recordedCalls>;

export const recordedCallsFile = new URL('../../assets/recorded-calls.json', import.meta.url);

export function readRecordedCalls(): RecordedCalls {
  return recordedCalls.parse(JSON.parse(readFileSync(recordedCallsFile, 'utf8')));
}
