import { z } from 'zod';
import {
  batchManifest,
  batchPayload,
  batchProgress,
  batchResult,
  exportFailure,
  exportPayload,
  exportProgress,
  exportResult,
} from './export-job.ts';

const shapes = {
  exportPayload,
  exportProgress,
  exportResult,
  exportFailure,
  batchPayload,
  batchProgress,
  batchResult,
  batchManifest,
};

/** Returns the text of export-jobs.schema.json: a JSON Schema (2020-12) of all data in the queue. */
export function exportSchema(): string {
  const $defs = Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => {
      // The input type: producers omit optional fields, and consumers may receive fields of later versions.
      const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input' });
      return [name, schema];
    }),
  );
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Jobs of the exports queue',
    description: 'Generated from src/export-job.ts by `pnpm -C proto schema`. Described in docs/export-queue.md.',
    $defs,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
