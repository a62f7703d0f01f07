import { buildDocument } from '@vitae/document/build-document';
import { launchBrowser } from '@vitae/export/browser/launch-browser';
import { createPrinter } from '@vitae/export/browser/printer';
import { formatOf } from '@vitae/export/formats/registry';
import { createOfficeConverter } from '@vitae/export/office/converter';
import { launchOffice } from '@vitae/export/office/launch-office';
import { createLogger } from '@vitae/kit/log';
import { type JobFormat, jobFormats } from '@vitae/proto/export-job';
import { type ExportSource, exportSource } from '@vitae/proto/export-source';
import { schemaValue } from '@vitae/proto/schema-value';
import type { Canary } from './canary.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const harmless = ['2024-02-29', '/logo/1.png', '#aa3366', 'USA', 'fr'];

/** What makes files of hostile CVs, for tests. */
export type HostileFileRenderer = {
  /** One file in each format. */
  render(source: ExportSource, template: string): Promise<Map<JobFormat, Buffer>>;
  close(): Promise<void>;
};

export function createHostileFileRenderer(env: NodeJS.ProcessEnv): HostileFileRenderer {
  const {
    PUPPETEER_EXECUTABLE_PATH = '',
    SOFFICE_BINARY = '/usr/bin/soffice',
    OFFICE_PYTHON = '/usr/bin/python3',
  } = env;
  const printer = createPrinter({
    launch: (purpose) => launchBrowser(PUPPETEER_EXECUTABLE_PATH, { purpose }),
    limits: { renderTimeoutMs: 120_000, maxRenders: 500, maxMemoryMb: 4_000 },
    warmUp: { pages: 1, html: '<p>warm' },
    log,
  });
  const office = createOfficeConverter({
    launch: () => launchOffice({ soffice: SOFFICE_BINARY, python: OFFICE_PYTHON }),
    limits: { convertTimeoutMs: 120_000, maxConversions: 500 },
    log,
  });
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

/** What a field is filled with: the first that its schema takes. */
export type Fill = { texts(path: string): string[]; items?(path: string): number };

/** A CV with such text in every field that the schema has; where it takes none, hostile addresses, else something harmless. */
export function hostileSource({ addresses }: Canary, { texts, items = () => 1 }: Fill): ExportSource {
  const value = schemaValue(exportSource, {
    texts: (path) => [...texts(path), ...addresses, ...harmless],
    integer: () => 1,
    boolean: () => true,
    items,
    choice: () => 0,
  });
  // As when it was not anonymised, with a picture that is none.
  return { ...exportSource.parse(value), anonymized: false };
}

/** As much of a text as a field takes. */
export const truncations = (text: string) =>
  [20_000, 2_048, 255, 120, 60, 20].map((length) => text.slice(0, length).toWellFormed());
