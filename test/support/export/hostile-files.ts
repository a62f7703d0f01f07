import { buildDocument } from '@vitae/document/build-document';
import { sampleSource } from '@vitae/document/sample-source';
import { formatOf } from '@vitae/export/formats/registry';
import { type JobFormat, jobFormats } from '@vitae/proto/export-job';
import { type ExportSource, exportSource } from '@vitae/proto/export-source';
import { createSchemaValue } from '../schema-value.ts';
import type { Canary } from './canary.ts';
import { createOfficeFixture, createPrinterFixture } from './renderer-fixtures.ts';

const HARMLESS_VALUES = ['2024-02-29', '/logo/1.png', '#aa3366', 'USA', 'fr'];

/** Renders hostile CVs. */
export type HostileFileRenderer = {
  /** Returns the file of each format. */
  render(source: ExportSource, template: string): Promise<Map<JobFormat, Buffer>>;
  close(): Promise<void>;
};

export function createHostileFileRenderer(): HostileFileRenderer {
  const { printer } = createPrinterFixture({ renderTimeoutMs: 120_000 });
  const { office } = createOfficeFixture({ convertTimeoutMs: 120_000 });
  return {
    render: async (source, template) => {
      const styled = { ...source, printDisplay: { ...source.printDisplay, id: template } };
      const model = buildDocument(styled, Date.UTC(2026, 10, 21));
      const files = new Map<JobFormat, Buffer>();
      for (const id of jobFormats) {
        const file = await formatOf(id)?.render({ model, source: styled }, { printer, office });
        if (file) files.set(id, file);
      }
      return files;
    },
    close: async () => {
      await Promise.all([printer.close(), office.close()]);
    },
  };
}

/** Texts to try for a field (the first valid one is used) and the number of items of a list. */
export type Fill = { texts(path: string): string[]; items?(path: string): number };

/** Fills every field of the schema with the given texts or, where those are invalid, hostile addresses or harmless values. */
export function hostileSource({ addresses }: Canary, { texts, items = () => 1 }: Fill): ExportSource {
  const value = createSchemaValue(exportSource, {
    texts: (path) => [...texts(path), ...addresses, ...HARMLESS_VALUES],
    integer: () => 1,
    boolean: () => true,
    items,
    choice: () => 0,
  });
  // The picture is not a valid image.
  return { ...exportSource.parse(value), anonymized: false };
}

/** Returns the text truncated to the maximum lengths of fields, longest first. */
export const truncations = (text: string) =>
  [20_000, 2_048, 255, 120, 60, 20].map((length) => text.slice(0, length).toWellFormed());

/** Returns the sample CV with this text in every field that allows any text. */
export function sampleWithText(text: string): ExportSource {
  const kept = new Set(['id', 'color', 'contentType', 'base64', 'culture', 'isoCode', 'start', 'end', 'birthdate']);
  return JSON.parse(JSON.stringify(sampleSource()), (key, value: unknown) =>
    typeof value === 'string' && !kept.has(key) ? text : value,
  ) as ExportSource;
}
