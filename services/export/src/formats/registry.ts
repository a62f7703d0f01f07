import type { ExportFormat } from '@vitae/proto/export-job';
import { docx } from './docx.ts';
import type { Format } from './format.ts';
import { json } from './json.ts';
import { pdf } from './pdf.ts';
import { txt } from './txt.ts';

const formats = new Map<ExportFormat, Format>([pdf, docx, txt, json].map((format) => [format.id, format]));

export function formatOf(id: ExportFormat): Format | undefined {
  return formats.get(id);
}
