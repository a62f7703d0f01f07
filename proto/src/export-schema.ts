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

/** JSON Schema (2020-12) of all that travels through the queue; the text of export-jobs.schema.json. */
export function exportSchema(): string {
  const $defs = Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => {
      // Producers leave out what is optional; consumers meet fields of later versions.
      const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input' });
      return [name, schema];
    }),
  );
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Jobs of the exports queue',
    description:
      'Generated from src/export-job.ts by `pnpm -C proto schema`; docs/export-queue.md says what each is for.',
    $defs,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
